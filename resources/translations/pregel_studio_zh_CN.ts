<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>Slow animation</source>
        <translation>慢速动画</translation>
    </message>
    <message>
        <source>Normal animation</source>
        <translation>正常速度动画</translation>
    </message>
    <message>
        <source>Fast animation</source>
        <translation>快速动画</translation>
    </message>
    <message>
        <source>Holds when Pregel Studio starts the next time</source>
        <translation>在下次启动 Pregel Studio 时生效</translation>
    </message>
    <message>
        <source>Look inside the subgraph</source>
        <translation>查看子图内部</translation>
    </message>
    <message>
        <source>Graph, checkpoints, state and tasks of the selected node&apos;s task</source>
        <translation>所选节点的任务的图、检查点、状态和任务</translation>
    </message>
    <message>
        <source>Find an action…</source>
        <translation>查找操作…</translation>
    </message>
    <message>
        <source>Light theme</source>
        <translation>浅色主题</translation>
    </message>
    <message>
        <source>Dark theme</source>
        <translation>深色主题</translation>
    </message>
    <message>
        <source>Theme of the system</source>
        <translation>跟随系统主题</translation>
    </message>
    <message>
        <source>Language of the system</source>
        <translation>跟随系统语言</translation>
    </message>
    <message>
        <source>No animation (reduced motion)</source>
        <translation>无动画（减弱动态效果）</translation>
    </message>
    <message>
        <source>Switch all animation off</source>
        <translation>关闭所有动画</translation>
    </message>
    <message>
        <source>Reset layout</source>
        <translation>重置布局</translation>
    </message>
    <message>
        <source>The language changes when Pregel Studio starts the next time</source>
        <translation>语言将在下次启动 Pregel Studio 时更改</translation>
    </message>
    <message>
        <source>{name} was loaded again</source>
        <translation>已重新加载 {name}</translation>
    </message>
    <message>
        <source>{name} was not opened</source>
        <translation>未能打开 {name}</translation>
    </message>
    <message>
        <source>Saving the corrected file loads it again.</source>
        <translation>保存改正后的文件即会重新加载。</translation>
    </message>
    <message>
        <source>The run failed</source>
        <translation>运行失败</translation>
    </message>
    <message>
        <source>Problems ({count})</source>
        <translation>问题 ({count})</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>红色</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>橙色</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>黄色</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>绿色</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>蓝色</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>紫色</translation>
    </message>
    <message>
        <source>Annotate checkpoint</source>
        <translation>为检查点添加注释</translation>
    </message>
    <message>
        <source>Annotate thread</source>
        <translation>为线程添加注释</translation>
    </message>
    <message>
        <source>A name to find it by</source>
        <translation>便于查找的名称</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>What you want to remember of it</source>
        <translation>需要记住的内容</translation>
    </message>
    <message>
        <source>No colour</source>
        <translation>无颜色</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>{name} did not exist; a new database was made there.</source>
        <translation>{name} 不存在，已在该处新建数据库。</translation>
    </message>
    <message>
        <source>{name} was empty; it holds checkpoints from now on.</source>
        <translation>{name} 是空的，从现在起用来保存检查点。</translation>
    </message>
    <message>
        <source>Make a copy of it, then start once with --migrate to bring it up to date</source>
        <translation>请先复制一份，然后用 --migrate 启动一次以升级它</translation>
    </message>
    <message>
        <source>{name} was brought up to date.</source>
        <translation>{name} 已升级到最新版本。</translation>
    </message>
    <message>
        <source>Name another place with --db PATH.</source>
        <translation>请用 --db PATH 指定其他位置。</translation>
    </message>
    <message>
        <source>{remedy} Until then checkpoints are kept in memory and end with the window.</source>
        <translation>{remedy}在此之前，检查点只保存在内存中，关闭窗口后即丢失。</translation>
    </message>
    <message>
        <source>no process for graphs: {message}</source>
        <translation>没有可运行图的进程：{message}</translation>
    </message>
    <message>
        <source>With --in-process graphs run in the window&apos;s own.</source>
        <translation>使用 --in-process 可让图在窗口自身的进程中运行。</translation>
    </message>
    <message>
        <source>The database is not used</source>
        <translation>未使用数据库</translation>
    </message>
    <message>
        <source>compiled into the graph</source>
        <translation>编译在图中</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Only if</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>Hits</source>
        <translation>命中次数</translation>
    </message>
    <message>
        <source>The graph itself stops here, whichever breakpoints are set</source>
        <translation>无论设置了哪些断点，图本身都会在此停下</translation>
    </message>
    <message>
        <source>waits here</source>
        <translation>停在这里</translation>
    </message>
    <message>
        <source>logs {message}</source>
        <translation>记录 {message}</translation>
    </message>
    <message>
        <source>logs where it is</source>
        <translation>记录所在位置</translation>
    </message>
    <message>
        <source>3, &gt;= 3, or % 3 for every third</source>
        <translation>3、&gt;= 3，或 % 3 表示每三次</translation>
    </message>
    <message>
        <source>An expression, such as round &gt; 2</source>
        <translation>表达式，例如 round &gt; 2</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Log a message instead of pausing</source>
        <translation>记录一条消息而不暂停</translation>
    </message>
    <message>
        <source>Log instead of pausing</source>
        <translation>记录而不暂停</translation>
    </message>
    <message>
        <source>A message instead of a pause, such as round {round}</source>
        <translation>代替暂停的消息，例如 round {round}</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Add a breakpoint</source>
        <translation>添加断点</translation>
    </message>
    <message>
        <source>Remove the selected breakpoint (Delete)</source>
        <translation>删除所选断点 (Delete)</translation>
    </message>
    <message>
        <source>Breakpoints pause a run, or log, before or after a node, when a channel is written or changed, when an expression holds, or when a node fails.</source>
        <translation>断点会在节点之前或之后、通道被写入或改变时、表达式成立时或节点失败时暂停运行，或记录日志。</translation>
    </message>
    <message>
        <source>Stop before a node</source>
        <translation>在节点之前停止</translation>
    </message>
    <message>
        <source>{enabled} of {total} enabled</source>
        <translation>已启用 {enabled}/{total}</translation>
    </message>
    <message>
        <source>No breakpoints</source>
        <translation>没有断点</translation>
    </message>
    <message>
        <source>{stops} compiled into the graph</source>
        <translation>{stops} 个编译在图中</translation>
    </message>
    <message>
        <source>Disable all</source>
        <translation>全部禁用</translation>
    </message>
    <message>
        <source>Enable all</source>
        <translation>全部启用</translation>
    </message>
    <message>
        <source>there is no such subgraph</source>
        <translation>没有这个子图</translation>
    </message>
    <message>
        <source>there is no such node</source>
        <translation>没有这个节点</translation>
    </message>
    <message>
        <source>there is no such channel</source>
        <translation>没有这个通道</translation>
    </message>
    <message>
        <source>before node</source>
        <translation>节点之前</translation>
    </message>
    <message>
        <source>after node</source>
        <translation>节点之后</translation>
    </message>
    <message>
        <source>on write to channel</source>
        <translation>写入通道时</translation>
    </message>
    <message>
        <source>on change of channel</source>
        <translation>通道改变时</translation>
    </message>
    <message>
        <source>on several writes to channel</source>
        <translation>通道被多次写入时</translation>
    </message>
    <message>
        <source>when a condition becomes true</source>
        <translation>条件变为真时</translation>
    </message>
    <message>
        <source>on error in node</source>
        <translation>节点出错时</translation>
    </message>
    <message>
        <source>before {place}</source>
        <translation>{place} 之前</translation>
    </message>
    <message>
        <source>after {place}</source>
        <translation>{place} 之后</translation>
    </message>
    <message>
        <source>on write to {place}</source>
        <translation>写入 {place} 时</translation>
    </message>
    <message>
        <source>on change of {place}</source>
        <translation>{place} 改变时</translation>
    </message>
    <message>
        <source>on several writes to {place}</source>
        <translation>{place} 被多次写入时</translation>
    </message>
    <message>
        <source>when true in {place}</source>
        <translation>在 {place} 中为真时</translation>
    </message>
    <message>
        <source>on error in {place}</source>
        <translation>{place} 出错时</translation>
    </message>
    <message>
        <source>Stop before node</source>
        <translation>在节点之前停止</translation>
    </message>
    <message>
        <source>Stop after node</source>
        <translation>在节点之后停止</translation>
    </message>
    <message>
        <source>Stop on write to channel</source>
        <translation>写入通道时停止</translation>
    </message>
    <message>
        <source>Stop on change of channel</source>
        <translation>通道改变时停止</translation>
    </message>
    <message>
        <source>Stop on several writes to channel</source>
        <translation>通道被多次写入时停止</translation>
    </message>
    <message>
        <source>Stop when a condition becomes true</source>
        <translation>条件变为真时停止</translation>
    </message>
    <message>
        <source>Stop on error in node</source>
        <translation>节点出错时停止</translation>
    </message>
    <message>
        <source>Breakpoints inside</source>
        <translation>内部有断点</translation>
    </message>
    <message>
        <source>when true</source>
        <translation>为真时</translation>
    </message>
    <message>
        <source>Logs {where}</source>
        <translation>记录日志：{where}</translation>
    </message>
    <message>
        <source>Breakpoint {where}</source>
        <translation>断点：{where}</translation>
    </message>
    <message>
        <source>only if {condition}</source>
        <translation>条件 {condition}</translation>
    </message>
    <message>
        <source>hits {hits}</source>
        <translation>命中次数 {hits}</translation>
    </message>
    <message>
        <source>disabled</source>
        <translation>已禁用</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>fork</source>
        <translation>分叉</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Ran</source>
        <translation>已运行</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>The first difference</source>
        <translation>第一处差异</translation>
    </message>
    <message>
        <source>Other nodes ran, or other channels were changed</source>
        <translation>运行了不同的节点，或更改了不同的通道</translation>
    </message>
    <message>
        <source>{milliseconds:.0f} ms</source>
        <translation>{milliseconds:.0f} 毫秒</translation>
    </message>
    <message>
        <source>{seconds:,.1f} s</source>
        <translation>{seconds:,.1f} 秒</translation>
    </message>
    <message>
        <source>Swap the branches</source>
        <translation>交换两个分支</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>下一处差异</translation>
    </message>
    <message>
        <source>Supersteps of both branches</source>
        <translation>两个分支的超步</translation>
    </message>
    <message>
        <source>Two branches stand side by side here, superstep by superstep from their fork.</source>
        <translation>两个分支从分叉处起逐个超步并排显示在这里。</translation>
    </message>
    <message>
        <source>Compare branches…</source>
        <translation>比较分支…</translation>
    </message>
    <message>
        <source>Compare the branch with…</source>
        <translation>将此分支与以下内容比较…</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>{thread}, to step {step}</source>
        <translation>{thread}，到第 {step} 步</translation>
    </message>
    <message numerus="yes">
        <source>1 superstep</source>
        <comment>{n:,} supersteps</comment>
        <translation>
            <numerusform>{n:,} 个超步</numerusform>
        </translation>
    </message>
    <message>
        <source>two threads, {steps}</source>
        <translation>两个线程，{steps}</translation>
    </message>
    <message>
        <source>forked at step {step}, {steps} since</source>
        <translation>在第 {step} 步分叉，此后 {steps}</translation>
    </message>
    <message>
        <source>{begin}; looking for the first difference…</source>
        <translation>{begin}；正在查找第一处差异…</translation>
    </message>
    <message>
        <source>{begin}; no difference</source>
        <translation>{begin}；没有差异</translation>
    </message>
    <message>
        <source>{begin}; they differ from row {number} on, first in {channels}</source>
        <translation>{begin}；从第 {number} 行起不同，首先是 {channels}</translation>
    </message>
    <message>
        <source>{begin}; they differ from row {number} on</source>
        <translation>{begin}；从第 {number} 行起不同</translation>
    </message>
    <message>
        <source>Compare the states of this row</source>
        <translation>比较这一行的状态</translation>
    </message>
    <message>
        <source>Copy checkpoint id</source>
        <translation>复制检查点 ID</translation>
    </message>
    <message>
        <source>added</source>
        <translation>已添加</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>已删除</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>已移动</translation>
    </message>
    <message>
        <source>of another type</source>
        <translation>类型不同</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>version {version}</source>
        <translation>版本 {version}</translation>
    </message>
    <message>
        <source>cannot be compared: {problem}</source>
        <translation>无法比较：{problem}</translation>
    </message>
    <message numerus="yes">
        <source>1 further change is not listed</source>
        <comment>{n:,} further changes are not listed</comment>
        <translation>
            <numerusform>另有 {n:,} 处更改未列出</numerusform>
        </translation>
    </message>
    <message>
        <source>the value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Compare with…</source>
        <translation>比较对象…</translation>
    </message>
    <message>
        <source>Choose a checkpoint of any thread and namespace</source>
        <translation>选择任一线程和命名空间的检查点</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Copy the differences</source>
        <translation>复制差异</translation>
    </message>
    <message>
        <source>Changed paths</source>
        <translation>更改的路径</translation>
    </message>
    <message>
        <source>All lines</source>
        <translation>所有行</translation>
    </message>
    <message>
        <source>Show also the lines that are alike</source>
        <translation>同时显示相同的行</translation>
    </message>
    <message>
        <source>Differences of the selected value</source>
        <translation>所选值的差异</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>What the selected checkpoint changed against another one appears here.</source>
        <translation>所选检查点相对于另一个检查点的更改显示在这里。</translation>
    </message>
    <message>
        <source>Copy as unified diff</source>
        <translation>复制为 unified diff</translation>
    </message>
    <message>
        <source>Copy as JSON Patch (RFC 6902)</source>
        <translation>复制为 JSON Patch (RFC 6902)</translation>
    </message>
    <message>
        <source>Compare with a checkpoint</source>
        <translation>与检查点比较</translation>
    </message>
    <message numerus="yes">
        <source>1 character was copied</source>
        <comment>{n:,} characters were copied</comment>
        <translation>
            <numerusform>已复制 {n:,} 个字符</numerusform>
        </translation>
    </message>
    <message>
        <source>The first checkpoint has nothing before it.</source>
        <translation>第一个检查点之前没有内容。</translation>
    </message>
    <message>
        <source>This is the moment that others are compared with. Select another one.</source>
        <translation>这是用来与其他时刻比较的基准。请选择另一个。</translation>
    </message>
    <message>
        <source>The comparison was cancelled.</source>
        <translation>比较已取消。</translation>
    </message>
    <message>
        <source>The comparison was cancelled; it is not complete.</source>
        <translation>比较已取消，结果不完整。</translation>
    </message>
    <message>
        <source>No channel differs.</source>
        <translation>没有通道不同。</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Compare each moment with its parent again</source>
        <translation>重新将每个时刻与其父检查点比较</translation>
    </message>
    <message>
        <source>Against the checkpoint before</source>
        <translation>与上一个检查点比较</translation>
    </message>
    <message>
        <source>Compare other moments with this one</source>
        <translation>将其他时刻与此时刻比较</translation>
    </message>
    <message>
        <source>Against step {step} of the thread {thread}, which is pinned</source>
        <translation>与线程 {thread} 中已固定的第 {step} 步比较</translation>
    </message>
    <message>
        <source>Against step {step} of {namespace}, which is pinned</source>
        <translation>与 {namespace} 中已固定的第 {step} 步比较</translation>
    </message>
    <message>
        <source>the whole graph</source>
        <translation>整个图</translation>
    </message>
    <message>
        <source>Against step {step}, which is pinned</source>
        <translation>与已固定的第 {step} 步比较</translation>
    </message>
    <message>
        <source>the texts are alike</source>
        <translation>文本相同</translation>
    </message>
    <message>
        <source>only the beginning is compared</source>
        <translation>只比较了开头部分</translation>
    </message>
    <message>
        <source>Comparing: {done} of {total} channels, {parts:,} values of the next one</source>
        <translation>正在比较：通道 {done}/{total}，下一个通道的 {parts:,} 个值</translation>
    </message>
    <message>
        <source>Comparing: {done} of {total} channels</source>
        <translation>正在比较：通道 {done}/{total}</translation>
    </message>
    <message>
        <source>Find a thread</source>
        <translation>查找线程</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Find by step, node, name, metadata or id</source>
        <translation>按步、节点、名称、元数据或 ID 查找</translation>
    </message>
    <message>
        <source>Only ends of branches</source>
        <translation>仅分支末端</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message numerus="yes">
        <source>1 checkpoint</source>
        <comment>{n:,} checkpoints</comment>
        <translation>
            <numerusform>{n:,} 个检查点</numerusform>
        </translation>
    </message>
    <message>
        <source>{checkpoints}, more are read…</source>
        <translation>{checkpoints}，正在读取更多…</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>保存时间</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>end</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Replace the value</source>
        <translation>替换值</translation>
    </message>
    <message>
        <source>Write through the reducer</source>
        <translation>通过归约函数写入</translation>
    </message>
    <message>
        <source>What you write is folded into the present value by {reducer}.</source>
        <translation>写入的内容由 {reducer} 合并到当前值中。</translation>
    </message>
    <message>
        <source>The value is stored as it stands here; the reducer does not run.</source>
        <translation>按此处内容原样保存值，不运行归约函数。</translation>
    </message>
    <message>
        <source>The channel is empty at this checkpoint.</source>
        <translation>此通道在该检查点处为空。</translation>
    </message>
    <message numerus="yes">
        <source>1 line that is alike</source>
        <comment>{n:,} lines that are alike</comment>
        <translation>
            <numerusform>{n:,} 行相同</numerusform>
        </translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>已编辑</translation>
    </message>
    <message>
        <source>inferred from the history</source>
        <translation>由历史推断</translation>
    </message>
    <message>
        <source>Edit state at step {step}</source>
        <translation>编辑第 {step} 步的状态</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>ran last</source>
        <translation>最后运行</translation>
    </message>
    <message>
        <source>Fork</source>
        <translation>分叉</translation>
    </message>
    <message>
        <source>Fork and continue</source>
        <translation>分叉并继续</translation>
    </message>
    <message>
        <source>thread {thread_id}   ·   step {step}   ·   checkpoint {checkpoint_id}</source>
        <translation>线程 {thread_id}   ·   第 {step} 步   ·   检查点 {checkpoint_id}</translation>
    </message>
    <message>
        <source>Write as node</source>
        <translation>写入身份（节点）</translation>
    </message>
    <message>
        <source>The edit counts as this node&apos;s writes; its edges decide what runs next.</source>
        <translation>此编辑视为该节点的写入，由它的边决定接下来运行什么。</translation>
    </message>
    <message>
        <source>Not saved.</source>
        <translation>未保存。</translation>
    </message>
    <message>
        <source>Discard the edit?</source>
        <translation>放弃编辑？</translation>
    </message>
    <message>
        <source>The edit was not saved. Discard it?</source>
        <translation>编辑尚未保存。要放弃吗？</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation>继续编辑</translation>
    </message>
    <message>
        <source>This graph has no channel that can be edited.</source>
        <translation>此图没有可以编辑的通道。</translation>
    </message>
    <message>
        <source>Reading the value…</source>
        <translation>正在读取值…</translation>
    </message>
    <message>
        <source>This value cannot be edited: {message}</source>
        <translation>无法编辑此值：{message}</translation>
    </message>
    <message>
        <source>inferred: {as_node}</source>
        <translation>推断：{as_node}</translation>
    </message>
    <message>
        <source>Fix the marked values to see what the edit would do.</source>
        <translation>请改正标记的值，以查看编辑的效果。</translation>
    </message>
    <message>
        <source>Looking up what the edit would do…</source>
        <translation>正在查询编辑的效果…</translation>
    </message>
    <message>
        <source>Change a value to see its effect: the state before and after, the versions, and what would run next.</source>
        <translation>更改一个值即可查看其效果：更改前后的状态、版本，以及接下来会运行什么。</translation>
    </message>
    <message>
        <source>Refused as it stands</source>
        <translation>目前会被拒绝</translation>
    </message>
    <message>
        <source>Written as if by {as_node}.</source>
        <translation>视为由 {as_node} 写入。</translation>
    </message>
    <message>
        <source>Runs next</source>
        <translation>接下来运行</translation>
    </message>
    <message>
        <source>nothing: the run is done</source>
        <translation>无：运行已结束</translation>
    </message>
    <message>
        <source>Left behind</source>
        <translation>不再沿用</translation>
    </message>
    <message>
        <source>recorded writes of {names}; they run again when due</source>
        <translation>{names} 已记录的写入；到期时它们会重新执行</translation>
    </message>
    <message>
        <source>No channel changes.</source>
        <translation>没有通道改变。</translation>
    </message>
    <message>
        <source>version {before_version} → {after_version}</source>
        <translation>版本 {before_version} → {after_version}</translation>
    </message>
    <message>
        <source>same value, new version</source>
        <translation>值相同，版本更新</translation>
    </message>
    <message>
        <source>differs beyond what is shown here</source>
        <translation>差异在此处显示范围之外</translation>
    </message>
    <message>
        <source>Creates a fork: the recorded branch stays as it is.</source>
        <translation>将创建分叉：已记录的分支保持不变。</translation>
    </message>
    <message>
        <source>SVG picture</source>
        <translation>SVG 图片</translation>
    </message>
    <message>
        <source>PNG picture</source>
        <translation>PNG 图片</translation>
    </message>
    <message>
        <source>PDF page</source>
        <translation>PDF 页面</translation>
    </message>
    <message>
        <source>Mermaid text</source>
        <translation>Mermaid 文本</translation>
    </message>
    <message>
        <source>Export the graph</source>
        <translation>导出图</translation>
    </message>
    <message>
        <source>The graph was not exported</source>
        <translation>图未导出</translation>
    </message>
    <message>
        <source>Choose another place or name.</source>
        <translation>请选择其他位置或名称。</translation>
    </message>
    <message>
        <source>{name} was written</source>
        <translation>已写入 {name}</translation>
    </message>
    <message>
        <source>The name must end in .svg, .png, .pdf or .mmd.</source>
        <translation>名称必须以 .svg、.png、.pdf 或 .mmd 结尾。</translation>
    </message>
    <message>
        <source>There is no folder {folder}.</source>
        <translation>文件夹 {folder} 不存在。</translation>
    </message>
    <message>
        <source>{path} is a folder.</source>
        <translation>{path} 是文件夹。</translation>
    </message>
    <message>
        <source>{path} cannot be written: {why}.</source>
        <translation>无法写入 {path}：{why}。</translation>
    </message>
    <message>
        <source>the place does not take it</source>
        <translation>该位置不接受写入</translation>
    </message>
    <message>
        <source>Values named</source>
        <translation>名称匹配的值</translation>
    </message>
    <message>
        <source>Texts that match</source>
        <translation>匹配的文本</translation>
    </message>
    <message>
        <source>A channel, key or field, such as *token*</source>
        <translation>通道、键或字段，例如 *token*</translation>
    </message>
    <message>
        <source>A regular expression, such as \d{16}</source>
        <translation>正则表达式，例如 \d{16}</translation>
    </message>
    <message>
        <source>Keys, tokens and passwords</source>
        <translation>密钥、令牌和密码</translation>
    </message>
    <message>
        <source>E-mail addresses</source>
        <translation>电子邮件地址</translation>
    </message>
    <message>
        <source>Keys in texts</source>
        <translation>文本中的密钥</translation>
    </message>
    <message>
        <source>Names of folders</source>
        <translation>文件夹名称</translation>
    </message>
    <message>
        <source>Nothing: the file holds everything that the thread holds.</source>
        <translation>无：文件包含线程的全部内容。</translation>
    </message>
    <message>
        <source>Add a rule</source>
        <translation>添加规则</translation>
    </message>
    <message>
        <source>Usual rules</source>
        <translation>常用规则</translation>
    </message>
    <message>
        <source>What the rule is about</source>
        <translation>规则针对的内容</translation>
    </message>
    <message>
        <source>What is taken out</source>
        <translation>移除的内容</translation>
    </message>
    <message>
        <source>Remove the rule</source>
        <translation>删除规则</translation>
    </message>
    <message>
        <source>Export the run</source>
        <translation>导出运行</translation>
    </message>
    <message>
        <source>One file that opens in any Pregel Studio. Nothing in it can be run or changed.</source>
        <translation>一个可在任何 Pregel Studio 中打开的文件。其中的内容不能运行或更改。</translation>
    </message>
    <message>
        <source>The whole thread {thread}</source>
        <translation>整个线程 {thread}</translation>
    </message>
    <message>
        <source>Only the branch up to the checkpoint looked at, step {step}</source>
        <translation>仅到所查看检查点（第 {step} 步）为止的分支</translation>
    </message>
    <message>
        <source>The text of the graph&apos;s files goes along</source>
        <translation>附带图的源文件文本</translation>
    </message>
    <message>
        <source>How far the export is</source>
        <translation>导出进度</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Exported runs</source>
        <translation>导出的运行</translation>
    </message>
    <message numerus="yes">
        <source>{name}: 1 checkpoint, {size:,} KB</source>
        <comment>{name}: {n} checkpoints, {size:,} KB</comment>
        <translation>
            <numerusform>{name}：{n} 个检查点，{size:,} KB</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>1 place taken out</source>
        <comment>{n} places taken out</comment>
        <translation>
            <numerusform>移除了 {n} 处</numerusform>
        </translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>item {index}</source>
        <translation>第 {index} 项</translation>
    </message>
    <message>
        <source>Add item</source>
        <translation>添加项</translation>
    </message>
    <message>
        <source>A value is required.</source>
        <translation>必须填写值。</translation>
    </message>
    <message numerus="yes">
        <source>1 item</source>
        <comment>{n:,} items</comment>
        <translation>
            <numerusform>{n:,} 项</numerusform>
        </translation>
    </message>
    <message>
        <source>Must be {words}.</source>
        <translation>必须是{words}。</translation>
    </message>
    <message numerus="yes">
        <source>Must have at least 1 item.</source>
        <comment>Must have at least {n} items.</comment>
        <translation>
            <numerusform>至少要有 {n} 项。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Must have at most 1 item.</source>
        <comment>Must have at most {n} items.</comment>
        <translation>
            <numerusform>最多只能有 {n} 项。</numerusform>
        </translation>
    </message>
    <message>
        <source>This key is not allowed here.</source>
        <translation>此处不允许这个键。</translation>
    </message>
    <message numerus="yes">
        <source>Must have at least 1 character.</source>
        <comment>Must have at least {n} characters.</comment>
        <translation>
            <numerusform>至少要有 {n} 个字符。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Must have at most 1 character.</source>
        <comment>Must have at most {n} characters.</comment>
        <translation>
            <numerusform>最多只能有 {n} 个字符。</numerusform>
        </translation>
    </message>
    <message>
        <source>Must match the pattern {pattern}.</source>
        <translation>必须匹配模式 {pattern}。</translation>
    </message>
    <message>
        <source>Must be at least {bound}.</source>
        <translation>必须不小于 {bound}。</translation>
    </message>
    <message>
        <source>Must be at most {bound}.</source>
        <translation>必须不大于 {bound}。</translation>
    </message>
    <message>
        <source>Must be more than {bound}.</source>
        <translation>必须大于 {bound}。</translation>
    </message>
    <message>
        <source>Must be less than {bound}.</source>
        <translation>必须小于 {bound}。</translation>
    </message>
    <message>
        <source>Line {line}, column {column}: {message}</source>
        <translation>第 {line} 行第 {column} 列：{message}</translation>
    </message>
    <message>
        <source>A JSON value is missing.</source>
        <translation>缺少 JSON 值。</translation>
    </message>
    <message>
        <source>The key {key} appears twice in one object.</source>
        <translation>键 {key} 在同一对象中出现了两次。</translation>
    </message>
    <message>
        <source>The value is nested too deeply.</source>
        <translation>值嵌套过深。</translation>
    </message>
    <message>
        <source>The text ends too early.</source>
        <translation>文本过早结束。</translation>
    </message>
    <message>
        <source>The text ends too early; a value is expected here (text stands in double quotes).</source>
        <translation>文本过早结束；此处应为一个值（文本要用双引号括起）。</translation>
    </message>
    <message>
        <source>A value is expected here (text stands in double quotes).</source>
        <translation>此处应为一个值（文本要用双引号括起）。</translation>
    </message>
    <message>
        <source>The text ends too early; a comma is expected here.</source>
        <translation>文本过早结束；此处应为逗号。</translation>
    </message>
    <message>
        <source>A comma is expected here.</source>
        <translation>此处应为逗号。</translation>
    </message>
    <message>
        <source>The text ends too early; a colon is expected here.</source>
        <translation>文本过早结束；此处应为冒号。</translation>
    </message>
    <message>
        <source>A colon is expected here.</source>
        <translation>此处应为冒号。</translation>
    </message>
    <message>
        <source>The text ends too early; a key in double quotes is expected here.</source>
        <translation>文本过早结束；此处应为双引号括起的键。</translation>
    </message>
    <message>
        <source>A key in double quotes is expected here.</source>
        <translation>此处应为双引号括起的键。</translation>
    </message>
    <message>
        <source>Nothing more is expected here.</source>
        <translation>此处不应再有内容。</translation>
    </message>
    <message>
        <source>No comma may stand before }.</source>
        <translation>} 之前不能有逗号。</translation>
    </message>
    <message>
        <source>No comma may stand before ].</source>
        <translation>] 之前不能有逗号。</translation>
    </message>
    <message>
        <source>The text ends too early; this text has no closing quote.</source>
        <translation>文本过早结束；此文本缺少右引号。</translation>
    </message>
    <message>
        <source>This text has no closing quote.</source>
        <translation>此文本缺少右引号。</translation>
    </message>
    <message>
        <source>The text ends too early; a line break in a text is written \n.</source>
        <translation>文本过早结束；文本中的换行要写成 \n。</translation>
    </message>
    <message>
        <source>A line break in a text is written \n.</source>
        <translation>文本中的换行要写成 \n。</translation>
    </message>
    <message>
        <source>other keys</source>
        <translation>其他键</translation>
    </message>
    <message>
        <source>Required</source>
        <translation>必填</translation>
    </message>
    <message numerus="yes">
        <source>1 field</source>
        <comment>{n:,} fields</comment>
        <translation>
            <numerusform>{n:,} 个字段</numerusform>
        </translation>
    </message>
    <message>
        <source>Add key</source>
        <translation>添加键</translation>
    </message>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Remove this key</source>
        <translation>移除此键</translation>
    </message>
    <message>
        <source>The key “{text}” is used twice.</source>
        <translation>键“{text}”使用了两次。</translation>
    </message>
    <message numerus="yes">
        <source>1 key</source>
        <comment>{n:,} keys</comment>
        <translation>
            <numerusform>{n:,} 个键</numerusform>
        </translation>
    </message>
    <message>
        <source>Not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>Take the value away</source>
        <translation>移除值</translation>
    </message>
    <message>
        <source>Set to null</source>
        <translation>设为 null</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>empty text</source>
        <translation>空文本</translation>
    </message>
    <message>
        <source>Not JSON. {error}</source>
        <translation>不是 JSON。{error}</translation>
    </message>
    <message>
        <source>choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>any JSON value</source>
        <translation>任意 JSON 值</translation>
    </message>
    <message>
        <source>one of {choices}</source>
        <translation>{choices} 之一</translation>
    </message>
    <message>
        <source> or </source>
        <translation>或</translation>
    </message>
    <message>
        <source>{text} or null</source>
        <translation>{text}或 null</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>表单</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>以及另外 {count} 个</translation>
    </message>
    <message>
        <source>loop</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>等待回答</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>end</source>
        <comment>of a run</comment>
        <translation>结束</translation>
    </message>
    <message>
        <source>checkpoint {id}</source>
        <translation>检查点 {id}</translation>
    </message>
    <message>
        <source>parent {id}</source>
        <translation>父检查点 {id}</translation>
    </message>
    <message>
        <source>no parent</source>
        <translation>没有父检查点</translation>
    </message>
    <message>
        <source>saved {time}</source>
        <translation>保存于 {time}</translation>
    </message>
    <message>
        <source>step {step}, source {source}</source>
        <translation>第 {step} 步，来源 {source}</translation>
    </message>
    <message>
        <source>next: {nodes}</source>
        <translation>下一步：{nodes}</translation>
    </message>
    <message>
        <source>head</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>step {step}, being read</source>
        <translation>第 {step} 步，正在读取</translation>
    </message>
    <message>
        <source>step {step}</source>
        <translation>第 {step} 步</translation>
    </message>
    <message>
        <source>next {nodes}</source>
        <translation>下一步 {nodes}</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>any node</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any channel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>marked or not</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bookmarked</source>
        <translation>已加书签</translation>
    </message>
    <message>
        <source>with a name or a note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>metadata: key=value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A key of the metadata, key=value, or any text in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>where an expression holds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n:,} of {all:,} checkpoints, searching…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n:,} of {all:,} checkpoints, stopped here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{n:,} of {all:,} checkpoints</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pinned: others are compared with it</source>
        <translation>已固定：其他检查点与它比较</translation>
    </message>
    <message>
        <source>Hide the list of threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the list of threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare branch with…</source>
        <translation>将分支与…比较</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Inside {title}</source>
        <translation>{title} 内部</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message numerus="yes">
        <source>1 character was left out: more came than can be shown</source>
        <comment>{n:,} characters were left out: more came than can be shown</comment>
        <translation>
            <numerusform>略去了 {n:,} 个字符：输出超出可显示的数量</numerusform>
        </translation>
    </message>
    <message>
        <source>started: {kind}</source>
        <translation>已开始：{kind}</translation>
    </message>
    <message>
        <source>paused: {text}</source>
        <translation>已暂停：{text}</translation>
    </message>
    <message>
        <source>ended: {how}</source>
        <translation>已结束：{how}</translation>
    </message>
    <message>
        <source>the condition has no value: {text}</source>
        <translation>条件没有值：{text}</translation>
    </message>
    <message>
        <source>due: {due}</source>
        <translation>到期：{due}</translation>
    </message>
    <message>
        <source>kept as recorded: {kept}</source>
        <translation>沿用记录：{kept}</translation>
    </message>
    <message numerus="yes">
        <source>(1 more character)</source>
        <comment>({n:,} more characters)</comment>
        <translation>
            <numerusform>（另有 {n:,} 个字符）</numerusform>
        </translation>
    </message>
    <message>
        <source>{names} and {count} more</source>
        <translation>{names} 以及另外 {count} 个</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>All nodes</source>
        <translation>所有节点</translation>
    </message>
    <message>
        <source>Show only what one node said</source>
        <translation>只显示一个节点的输出</translation>
    </message>
    <message>
        <source>Filter text</source>
        <translation>筛选文本</translation>
    </message>
    <message>
        <source>Clear the log</source>
        <translation>清空日志</translation>
    </message>
    <message>
        <source>What nodes print, log and stream while they run appears here.</source>
        <translation>节点运行时打印、记录和流式输出的内容显示在这里。</translation>
    </message>
    <message>
        <source>Human</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>AI</source>
        <translation>AI</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>聊天</translation>
    </message>
    <message>
        <source>edited · step {step}</source>
        <translation>已编辑 · 第 {step} 步</translation>
    </message>
    <message>
        <source>{node} · step {step}</source>
        <translation>{node} · 第 {step} 步</translation>
    </message>
    <message>
        <source>{node} · not in the state</source>
        <translation>{node} · 不在状态中</translation>
    </message>
    <message>
        <source>{node} writes…</source>
        <translation>{node} 正在输出…</translation>
    </message>
    <message>
        <source>{given:,} tokens in, {made:,} out</source>
        <translation>输入 {given:,} 个 token，输出 {made:,} 个</translation>
    </message>
    <message>
        <source>cannot be read: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>show {n:,} more ({shown:,} of {total:,})</source>
        <comment>show {n:,} more ({shown:,} of {total:,})</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>loading…</source>
        <translation>正在加载…</translation>
    </message>
    <message numerus="yes">
        <source>1 character before this is not shown</source>
        <comment>{n:,} characters before this are not shown</comment>
        <translation>
            <numerusform>此前 {n:,} 个字符未显示</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>1 token</source>
        <comment>{n:,} tokens</comment>
        <translation>
            <numerusform>{n:,} 个 token</numerusform>
        </translation>
    </message>
    <message>
        <source>no content</source>
        <translation>没有内容</translation>
    </message>
    <message>
        <source>result of call {id}</source>
        <translation>调用 {id} 的结果</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>推理</translation>
    </message>
    <message>
        <source>Show all {size:,} characters</source>
        <translation>显示全部 {size:,} 个字符</translation>
    </message>
    <message numerus="yes">
        <source>1 more character: see the panel State</source>
        <comment>{n:,} more characters: see the panel State</comment>
        <translation>
            <numerusform>另有 {n:,} 个字符：见“状态”面板</numerusform>
        </translation>
    </message>
    <message>
        <source>calls {tool}</source>
        <translation>调用 {tool}</translation>
    </message>
    <message>
        <source>result</source>
        <translation>结果</translation>
    </message>
    <message numerus="yes">
        <source>… and 1 more line</source>
        <comment>… and {n:,} more lines</comment>
        <translation>
            <numerusform>… 以及另外 {n:,} 行</numerusform>
        </translation>
    </message>
    <message>
        <source>compiled graph</source>
        <translation>已编译的图</translation>
    </message>
    <message>
        <source>builder, compiled when it is opened</source>
        <translation>构建器，打开时编译</translation>
    </message>
    <message>
        <source>function that makes a graph</source>
        <translation>生成图的函数</translation>
    </message>
    <message>
        <source>{file} offers {count} graphs. Which one shall be opened?</source>
        <translation>{file} 提供了 {count} 个图。要打开哪一个？</translation>
    </message>
    <message>
        <source>{file} holds no compiled graph, but {count} ways to make one. Which one?</source>
        <translation>{file} 中没有已编译的图，但有 {count} 种生成方式。要用哪一种？</translation>
    </message>
    <message>
        <source>The graph in {file} is not compiled. It can be compiled now and opened.</source>
        <translation>{file} 中的图尚未编译。可以现在编译并打开。</translation>
    </message>
    <message>
        <source>{file} holds no graph, but a function that makes one. It can be called now.</source>
        <translation>{file} 中没有图，但有一个生成图的函数。可以现在调用它。</translation>
    </message>
    <message>
        <source>Choose a graph</source>
        <translation>选择图</translation>
    </message>
    <message>
        <source>Shift+Enter begins a new line. In a text of several lines and in JSON, Ctrl+Enter runs.</source>
        <translation>Shift+Enter 换行。在多行文本和 JSON 中，按 Ctrl+Enter 运行。</translation>
    </message>
    <message>
        <source>Input of {stem}</source>
        <translation>{stem} 的输入</translation>
    </message>
    <message>
        <source>Start paused</source>
        <translation>启动并暂停</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Save the input and pause before the first superstep  (F10)</source>
        <translation>保存输入，并在第一个超步之前暂停  (F10)</translation>
    </message>
    <message>
        <source>Run to the next breakpoint, interrupt or the end  (F5)</source>
        <translation>运行到下一个断点、中断或结束  (F5)</translation>
    </message>
    <message>
        <source>Inputs given before  (Up, Down in a line; Ctrl+Up, Ctrl+Down)</source>
        <translation>以前给过的输入  (单行中按上、下键；Ctrl+上、Ctrl+下)</translation>
    </message>
    <message>
        <source>Nothing filled in</source>
        <translation>不预填</translation>
    </message>
    <message>
        <source>Example of the file</source>
        <translation>文件中的示例</translation>
    </message>
    <message>
        <source>Earlier inputs</source>
        <translation>以前的输入</translation>
    </message>
    <message>
        <source>Graphs and exported runs</source>
        <translation>图和导出的运行</translation>
    </message>
    <message>
        <source>Open a graph</source>
        <translation>打开图</translation>
    </message>
    <message>
        <source>{name} opens in a window of its own</source>
        <translation>{name} 将在单独的窗口中打开</translation>
    </message>
    <message>
        <source>No window could be started for {name}.</source>
        <translation>无法为 {name} 启动窗口。</translation>
    </message>
    <message>
        <source>Opening {name}…</source>
        <translation>正在打开 {name}…</translation>
    </message>
    <message>
        <source>Reloading {name}…</source>
        <translation>正在重新加载 {name}…</translation>
    </message>
    <message>
        <source>There is no file {path}.</source>
        <translation>文件 {path} 不存在。</translation>
    </message>
    <message>
        <source>Check the path.</source>
        <translation>请检查路径。</translation>
    </message>
    <message>
        <source>{name} is neither a Python file nor an exported run.</source>
        <translation>{name} 既不是 Python 文件，也不是导出的运行。</translation>
    </message>
    <message>
        <source>Choose a file that ends in .py or .pregelrun.</source>
        <translation>请选择以 .py 或 .pregelrun 结尾的文件。</translation>
    </message>
    <message>
        <source>Run code of this folder?</source>
        <translation>运行此文件夹的代码？</translation>
    </message>
    <message>
        <source>Opening {name} runs its code.</source>
        <translation>打开 {name} 会运行其中的代码。</translation>
    </message>
    <message>
        <source>You are not asked again for files in this folder, nor for folders in it.</source>
        <translation>此文件夹及其子文件夹中的文件不会再次询问。</translation>
    </message>
    <message>
        <source>Open only what you trust.</source>
        <translation>请只打开您信任的内容。</translation>
    </message>
    <message>
        <source>Trust the folder and open</source>
        <translation>信任文件夹并打开</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>waits for an answer</source>
        <translation>等待回答</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>A Python file that builds a StateGraph. Drop it here or choose it.</source>
        <translation>一个构建 StateGraph 的 Python 文件。拖放到此处或选择它。</translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Or look at a thread of the database</source>
        <translation>或查看数据库中的线程</translation>
    </message>
    <message numerus="yes">
        <source>1 checkpoint</source>
        <comment>{n} checkpoints</comment>
        <translation>
            <numerusform>{n} 个检查点</numerusform>
        </translation>
    </message>
    <message>
        <source>The graph&apos;s process ended</source>
        <translation>图的进程已结束</translation>
    </message>
    <message>
        <source>Attach a debugger</source>
        <translation>附加调试器</translation>
    </message>
    <message>
        <source>The graph&apos;s process waits for a debugger at {host}:{port}</source>
        <translation>图的进程正在 {host}:{port} 等待调试器</translation>
    </message>
    <message>
        <source>Attach to it with debugpy, for example in VS Code: Run and Debug, Python Debugger, Remote Attach. Breakpoints in lines of nodes hold from then on. While a line is held the whole process stands still and this window waits for it.</source>
        <translation>用 debugpy 附加到它，例如在 VS Code 中：运行和调试、Python 调试程序、远程附加。此后节点代码行中的断点即会生效。停在某一行时，整个进程都会停住，本窗口会等待它。</translation>
    </message>
    <message>
        <source>Show details</source>
        <translation>显示详情</translation>
    </message>
    <message>
        <source>Resume from the last checkpoint</source>
        <translation>从上一个检查点恢复</translation>
    </message>
    <message>
        <source>Choose Python</source>
        <translation>选择 Python</translation>
    </message>
    <message>
        <source>Which Python shall run {name}?</source>
        <translation>用哪个 Python 运行 {name}？</translation>
    </message>
    <message>
        <source>Interpreters</source>
        <translation>解释器</translation>
    </message>
    <message>
        <source>As found: {path}</source>
        <translation>自动找到：{path}</translation>
    </message>
    <message>
        <source>chosen before</source>
        <translation>以前选择的</translation>
    </message>
    <message>
        <source>Now: {current}</source>
        <translation>当前：{current}</translation>
    </message>
    <message>
        <source>Another…</source>
        <translation>其他…</translation>
    </message>
    <message>
        <source>Use and reload</source>
        <translation>使用并重新加载</translation>
    </message>
    <message>
        <source>Choose a Python interpreter</source>
        <translation>选择 Python 解释器</translation>
    </message>
    <message>
        <source>chosen now</source>
        <translation>刚才选择的</translation>
    </message>
    <message>
        <source>{file} was deleted or renamed. The graph that was loaded from it stays.</source>
        <translation>{file} 已被删除或改名。从中加载的图仍然保留。</translation>
    </message>
    <message>
        <source>It is loaded again when a file of that name is there again.</source>
        <translation>同名文件再次出现时会重新加载。</translation>
    </message>
    <message>
        <source>{name} is gone</source>
        <translation>{name} 不见了</translation>
    </message>
    <message>
        <source>{name} was not loaded again; the graph stays as it was</source>
        <translation>{name} 未能重新加载；图保持原样</translation>
    </message>
    <message>
        <source>History of the branch</source>
        <translation>分支的历史</translation>
    </message>
    <message>
        <source>Step {step} of {last}</source>
        <translation>第 {step} 步，共 {last} 步</translation>
    </message>
    <message>
        <source>It failed; the record does not say how.</source>
        <translation>它失败了；记录中没有说明原因。</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The channel whose messages are shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>Go to the last message and follow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at step {step}, which brought it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select {node}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>1 message</source>
        <comment>{n:,} messages</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>1 new in this step</source>
        <comment>{n:,} new in this step</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>1 being written</source>
        <comment>{n:,} being written</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Messages between people, models and tools appear here as a chat.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No channel holds messages at this checkpoint.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>匹配内容</translation>
    </message>
    <message>
        <source>checkpoint {checkpoint_id}, saved {created_at}</source>
        <translation>检查点 {checkpoint_id}，保存于 {created_at}</translation>
    </message>
    <message>
        <source>Find in all checkpoints of the thread</source>
        <translation>在线程的所有检查点中查找</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Keys and values of every checkpoint of the thread are searched.</source>
        <translation>将搜索线程的每个检查点的键和值。</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>stopped here</source>
        <translation>到此为止</translation>
    </message>
    <message numerus="yes">
        <source>{hits:,} found in 1 checkpoint</source>
        <comment>{hits:,} found in {n:,} checkpoints</comment>
        <translation>
            <numerusform>在 {n:,} 个检查点中找到 {hits:,} 处</numerusform>
        </translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>The session is closed.</source>
        <translation>会话已关闭。</translation>
    </message>
    <message>
        <source>The session was closed before it could answer.</source>
        <translation>会话在回答之前已关闭。</translation>
    </message>
    <message>
        <source>It was deleted by another program; the history was read anew.</source>
        <translation>它已被其他程序删除；历史已重新读取。</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Waiting for an answer</source>
        <translation>等待回答</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Pausing: the running tasks finish</source>
        <translation>正在暂停：等待运行中的任务完成</translation>
    </message>
    <message>
        <source>Stopping: the running tasks are given up</source>
        <translation>正在停止：放弃运行中的任务</translation>
    </message>
    <message>
        <source>Paused before {names}</source>
        <translation>已在 {names} 之前暂停</translation>
    </message>
    <message>
        <source>Paused: {why}</source>
        <translation>已暂停：{why}</translation>
    </message>
    <message>
        <source>{names} waits for an answer</source>
        <translation>{names} 等待回答</translation>
    </message>
    <message>
        <source>{node} failed</source>
        <translation>{node} 失败</translation>
    </message>
    <message>
        <source>Run to superstep</source>
        <translation>运行到超步</translation>
    </message>
    <message>
        <source>Pause before superstep</source>
        <translation>在此超步之前暂停</translation>
    </message>
    <message>
        <source>Run to expression</source>
        <translation>运行到表达式成立</translation>
    </message>
    <message>
        <source>Pause before the superstep at which this holds</source>
        <translation>在此表达式成立的超步之前暂停</translation>
    </message>
    <message>
        <source>Open thread</source>
        <translation>打开线程</translation>
    </message>
    <message>
        <source>Id of the thread</source>
        <translation>线程 ID</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Delete thread</source>
        <translation>删除线程</translation>
    </message>
    <message>
        <source>Delete the thread {thread_id}?</source>
        <translation>删除线程 {thread_id}？</translation>
    </message>
    <message>
        <source>All its checkpoints are removed from the database. This cannot be undone.</source>
        <translation>它的所有检查点都会从数据库中删除，且无法撤销。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;History</source>
        <translation>历史(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Graph</source>
        <translation>图(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>Toolbar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>更多操作</translation>
    </message>
    <message>
        <source>Toggle breakpoint</source>
        <translation>切换断点</translation>
    </message>
    <message>
        <source>Pause before the selected node</source>
        <translation>在所选节点之前暂停</translation>
    </message>
    <message>
        <source>Conditional breakpoint…</source>
        <translation>条件断点…</translation>
    </message>
    <message>
        <source>Write when to pause before the selected node</source>
        <translation>填写何时在所选节点之前暂停</translation>
    </message>
    <message>
        <source>Breakpoints are enabled</source>
        <translation>启用断点</translation>
    </message>
    <message>
        <source>Disable all breakpoints, or enable all</source>
        <translation>禁用或启用所有断点</translation>
    </message>
    <message>
        <source>Fit graph</source>
        <translation>适应窗口</translation>
    </message>
    <message>
        <source>Show the whole graph</source>
        <translation>显示整个图</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Original size</source>
        <translation>原始大小</translation>
    </message>
    <message>
        <source>Show channels in the graph</source>
        <translation>在图中显示通道</translation>
    </message>
    <message>
        <source>Find a node…</source>
        <translation>查找节点…</translation>
    </message>
    <message>
        <source>Go to a node by a part of its name; / in the graph does it too</source>
        <translation>按名称的一部分转到节点；在图中按 / 也可以</translation>
    </message>
    <message>
        <source>Zoom to the selected node</source>
        <translation>缩放到所选节点</translation>
    </message>
    <message>
        <source>As large as life, an expanded one as large as it fits; Z in the graph</source>
        <translation>显示为原始大小，展开的节点则尽量放大；在图中按 Z</translation>
    </message>
    <message>
        <source>Expand or collapse the subgraph</source>
        <translation>展开或折叠子图</translation>
    </message>
    <message>
        <source>Draw it inside of the graph, or as one card again; E in the graph</source>
        <translation>在图中就地绘制子图，或恢复为一张卡片；在图中按 E</translation>
    </message>
    <message>
        <source>Expand all subgraphs</source>
        <translation>展开所有子图</translation>
    </message>
    <message>
        <source>Collapse all subgraphs</source>
        <translation>折叠所有子图</translation>
    </message>
    <message>
        <source>Reset moved nodes</source>
        <translation>重置移动过的节点</translation>
    </message>
    <message>
        <source>Put every node that was moved by hand back to where it was laid out</source>
        <translation>把手动移动过的节点放回布局位置</translation>
    </message>
    <message>
        <source>Minimap</source>
        <translation>小地图</translation>
    </message>
    <message>
        <source>A map of the whole graph, where it does not fit</source>
        <translation>图放不下时显示的全图缩略</translation>
    </message>
    <message>
        <source>Legend of the graph</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>No heat on nodes</source>
        <translation>节点不显示热度</translation>
    </message>
    <message>
        <source>Heat by runs</source>
        <translation>按运行次数显示热度</translation>
    </message>
    <message>
        <source>Heat by time</source>
        <translation>按时间显示热度</translation>
    </message>
    <message>
        <source>Heat by errors</source>
        <translation>按错误显示热度</translation>
    </message>
    <message>
        <source>Played from the record</source>
        <translation>正在播放记录</translation>
    </message>
    <message>
        <source>Give input to start</source>
        <translation>提供输入以开始</translation>
    </message>
    <message>
        <source>{names} failed</source>
        <translation>{names} 失败</translation>
    </message>
    <message>
        <source>{names} failed here</source>
        <translation>{names} 在此失败</translation>
    </message>
    <message>
        <source>{names} asked here</source>
        <translation>{names} 在此提问</translation>
    </message>
    <message>
        <source>{names} wrote here</source>
        <translation>{names} 在此写入</translation>
    </message>
    <message>
        <source>Due: {names}</source>
        <translation>到期：{names}</translation>
    </message>
    <message>
        <source>{next} cannot run: the graph lacks it</source>
        <translation>{next} 无法运行：图中没有它</translation>
    </message>
    <message>
        <source>Nothing is due: the end of this branch</source>
        <translation>没有到期的任务：此分支到此结束</translation>
    </message>
    <message>
        <source>Type what to do</source>
        <translation>输入要做的事</translation>
    </message>
    <message>
        <source>Find an action</source>
        <translation>查找操作</translation>
    </message>
    <message>
        <source>Nothing found for “{text}”</source>
        <translation>未找到“{text}”</translation>
    </message>
    <message>
        <source>Compare with a checkpoint…</source>
        <translation>与检查点比较…</translation>
    </message>
    <message>
        <source>Of any thread and namespace, found by step, node, name or id</source>
        <translation>任一线程和命名空间，按步、节点、名称或 ID 查找</translation>
    </message>
    <message>
        <source>Two branches side by side from their fork, superstep by superstep</source>
        <translation>两个分支从分叉处起逐个超步并排显示</translation>
    </message>
    <message>
        <source>{node} has not run until here</source>
        <translation>到此为止 {node} 还没有运行过</translation>
    </message>
    <message>
        <source>Float or dock</source>
        <translation>浮动或停靠</translation>
    </message>
    <message>
        <source>Close the panel</source>
        <translation>关闭面板</translation>
    </message>
    <message>
        <source>Export the graph…</source>
        <translation>导出图…</translation>
    </message>
    <message>
        <source>As it is drawn: SVG, PNG or PDF; or as Mermaid text</source>
        <translation>按绘制的样子导出为 SVG、PNG 或 PDF；或导出为 Mermaid 文本</translation>
    </message>
    <message>
        <source>Export the run…</source>
        <translation>导出运行…</translation>
    </message>
    <message>
        <source>One file that opens elsewhere without code; rules take private things out</source>
        <translation>一个无需代码即可在别处打开的文件；可用规则移除私密内容</translation>
    </message>
    <message>
        <source>An expression, such as len(findings) &gt; 3</source>
        <translation>表达式，例如 len(findings) &gt; 3</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>A Python file that builds a graph</source>
        <translation>一个构建图的 Python 文件</translation>
    </message>
    <message>
        <source>Reload graph</source>
        <translation>重新加载图</translation>
    </message>
    <message>
        <source>Load the open file again after it was changed</source>
        <translation>文件更改后重新加载</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Read what other programs saved since; coming back to the window does it too</source>
        <translation>读取其他程序此后保存的内容；切换回窗口时也会读取</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>New thread</source>
        <translation>新建线程</translation>
    </message>
    <message>
        <source>Open thread…</source>
        <translation>打开线程…</translation>
    </message>
    <message>
        <source>Show a thread by its id</source>
        <translation>按 ID 显示线程</translation>
    </message>
    <message>
        <source>Delete thread…</source>
        <translation>删除线程…</translation>
    </message>
    <message>
        <source>Remove all checkpoints of the thread shown</source>
        <translation>删除所显示线程的所有检查点</translation>
    </message>
    <message>
        <source>Step back</source>
        <translation>后退一步</translation>
    </message>
    <message>
        <source>Look at the checkpoint before this one; nothing runs</source>
        <translation>查看上一个检查点；不运行任何内容</translation>
    </message>
    <message>
        <source>Step forward in history</source>
        <translation>在历史中前进一步</translation>
    </message>
    <message>
        <source>Look at the checkpoint after this one; nothing runs</source>
        <translation>查看下一个检查点；不运行任何内容</translation>
    </message>
    <message>
        <source>Play the history</source>
        <translation>播放历史</translation>
    </message>
    <message>
        <source>Show what was recorded superstep by superstep; nothing runs</source>
        <translation>逐个超步显示记录的内容；不运行任何内容</translation>
    </message>
    <message>
        <source>Return to head</source>
        <translation>回到最新</translation>
    </message>
    <message>
        <source>Filter checkpoints…</source>
        <translation>筛选检查点…</translation>
    </message>
    <message>
        <source>By node, channel, source, metadata and expression</source>
        <translation>按节点、通道、来源、元数据和表达式</translation>
    </message>
    <message>
        <source>Run again from here…</source>
        <translation>从此处重新执行…</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>重新执行</translation>
    </message>
    <message>
        <source>Execute again from the checkpoint looked at, in a new branch</source>
        <translation>从所查看的检查点起，在新分支中重新执行</translation>
    </message>
    <message>
        <source>Fork from here…</source>
        <translation>从此处分叉…</translation>
    </message>
    <message>
        <source>Change the state of this checkpoint in a new branch</source>
        <translation>在新分支中更改此检查点的状态</translation>
    </message>
    <message>
        <source>Edit state…</source>
        <translation>编辑状态…</translation>
    </message>
    <message>
        <source>Save changed channels of this checkpoint as a new one</source>
        <translation>把此检查点中更改的通道保存为新检查点</translation>
    </message>
    <message>
        <source>Compare others with this checkpoint</source>
        <translation>将其他检查点与此比较</translation>
    </message>
    <message>
        <source>Pin it: Diff compares whatever is looked at from now on with it</source>
        <translation>固定它：此后“差异”面板将查看的内容与它比较</translation>
    </message>
    <message>
        <source>Compare with the checkpoint before</source>
        <translation>与上一个检查点比较</translation>
    </message>
    <message>
        <source>Unpin: Diff compares each checkpoint with its parent again</source>
        <translation>取消固定：“差异”面板重新将每个检查点与其父检查点比较</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Show graph</source>
        <translation>显示图</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Show history</source>
        <translation>显示历史</translation>
    </message>
    <message>
        <source>Show state</source>
        <translation>显示状态</translation>
    </message>
    <message>
        <source>Show versions</source>
        <translation>显示版本</translation>
    </message>
    <message>
        <source>Show tasks</source>
        <translation>显示任务</translation>
    </message>
    <message>
        <source>Show why</source>
        <translation>显示原因</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Show timeline</source>
        <translation>显示时间线</translation>
    </message>
    <message>
        <source>Show log</source>
        <translation>显示日志</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Show problems</source>
        <translation>显示问题</translation>
    </message>
    <message>
        <source>Show source</source>
        <translation>显示源代码</translation>
    </message>
    <message>
        <source>Breakpoints</source>
        <translation>断点</translation>
    </message>
    <message>
        <source>Show breakpoints</source>
        <translation>显示断点</translation>
    </message>
    <message>
        <source>Diff</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Show diff</source>
        <translation>显示差异</translation>
    </message>
    <message>
        <source>Branches</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Show branches</source>
        <translation>显示分支</translation>
    </message>
    <message>
        <source>Show search</source>
        <translation>显示搜索</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>监视</translation>
    </message>
    <message>
        <source>Show watch</source>
        <translation>显示监视</translation>
    </message>
    <message>
        <source>Viewing step {step} of {last}</source>
        <translation>正在查看第 {step} 步，共 {last} 步</translation>
    </message>
    <message>
        <source>Viewing step {step} of {last} on another branch</source>
        <translation>正在查看另一分支的第 {step} 步，共 {last} 步</translation>
    </message>
    <message>
        <source>It was recorded; nothing runs.</source>
        <translation>这是记录的内容，没有运行任何内容。</translation>
    </message>
    <message>
        <source>In node {node}: {what}</source>
        <translation>节点 {node} 中：{what}</translation>
    </message>
    <message>
        <source>What helps: {remedy}</source>
        <translation>解决办法：{remedy}</translation>
    </message>
    <message>
        <source>Details of the problem</source>
        <translation>问题详情</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>Dismiss all</source>
        <translation>全部忽略</translation>
    </message>
    <message>
        <source>Errors of files, databases and nodes will appear here and stay until dismissed.</source>
        <translation>文件、数据库和节点的错误会显示在这里，直到被忽略。</translation>
    </message>
    <message>
        <source>{name} changed its input</source>
        <translation>{name} 修改了自己的输入</translation>
    </message>
    <message>
        <source>It holds when the window is opened the next time</source>
        <translation>下次打开窗口时生效</translation>
    </message>
    <message>
        <source>Reload when the file is saved</source>
        <translation>文件保存时重新加载</translation>
    </message>
    <message>
        <source>Also when a module is saved that the file imports from beside it</source>
        <translation>保存该文件从旁边导入的模块时也会重新加载</translation>
    </message>
    <message>
        <source>Choose Python…</source>
        <translation>选择 Python…</translation>
    </message>
    <message>
        <source>Which runs the file opened last; by itself it is that of its project</source>
        <translation>用于运行最近打开的文件；默认使用其项目的 Python</translation>
    </message>
    <message>
        <source>Restart the graph&apos;s process</source>
        <translation>重启图的进程</translation>
    </message>
    <message>
        <source>End it, whatever it does, and go on with a new one; what is saved stays</source>
        <translation>无论它在做什么都结束它，并换用新进程；已保存的内容保留</translation>
    </message>
    <message>
        <source>Attach a debugger…</source>
        <translation>附加调试器…</translation>
    </message>
    <message>
        <source>Step through the lines of nodes with debugpy, where it is installed</source>
        <translation>用 debugpy 逐行调试节点（需已安装）</translation>
    </message>
    <message>
        <source>Run graphs in a process of their own</source>
        <translation>在单独的进程中运行图</translation>
    </message>
    <message>
        <source>Holds when the window is opened the next time</source>
        <translation>下次打开窗口时生效</translation>
    </message>
    <message>
        <source>Run again from here</source>
        <translation>从此处重新执行</translation>
    </message>
    <message>
        <source>Looking up what would execute…</source>
        <translation>正在查询会执行什么…</translation>
    </message>
    <message>
        <source>Step one superstep</source>
        <translation>执行一个超步</translation>
    </message>
    <message>
        <source>From step {step} these tasks execute again, with all their effects on the outside world:

{names}</source>
        <translation>从第 {step} 步起，以下任务会重新执行，包括它们对外界的所有影响：

{names}</translation>
    </message>
    <message>
        <source>Nothing is due at this checkpoint: there is nothing to execute.</source>
        <translation>此检查点没有到期的任务：没有可执行的内容。</translation>
    </message>
    <message>
        <source>Recorded writes are taken over without running: {kept}.</source>
        <translation>直接沿用已记录的写入而不运行：{kept}。</translation>
    </message>
    <message>
        <source>The run goes on in a new branch; the recorded one stays as it is.</source>
        <translation>运行将在新分支中继续；已记录的分支保持不变。</translation>
    </message>
    <message>
        <source>This checkpoint cannot be continued: {message}</source>
        <translation>无法从此检查点继续：{message}</translation>
    </message>
    <message>
        <source>{name}, {count} times</source>
        <translation>{name}，{count} 次</translation>
    </message>
    <message>
        <source>New input…</source>
        <translation>新输入…</translation>
    </message>
    <message>
        <source>Give new input to the thread and run</source>
        <translation>向线程提供新输入并运行</translation>
    </message>
    <message>
        <source>Restart with the same input</source>
        <translation>用相同输入重新开始</translation>
    </message>
    <message>
        <source>Give the thread&apos;s input again, to a fresh thread</source>
        <translation>把线程的输入再次交给新线程</translation>
    </message>
    <message>
        <source>Restart with edited input…</source>
        <translation>编辑输入后重新开始…</translation>
    </message>
    <message>
        <source>Change the thread&apos;s input and give it to a fresh thread</source>
        <translation>修改线程的输入并交给新线程</translation>
    </message>
    <message>
        <source>Run to the next breakpoint, interrupt or the end</source>
        <translation>运行到下一个断点、中断或结束</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Execute the tasks that wait at the head of the run</source>
        <translation>执行在运行最新位置等待的任务</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Finish the running tasks, start none</source>
        <translation>完成运行中的任务，不再启动新任务</translation>
    </message>
    <message>
        <source>End the run; writes of finished tasks stay</source>
        <translation>结束运行；已完成任务的写入保留</translation>
    </message>
    <message>
        <source>Step superstep</source>
        <translation>单步执行超步</translation>
    </message>
    <message>
        <source>Superstep</source>
        <translation>超步</translation>
    </message>
    <message>
        <source>Plan, execute and update once, then pause</source>
        <translation>计划、执行、更新各一次，然后暂停</translation>
    </message>
    <message>
        <source>Step task</source>
        <translation>单步执行任务</translation>
    </message>
    <message>
        <source>Execute one task, then pause</source>
        <translation>执行一个任务，然后暂停</translation>
    </message>
    <message>
        <source>Run to node</source>
        <translation>运行到节点</translation>
    </message>
    <message>
        <source>Run until the selected node is due</source>
        <translation>运行到所选节点到期</translation>
    </message>
    <message>
        <source>Run to superstep…</source>
        <translation>运行到超步…</translation>
    </message>
    <message>
        <source>Run until a superstep is due</source>
        <translation>运行到某个超步到期</translation>
    </message>
    <message>
        <source>Run to expression…</source>
        <translation>运行到表达式成立…</translation>
    </message>
    <message>
        <source>Run until an expression over the channels holds</source>
        <translation>运行到关于通道的表达式成立</translation>
    </message>
    <message>
        <source>Step selected task</source>
        <translation>单步执行所选任务</translation>
    </message>
    <message>
        <source>Execute the task that is selected in Tasks before the others</source>
        <translation>先执行“任务”面板中所选的任务</translation>
    </message>
    <message>
        <source>Answer interrupt…</source>
        <translation>回答中断…</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Read what is asked, approve, reject or answer</source>
        <translation>阅读问题，然后批准、拒绝或回答</translation>
    </message>
    <message>
        <source>Stopped by the graph</source>
        <translation>被图停止</translation>
    </message>
    <message>
        <source>Pausing</source>
        <translation>正在暂停</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Checkpoints are kept in memory and end with the window</source>
        <translation>检查点只保存在内存中，关闭窗口后即丢失</translation>
    </message>
    <message>
        <source>Checkpoints are kept in {database}</source>
        <translation>检查点保存在 {database}</translation>
    </message>
    <message>
        <source>The graph runs in {path}</source>
        <translation>图在 {path} 中运行</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>计划</translation>
    </message>
    <message>
        <source>Execute</source>
        <translation>执行</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>(in plan)</source>
        <translation>（计划中）</translation>
    </message>
    <message>
        <source>(in execute)</source>
        <translation>（执行中）</translation>
    </message>
    <message>
        <source>(in update)</source>
        <translation>（更新中）</translation>
    </message>
    <message>
        <source>No superstep yet</source>
        <translation>尚无超步</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Next: superstep {step}</source>
        <translation>下一步：超步 {step}</translation>
    </message>
    <message>
        <source>Superstep {step}</source>
        <translation>超步 {step}</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待回答</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>Choose a thread</source>
        <translation>选择线程</translation>
    </message>
    <message>
        <source>No thread</source>
        <translation>没有线程</translation>
    </message>
    <message>
        <source>Thread {name}</source>
        <translation>线程 {name}</translation>
    </message>
    <message>
        <source>Thread {name}, not saved yet</source>
        <translation>线程 {name}，尚未保存</translation>
    </message>
    <message>
        <source>of another graph</source>
        <translation>属于另一个图</translation>
    </message>
    <message>
        <source>Changed {changed_at}</source>
        <translation>更改于 {changed_at}</translation>
    </message>
    <message>
        <source>and {hidden} more</source>
        <translation>以及另外 {hidden} 个</translation>
    </message>
    <message>
        <source>interrupt(): the task stops here and asks. With the answer it runs again from its first line.</source>
        <translation>interrupt()：任务停在这里提问。得到回答后，它从第一行起重新运行。</translation>
    </message>
    <message>
        <source>Select a node to read its function here.</source>
        <translation>选择一个节点即可在此阅读它的函数。</translation>
    </message>
    <message>
        <source>{name} has no Python source that could be shown.</source>
        <translation>{name} 没有可以显示的 Python 源代码。</translation>
    </message>
    <message>
        <source>{path} cannot be read: {message}</source>
        <translation>无法读取 {path}：{message}</translation>
    </message>
    <message>
        <source>line {line}</source>
        <translation>第 {line} 行</translation>
    </message>
    <message>
        <source>lines {first_line} to {last_line}</source>
        <translation>第 {first_line} 至 {last_line} 行</translation>
    </message>
    <message>
        <source>waiting for approval</source>
        <translation>等待批准</translation>
    </message>
    <message>
        <source>{status} · {count} · {changed} · another graph</source>
        <translation>{status} · {count} · {changed} · 属于另一个图</translation>
    </message>
    <message>
        <source>{status} · {count} · {changed}</source>
        <translation>{status} · {count} · {changed}</translation>
    </message>
    <message>
        <source>created {time}</source>
        <translation>创建于 {time}</translation>
    </message>
    <message>
        <source>changed {time}</source>
        <translation>更改于 {time}</translation>
    </message>
    <message>
        <source>{size:,} bytes</source>
        <translation>{size:,} 字节</translation>
    </message>
    <message>
        <source>being read</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>By id, name, note, status or metadata</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name, note and colour of the thread…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy thread id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy thread…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All its checkpoints and notes, under another id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size by channel…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the bytes of the thread are made of</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prune thread…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove checkpoints by a rule; says how many go before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reclaim space…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rewrite the database file without what is free in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mark the checkpoint looked at, or take the mark away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name, note and colour…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the checkpoint looked at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to step or checkpoint…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By the number of the step, or by the checkpoint&apos;s id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step {step} of {thread}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Id of the copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reclaim space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rewrite the database file without what is free in it?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deleted and pruned checkpoints leave room in the file that only this gives back. It takes a moment, and as much room on the disk as the file has; nothing that is stored changes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rewrite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rewriting the database file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{size} given back; the file has {whole} now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to step or checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of the step, or id of the checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no {wanted} in this thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prune thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the newest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep only the ends of branches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep only what has a name or a bookmark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove what was saved before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep what has a name or a bookmark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The newest checkpoint always stays. What stays reads as before; checkpoints of subgraphs go with those they belong to. This cannot be undone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prune</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing goes: all {total:,} stay.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>1 checkpoint of {total:,} goes, about {size} of {whole}.</source>
        <comment>{n:,} checkpoints of {total:,} go, about {size} of {whole}.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>1 checkpoint of {total:,} goes.</source>
        <comment>{n:,} checkpoints of {total:,} go.</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Pruning…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Created</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Part of an id, a name or a note; metadata:key=value finds what was stored with it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Status of the threads listed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any status</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order of the threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking through all threads…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smallest or oldest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest or newest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>1 thread found</source>
        <comment>{n:,} threads found</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>1 thread</source>
        <comment>{n:,} threads</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Measuring, {known:,} of {seen:,}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prune…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checkpoints: versions, small values, metadata</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Small writes of tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes of tasks to {channel}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>1 piece</source>
        <comment>{n:,} pieces</comment>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Size by channel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This store does not tell sizes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{size} in all</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
