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
        <source>Keyboard shortcuts…</source>
        <translation>键盘快捷键…</translation>
    </message>
    <message>
        <source>Every action with its keys, and other keys for it</source>
        <translation>所有操作及其快捷键，并可更改</translation>
    </message>
    <message>
        <source>Tour of the window</source>
        <translation>窗口导览</translation>
    </message>
    <message>
        <source>Seven parts of the window, a sentence each; a minute</source>
        <translation>窗口的七个部分，每部分一句话；约一分钟</translation>
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
        <source>Approvals ({count})</source>
        <translation>审批 ({count})</translation>
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
        <source>All threads</source>
        <translation>所有线程</translation>
    </message>
    <message>
        <source>This thread</source>
        <translation>此线程</translation>
    </message>
    <message>
        <source>This checkpoint</source>
        <translation>此检查点</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>已回答</translation>
    </message>
    <message>
        <source>Which answers are listed</source>
        <translation>列出哪些回答</translation>
    </message>
    <message>
        <source>Answer…</source>
        <translation>回答…</translation>
    </message>
    <message>
        <source>Go to the checkpoint that asked</source>
        <translation>转到提问的检查点</translation>
    </message>
    <message>
        <source>Answer otherwise…</source>
        <translation>改答…</translation>
    </message>
    <message>
        <source>Answer otherwise, on a branch from the checkpoint that asked; what was stays as it is</source>
        <translation>在从提问检查点建立的分支上改答；原有内容保持不变</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Look through all threads again</source>
        <translation>重新查找所有线程</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>The selected answer</source>
        <translation>所选回答</translation>
    </message>
    <message>
        <source>Nothing waits for an answer. Questions of every thread are listed here.</source>
        <translation>没有等待回答的问题。所有线程的问题都会列在这里。</translation>
    </message>
    <message>
        <source>Answers that are given here are written down: who, when, what exactly, and what became of it.</source>
        <translation>在此给出的回答会被记录：谁、何时、具体内容以及结果如何。</translation>
    </message>
    <message>
        <source>Waiting ({count})</source>
        <translation>等待中 ({count})</translation>
    </message>
    <message>
        <source>Looked at {done:,} of {total:,} threads</source>
        <translation>已查看线程 {done:,}/{total:,}</translation>
    </message>
    <message numerus="yes">
        <source>in 1 thread</source>
        <comment>in {n:,} threads</comment>
        <translation>
            <numerusform>在 {n:,} 个线程中</numerusform>
        </translation>
    </message>
    <message>
        <source>the newest {count:,} answers</source>
        <translation>最新的 {count:,} 个回答</translation>
    </message>
    <message numerus="yes">
        <source>1 answer</source>
        <comment>{n:,} answers</comment>
        <translation>
            <numerusform>{n:,} 个回答</numerusform>
        </translation>
    </message>
    <message>
        <source>{who} answered {asker}</source>
        <translation>{who} 回答了 {asker}</translation>
    </message>
    <message>
        <source>at {when}</source>
        <translation>时间：{when}</translation>
    </message>
    <message>
        <source>Outcome: {outcome}</source>
        <translation>结果：{outcome}</translation>
    </message>
    <message>
        <source>Thread: {thread}</source>
        <translation>线程：{thread}</translation>
    </message>
    <message>
        <source>Checkpoint: {checkpoint}</source>
        <translation>检查点：{checkpoint}</translation>
    </message>
    <message>
        <source>SHA-256 of the payload: {digest}</source>
        <translation>负载的 SHA-256：{digest}</translation>
    </message>
    <message>
        <source>Answer:</source>
        <translation>回答：</translation>
    </message>
    <message>
        <source>Asked:</source>
        <translation>提问：</translation>
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
        <source>Where it stops</source>
        <translation>停在哪里</translation>
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
        <translation>更改</translation>
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
        <translation>{milliseconds:.0f} ms</translation>
    </message>
    <message>
        <source>{seconds:,.1f} s</source>
        <translation>{seconds:,.1f} s</translation>
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
    <message>
        <source>To step {step}</source>
        <translation>到第 {step} 步</translation>
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
        <source>Answer {asker} otherwise</source>
        <translation>对 {asker} 改答</translation>
    </message>
    <message>
        <source>{who} answered {answer} at {when}. Another answer makes a branch from the checkpoint that asked: {node} alone runs again there. What was stays as it is.</source>
        <translation>{who} 于 {when} 回答了 {answer}。另一个回答会从提问的检查点建立分支：只有 {node} 会在那里重新执行。原有内容保持不变。</translation>
    </message>
    <message>
        <source>thread {thread}</source>
        <translation>线程 {thread}</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Fork with this answer</source>
        <translation>用此回答分叉</translation>
    </message>
    <message>
        <source>Compare with a checkpoint of any thread and namespace…</source>
        <translation>与任一线程和命名空间的检查点比较…</translation>
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
        <source>Fork and pause</source>
        <translation>分叉并暂停</translation>
    </message>
    <message>
        <source>Fork and run</source>
        <translation>分叉并运行</translation>
    </message>
    <message>
        <source>Undo  (Ctrl+Z)</source>
        <translation>撤销  (Ctrl+Z)</translation>
    </message>
    <message>
        <source>Redo  (Ctrl+Shift+Z)</source>
        <translation>重做  (Ctrl+Shift+Z)</translation>
    </message>
    <message>
        <source>thread {thread_id}   ·   step {step}   ·   checkpoint {checkpoint_id}</source>
        <translation>线程 {thread_id}   ·   第 {step} 步   ·   检查点 {checkpoint_id}</translation>
    </message>
    <message>
        <source>Write as node</source>
        <translation>以节点身份写入</translation>
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
        <source>Executes again</source>
        <translation>重新执行</translation>
    </message>
    <message>
        <source>{names}, which ran before on another branch</source>
        <translation>{names}，以前在另一分支上运行过</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>recorded writes of {names}; they do not run again</source>
        <translation>{names} 已记录的写入；它们不会重新执行</translation>
    </message>
    <message>
        <source>Left behind</source>
        <translation>不再沿用</translation>
    </message>
    <message>
        <source>recorded writes of {names}; they run again when due</source>
        <translation>{names} 已记录的写入；轮到它们时会重新执行</translation>
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
        <source>due</source>
        <translation>待执行</translation>
    </message>
    <message>
        <source>wrote</source>
        <translation>已写入</translation>
    </message>
    <message>
        <source>waiting for an answer</source>
        <translation>等待回答</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>kept its recorded writes</source>
        <translation>沿用了记录的写入</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>no run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>{total} in all</source>
        <translation>共 {total}</translation>
    </message>
    <message>
        <source>no time known</source>
        <translation>时间未知</translation>
    </message>
    <message numerus="yes">
        <source>1 error</source>
        <comment>{n} errors</comment>
        <translation>
            <numerusform>{n} 个错误</numerusform>
        </translation>
    </message>
    <message>
        <source>{count} of {total} tasks: {state}</source>
        <translation>{count}/{total} 个任务：{state}</translation>
    </message>
    <message>
        <source>{minutes} min {rest:02d} s</source>
        <translation>{minutes} 分 {rest:02d} 秒</translation>
    </message>
    <message numerus="yes">
        <source>1 run</source>
        <comment>{n} runs</comment>
        <translation>
            <numerusform>{n} 次运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Failed 1 time</source>
        <comment>Failed {n} times</comment>
        <translation>
            <numerusform>失败 {n} 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Subgraph</source>
        <translation>子图</translation>
    </message>
    <message>
        <source>Deferred until no other node is due</source>
        <translation>推迟到没有其他节点待执行时</translation>
    </message>
    <message>
        <source>The graph always stops before it</source>
        <translation>图总是在它之前停止</translation>
    </message>
    <message>
        <source>The graph always stops after it</source>
        <translation>图总是在它之后停止</translation>
    </message>
    <message numerus="yes">
        <source>1 task</source>
        <comment>{n} tasks</comment>
        <translation>
            <numerusform>{n} 个任务</numerusform>
        </translation>
    </message>
    <message>
        <source>{text}, leads to {names}</source>
        <translation>{text}，通向 {names}</translation>
    </message>
    <message>
        <source>Input: {input}</source>
        <translation>输入：{input}</translation>
    </message>
    <message>
        <source>Output: {output}</source>
        <translation>输出：{output}</translation>
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
        <translation>任意节点</translation>
    </message>
    <message>
        <source>any channel</source>
        <translation>任意通道</translation>
    </message>
    <message>
        <source>any source</source>
        <translation>任意来源</translation>
    </message>
    <message>
        <source>any mark</source>
        <translation>任意标记</translation>
    </message>
    <message>
        <source>bookmarked</source>
        <translation>已加书签</translation>
    </message>
    <message>
        <source>with a name or a note</source>
        <translation>有名称或备注</translation>
    </message>
    <message>
        <source>metadata: key=value</source>
        <translation>元数据：键=值</translation>
    </message>
    <message>
        <source>A key of the metadata, key=value, or any text in it</source>
        <translation>元数据的键、键=值，或其中的任意文本</translation>
    </message>
    <message>
        <source>where an expression holds</source>
        <translation>表达式成立之处</translation>
    </message>
    <message>
        <source>{n:,} of {all:,} checkpoints, searching…</source>
        <translation>检查点 {n:,}/{all:,}，正在搜索…</translation>
    </message>
    <message>
        <source>{n:,} of {all:,} checkpoints, stopped here</source>
        <translation>检查点 {n:,}/{all:,}，到此为止</translation>
    </message>
    <message>
        <source>{n:,} of {all:,} checkpoints</source>
        <translation>检查点 {n:,}/{all:,}</translation>
    </message>
    <message>
        <source>pinned: others are compared with it</source>
        <translation>已固定：其他检查点与它比较</translation>
    </message>
    <message>
        <source>Delete this thread with all its checkpoints</source>
        <translation>删除此线程及其所有检查点</translation>
    </message>
    <message>
        <source>Each superstep of a run leaves a checkpoint here. Select one to look at that moment.</source>
        <translation>运行的每个超步都会在这里留下检查点。选择一个即可查看那个时刻。</translation>
    </message>
    <message>
        <source>Run…</source>
        <translation>运行…</translation>
    </message>
    <message>
        <source>Filter checkpoints by node, channel, source, metadata, marks</source>
        <translation>按节点、通道、来源、元数据、标记筛选检查点</translation>
    </message>
    <message>
        <source>{thread}  (unsaved)</source>
        <translation>{thread}  （未保存）</translation>
    </message>
    <message>
        <source>Hide the list of threads</source>
        <translation>隐藏线程列表</translation>
    </message>
    <message>
        <source>Show the list of threads</source>
        <translation>显示线程列表</translation>
    </message>
    <message>
        <source>Edit state here…</source>
        <translation>在此编辑状态…</translation>
    </message>
    <message>
        <source>Compare others with this</source>
        <translation>将其他与此比较</translation>
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
        <translation>待执行：{due}</translation>
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
        <source>State or type</source>
        <translation>状态或类型</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>{kind} task {id}</source>
        <translation>{kind} 任务 {id}</translation>
    </message>
    <message>
        <source>asks</source>
        <translation>提问</translation>
    </message>
    <message>
        <source>interrupt {id}: double-click to answer</source>
        <translation>中断 {id}：双击回答</translation>
    </message>
    <message>
        <source>triggered by</source>
        <translation>触发者</translation>
    </message>
    <message>
        <source>pending write to {channel}, before its reducer</source>
        <translation>对 {channel} 的待定写入，归约之前</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>writes</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>goes to</source>
        <translation>转到</translation>
    </message>
    <message>
        <source>{given:,} in, {made:,} out, {total:,} in all</source>
        <translation>输入 {given:,}，输出 {made:,}，共 {total:,}</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <source>custom</source>
        <translation>自定义</translation>
    </message>
    <message numerus="yes">
        <source>1 older value is not kept</source>
        <comment>{n:,} older values are not kept</comment>
        <translation>
            <numerusform>{n:,} 个较早的值未保留</numerusform>
        </translation>
    </message>
    <message>
        <source>No task is due</source>
        <translation>没有待执行的任务</translation>
    </message>
    <message>
        <source>{count:,} {state}</source>
        <translation>{count:,} 个{state}</translation>
    </message>
    <message numerus="yes">
        <source>1 task: {parts}</source>
        <comment>{n:,} tasks: {parts}</comment>
        <translation>
            <numerusform>{n:,} 个任务：{parts}</numerusform>
        </translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>{path}, line {line}: double-click to show it</source>
        <translation>{path}，第 {line} 行：双击查看</translation>
    </message>
    <message>
        <source>streams</source>
        <translation>流式输出</translation>
    </message>
    <message>
        <source>message {id}</source>
        <translation>消息 {id}</translation>
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
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Select a value to see it in full</source>
        <translation>选择一个值以查看全部内容</translation>
    </message>
    <message>
        <source>Only texts of up to {n:,} characters are laid out.</source>
        <translation>只排版不超过 {n:,} 个字符的文本。</translation>
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
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
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
        <source>Result of the call {id}</source>
        <translation>调用 {id} 的结果</translation>
    </message>
    <message>
        <source>{text}… (whole under Text)</source>
        <translation>{text}…（完整内容见“文本”）</translation>
    </message>
    <message>
        <source>Tool call</source>
        <translation>工具调用</translation>
    </message>
    <message>
        <source>Argument</source>
        <translation>参数</translation>
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
        <source>{node} writes…</source>
        <translation>{node} 正在输出…</translation>
    </message>
    <message>
        <source>{given:,} tokens in, {made:,} out</source>
        <translation>输入 {given:,} 个 token，输出 {made:,} 个</translation>
    </message>
    <message>
        <source>cannot be read: {reason}</source>
        <translation>无法读取：{reason}</translation>
    </message>
    <message numerus="yes">
        <source>show {n:,} more ({shown:,} of {total:,})</source>
        <comment>show {n:,} more ({shown:,} of {total:,})</comment>
        <translation>
            <numerusform>再显示 {n:,} 个（{shown:,}/{total:,}）</numerusform>
        </translation>
    </message>
    <message>
        <source>The image is no base64.</source>
        <translation>图像不是 base64。</translation>
    </message>
    <message>
        <source>The image has {width:,} x {height:,} pixels; it is too large to be shown.</source>
        <translation>图像为 {width:,} x {height:,} 像素，太大而无法显示。</translation>
    </message>
    <message>
        <source>The image cannot be shown: {reason}</source>
        <translation>无法显示图像：{reason}</translation>
    </message>
    <message>
        <source>loading…</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>{type}, {width:,} x {height:,} pixels, {bytes:,} bytes</source>
        <translation>{type}，{width:,} x {height:,} 像素，{bytes:,} 字节</translation>
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
        <source>Image, {media}</source>
        <translation>图像，{media}</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>推理</translation>
    </message>
    <message>
        <source>Image elsewhere, which is not fetched</source>
        <translation>图像在别处，不会获取</translation>
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
        <source>error from {origin}</source>
        <translation>来自 {origin} 的错误</translation>
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
        <source>SQLite databases</source>
        <translation>SQLite 数据库</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>所有文件</translation>
    </message>
    <message>
        <source>Open a database</source>
        <translation>打开数据库</translation>
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
        <source>Before superstep {step}.</source>
        <translation>在超步 {step} 之前。</translation>
    </message>
    <message>
        <source>Before the next task of superstep {step}.</source>
        <translation>在超步 {step} 的下一个任务之前。</translation>
    </message>
    <message>
        <source>Paused.</source>
        <translation>已暂停。</translation>
    </message>
    <message>
        <source>Superstep {step} is due.</source>
        <translation>超步 {step} 待执行。</translation>
    </message>
    <message>
        <source>{node} is due.</source>
        <translation>{node} 待执行。</translation>
    </message>
    <message>
        <source>{expression} holds.</source>
        <translation>{expression} 成立。</translation>
    </message>
    <message>
        <source>Ran before, and is marked unsafe to repeat: {names}.</source>
        <translation>已运行过，且标记为不可安全重复：{names}。</translation>
    </message>
    <message>
        <source>Breakpoint before {node}.</source>
        <translation>断点：{node} 之前。</translation>
    </message>
    <message>
        <source>Breakpoint after {node}.</source>
        <translation>断点：{node} 之后。</translation>
    </message>
    <message>
        <source>Breakpoint on write to {channel}.</source>
        <translation>断点：写入 {channel} 时。</translation>
    </message>
    <message>
        <source>Breakpoint on change of {channel}.</source>
        <translation>断点：{channel} 改变时。</translation>
    </message>
    <message>
        <source>Breakpoint on several writes to {channel}.</source>
        <translation>断点：{channel} 被多次写入时。</translation>
    </message>
    <message>
        <source>Breakpoint on error in {node}.</source>
        <translation>断点：{node} 出错时。</translation>
    </message>
    <message>
        <source>Breakpoint condition {condition}.</source>
        <translation>断点：条件 {condition}。</translation>
    </message>
    <message>
        <source>Done.</source>
        <translation>完成。</translation>
    </message>
    <message>
        <source>Done; {goal} did not come.</source>
        <translation>完成；{goal} 没有出现。</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>Stopped; left behind, because it does not return: {names}.</source>
        <translation>已停止；以下任务不返回，已被放弃：{names}。</translation>
    </message>
    <message>
        <source>Stopped; ended with its process, because it does not return: {names}.</source>
        <translation>已停止；以下任务不返回，已随其进程一起结束：{names}。</translation>
    </message>
    <message>
        <source>The graph stops before {names}.</source>
        <translation>图在 {names} 之前停止。</translation>
    </message>
    <message>
        <source>The graph stops after {names}.</source>
        <translation>图在 {names} 之后停止。</translation>
    </message>
    <message>
        <source>The graph stops inside {names}.</source>
        <translation>图在 {names} 内部停止。</translation>
    </message>
    <message>
        <source>{names} waits for an answer.</source>
        <translation>{names} 等待回答。</translation>
    </message>
    <message>
        <source>{names} wait for an answer.</source>
        <translation>{names} 等待回答。</translation>
    </message>
    <message>
        <source>{error} in {node}.</source>
        <translation>{node} 中发生 {error}。</translation>
    </message>
    <message>
        <source>A run is under way.</source>
        <translation>运行正在进行。</translation>
    </message>
    <message>
        <source>The run is under way already.</source>
        <translation>运行已在进行。</translation>
    </message>
    <message>
        <source>A run of this thread is under way.</source>
        <translation>此线程的运行正在进行。</translation>
    </message>
    <message>
        <source>No graph is open.</source>
        <translation>没有打开的图。</translation>
    </message>
    <message>
        <source>Neither a database nor a graph is open.</source>
        <translation>没有打开数据库，也没有打开图。</translation>
    </message>
    <message>
        <source>There is no checkpoint in thread {thread}.</source>
        <translation>线程 {thread} 中没有检查点。</translation>
    </message>
    <message>
        <source>There is no checkpoint {id} in thread {thread}.</source>
        <translation>线程 {thread} 中没有检查点 {id}。</translation>
    </message>
    <message>
        <source>There is no such value at this checkpoint (any more).</source>
        <translation>此检查点（已）没有这个值。</translation>
    </message>
    <message>
        <source>The thread {thread} was deleted by another program while it ran.</source>
        <translation>线程 {thread} 在运行时被其他程序删除。</translation>
    </message>
    <message>
        <source>There is no file {path}.</source>
        <translation>文件 {path} 不存在。</translation>
    </message>
    <message>
        <source>{name} is not a Python file.</source>
        <translation>{name} 不是 Python 文件。</translation>
    </message>
    <message>
        <source>{path} may not be read.</source>
        <translation>没有读取 {path} 的权限。</translation>
    </message>
    <message>
        <source>{path} cannot be imported.</source>
        <translation>无法导入 {path}。</translation>
    </message>
    <message>
        <source>{file} defines no graph.</source>
        <translation>{file} 没有定义图。</translation>
    </message>
    <message>
        <source>{file} has no `{name}`.</source>
        <translation>{file} 中没有 `{name}`。</translation>
    </message>
    <message>
        <source>Opening was stopped before the file had come to its end.</source>
        <translation>文件尚未执行到结尾，打开已被停止。</translation>
    </message>
    <message>
        <source>The graph&apos;s process was ended before it answered.</source>
        <translation>图的进程在回答之前已结束。</translation>
    </message>
    <message>
        <source>The graph&apos;s process {how}.</source>
        <translation>图的进程{how}。</translation>
    </message>
    <message>
        <source>The graph&apos;s process {how} while {names} ran.</source>
        <translation>{names} 运行时，图的进程{how}。</translation>
    </message>
    <message>
        <source>{interpreter} does not run graphs: its process {how}.</source>
        <translation>{interpreter} 无法运行图：其进程{how}。</translation>
    </message>
    <message>
        <source>No question with the id {names} waits for an answer.</source>
        <translation>没有 ID 为 {names} 的问题在等待回答。</translation>
    </message>
    <message>
        <source>What is asked has changed since it was shown; the answer was not given.</source>
        <translation>问题在显示之后已改变；未给出回答。</translation>
    </message>
    <message>
        <source>There is no answer to resume with.</source>
        <translation>没有可用于恢复的回答。</translation>
    </message>
    <message>
        <source>The input must be an object.</source>
        <translation>输入必须是对象。</translation>
    </message>
    <message>
        <source>This field is required.</source>
        <translation>此字段必填。</translation>
    </message>
    <message>
        <source>There is no node {node}. Nodes: {names}.</source>
        <translation>没有节点 {node}。节点有：{names}。</translation>
    </message>
    <message>
        <source>is no channel that can be edited; there are {names}</source>
        <translation>不是可编辑的通道；可编辑的有 {names}</translation>
    </message>
    <message>
        <source>must be null</source>
        <translation>必须是 null</translation>
    </message>
    <message>
        <source>must be an object</source>
        <translation>必须是对象</translation>
    </message>
    <message>
        <source>must be text</source>
        <translation>必须是文本</translation>
    </message>
    <message>
        <source>must be a number</source>
        <translation>必须是数字</translation>
    </message>
    <message>
        <source>must be a whole number</source>
        <translation>必须是整数</translation>
    </message>
    <message>
        <source>must be true or false</source>
        <translation>必须是 true 或 false</translation>
    </message>
    <message>
        <source>must be a list</source>
        <translation>必须是列表</translation>
    </message>
    <message>
        <source>must be one of {names}</source>
        <translation>必须是 {names} 之一</translation>
    </message>
    <message>
        <source>must have {count} items</source>
        <translation>必须有 {count} 项</translation>
    </message>
    <message>
        <source>Not a regular expression: {problem}.</source>
        <translation>不是正则表达式：{problem}。</translation>
    </message>
    <message>
        <source>This regular expression takes too long. Make it simpler.</source>
        <translation>此正则表达式耗时过长。请简化它。</translation>
    </message>
    <message>
        <source>The value is too large to edit: {problem}.</source>
        <translation>值太大，无法编辑：{problem}。</translation>
    </message>
    <message>
        <source>{path} cannot be read: {problem}.</source>
        <translation>无法读取 {path}：{problem}。</translation>
    </message>
    <message>
        <source>debugpy is not installed in {path}.</source>
        <translation>{path} 中没有安装 debugpy。</translation>
    </message>
    <message>
        <source>Pause or stop it first.</source>
        <translation>请先暂停或停止它。</translation>
    </message>
    <message>
        <source>Stop it before opening another graph.</source>
        <translation>请先停止它，再打开其他图。</translation>
    </message>
    <message>
        <source>Open a graph first.</source>
        <translation>请先打开一个图。</translation>
    </message>
    <message>
        <source>Open the Python file that defines the graph.</source>
        <translation>请打开定义图的 Python 文件。</translation>
    </message>
    <message>
        <source>Check the path.</source>
        <translation>请检查路径。</translation>
    </message>
    <message>
        <source>Check the path; a graph in a file is named as FILE.py:NAME.</source>
        <translation>请检查路径；文件中的图写作 FILE.py:NAME。</translation>
    </message>
    <message>
        <source>Choose the Python file that defines the graph.</source>
        <translation>请选择定义图的 Python 文件。</translation>
    </message>
    <message>
        <source>Choose a file that ends in .py.</source>
        <translation>请选择以 .py 结尾的文件。</translation>
    </message>
    <message>
        <source>Check the file&apos;s permissions.</source>
        <translation>请检查文件权限。</translation>
    </message>
    <message>
        <source>Correct the line and save the file.</source>
        <translation>请改正该行并保存文件。</translation>
    </message>
    <message>
        <source>Name a compiled graph of the file, as FILE.py:NAME.</source>
        <translation>请用 FILE.py:NAME 指定文件中已编译的图。</translation>
    </message>
    <message>
        <source>The file offers: {names}.</source>
        <translation>文件提供：{names}。</translation>
    </message>
    <message>
        <source>Choose another interpreter.</source>
        <translation>请选择其他解释器。</translation>
    </message>
    <message>
        <source>Choose another place.</source>
        <translation>请选择其他位置。</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>请选择其他名称。</translation>
    </message>
    <message>
        <source>Look at the newest checkpoint for what counts.</source>
        <translation>以最新的检查点为准。</translation>
    </message>
    <message>
        <source>A node must not end the program: let it return, or raise an exception.</source>
        <translation>节点不能结束程序：请让它返回或抛出异常。</translation>
    </message>
    <message>
        <source>There is nothing left to answer; start again with new input.</source>
        <translation>已没有可回答的内容；请用新输入重新开始。</translation>
    </message>
    <message>
        <source>It may have been answered already: look at the newest checkpoint.</source>
        <translation>可能已经回答过：请查看最新的检查点。</translation>
    </message>
    <message>
        <source>Read it anew before you answer.</source>
        <translation>请重新阅读后再回答。</translation>
    </message>
    <message>
        <source>Look again when it has ended, or answer all the same.</source>
        <translation>请在它结束后再看，或仍然回答。</translation>
    </message>
    <message>
        <source>It is started anew with the next command.</source>
        <translation>执行下一个命令时会重新启动。</translation>
    </message>
    <message>
        <source>What had finished is saved. Resume, or Continue later, goes on from the last checkpoint in a new process.</source>
        <translation>已完成的内容均已保存。“恢复”或以后的“继续”会在新进程中从上一个检查点继续。</translation>
    </message>
    <message>
        <source>What had finished is saved. Resume, or Continue later, goes on from the last checkpoint in a new process: {names} will run again.</source>
        <translation>已完成的内容均已保存。“恢复”或以后的“继续”会在新进程中从上一个检查点继续：{names} 会重新执行。</translation>
    </message>
    <message>
        <source>Write an expression, for example: round &gt; 2</source>
        <translation>请写一个表达式，例如：round &gt; 2</translation>
    </message>
    <message>
        <source>Did you mean {name}?</source>
        <translation>您是指 {name} 吗？</translation>
    </message>
    <message>
        <source>Channels are {names}.</source>
        <translation>通道有 {names}。</translation>
    </message>
    <message>
        <source>Known are {names}.</source>
        <translation>已知的有 {names}。</translation>
    </message>
    <message>
        <source>Allowed are {names}.</source>
        <translation>允许的有 {names}。</translation>
    </message>
    <message>
        <source>Write 3, &gt;= 3 or % 3 (every third).</source>
        <translation>请写 3、&gt;= 3 或 % 3（每三次）。</translation>
    </message>
    <message>
        <source>Write {{ for a brace.</source>
        <translation>大括号要写成 {{。</translation>
    </message>
    <message>
        <source>is empty</source>
        <translation>为空</translation>
    </message>
    <message>
        <source>is longer than {size} characters</source>
        <translation>超过 {size} 个字符</translation>
    </message>
    <message>
        <source>is not an expression</source>
        <translation>不是表达式</translation>
    </message>
    <message>
        <source>is not an expression at column {count}</source>
        <translation>第 {count} 列处不是表达式</translation>
    </message>
    <message>
        <source>has {part}, which is not allowed</source>
        <translation>含有不允许的 {part}</translation>
    </message>
    <message>
        <source>reads {name}, which is no channel</source>
        <translation>读取了 {name}，但没有这个通道</translation>
    </message>
    <message>
        <source>reads {name}, and what begins with an underscore is not reached</source>
        <translation>读取了 {name}；以下划线开头的内容不可访问</translation>
    </message>
    <message>
        <source>calls {name}, which is not known</source>
        <translation>调用了未知的 {name}</translation>
    </message>
    <message>
        <source>calls what is no function</source>
        <translation>调用的不是函数</translation>
    </message>
    <message>
        <source>calls the method {name}, which is not allowed</source>
        <translation>调用了不允许的方法 {name}</translation>
    </message>
    <message>
        <source>is not a rule for hits</source>
        <translation>不是命中次数规则</translation>
    </message>
    <message>
        <source>a brace is not closed</source>
        <translation>大括号没有闭合</translation>
    </message>
    <message>
        <source>The thread is to run a node that the open graph lacks: {since}. Open a graph that has it, or edit the state as another node and go on from there.</source>
        <translation>线程要运行的节点在打开的图中不存在：{since}。请打开包含它的图，或以其他节点的身份编辑状态并从那里继续。</translation>
    </message>
    <message>
        <source>The thread is to run {count} nodes that the open graph lacks: {since}. Open a graph that has it, or edit the state as another node and go on from there.</source>
        <translation>线程要运行的 {count} 个节点在打开的图中不存在：{since}。请打开包含它们的图，或以其他节点的身份编辑状态并从那里继续。</translation>
    </message>
    <message>
        <source>The open graph lacks a channel of this checkpoint: {since}.</source>
        <translation>打开的图缺少此检查点的一个通道：{since}。</translation>
    </message>
    <message>
        <source>The open graph lacks {count} channels of this checkpoint: {since}.</source>
        <translation>打开的图缺少此检查点的 {count} 个通道：{since}。</translation>
    </message>
    <message>
        <source>The open graph lacks a node that ran before this checkpoint: {since}.</source>
        <translation>打开的图缺少此检查点之前运行过的一个节点：{since}。</translation>
    </message>
    <message>
        <source>The open graph lacks {count} nodes that ran before this checkpoint: {since}.</source>
        <translation>打开的图缺少此检查点之前运行过的 {count} 个节点：{since}。</translation>
    </message>
    <message>
        <source>The open graph has no subgraph for the namespace {namespace}.</source>
        <translation>打开的图没有命名空间 {namespace} 的子图。</translation>
    </message>
    <message>
        <source>The tasks of this checkpoint cannot be planned: {problem}</source>
        <translation>无法计划此检查点的任务：{problem}</translation>
    </message>
    <message>
        <source>The graph&apos;s own checkpointer ({own}) is not used: checkpoints go to {instead}.</source>
        <translation>未使用图自带的检查点存储（{own}）：检查点保存到 {instead}。</translation>
    </message>
    <message>
        <source>crashed with a segmentation fault ({signal})</source>
        <translation>因段错误崩溃 ({signal})</translation>
    </message>
    <message>
        <source>aborted ({signal})</source>
        <translation>异常中止 ({signal})</translation>
    </message>
    <message>
        <source>was killed from outside, as the system does when memory runs out ({signal})</source>
        <translation>被外部强制结束，内存耗尽时系统会这样做 ({signal})</translation>
    </message>
    <message>
        <source>was asked to end from outside ({signal})</source>
        <translation>被外部要求结束 ({signal})</translation>
    </message>
    <message>
        <source>was ended by {signal}</source>
        <translation>被 {signal} 结束</translation>
    </message>
    <message>
        <source>ended itself with exit code {code}</source>
        <translation>自行结束，退出码 {code}</translation>
    </message>
    <message>
        <source>nothing triggers it but a Send</source>
        <translation>只有 Send 会触发它</translation>
    </message>
    <message>
        <source>Send {places} waits for it</source>
        <translation>Send {places} 在等待它</translation>
    </message>
    <message>
        <source>Sends {places} wait for it</source>
        <translation>Send {places} 在等待它</translation>
    </message>
    <message>
        <source>Send {places} from {names} waits for it</source>
        <translation>来自 {names} 的 Send {places} 在等待它</translation>
    </message>
    <message>
        <source>Sends {places} from {names} wait for it</source>
        <translation>来自 {names} 的 Send {places} 在等待它</translation>
    </message>
    <message>
        <source>all of {names} have reported to its join (version {version} &gt; seen {seen})</source>
        <translation>{names} 均已向其汇合报告（版本 {version} &gt; 已见 {seen}）</translation>
    </message>
    <message>
        <source>input was given (version {version} &gt; seen {seen})</source>
        <translation>提供了输入（版本 {version} &gt; 已见 {seen}）</translation>
    </message>
    <message>
        <source>{channel} was written by {names} (version {version} &gt; seen {seen})</source>
        <translation>{channel} 由 {names} 写入（版本 {version} &gt; 已见 {seen}）</translation>
    </message>
    <message>
        <source>{channel} was written (version {version} &gt; seen {seen})</source>
        <translation>{channel} 被写入（版本 {version} &gt; 已见 {seen}）</translation>
    </message>
    <message>
        <source>{names} triggered it ({channel}: version {version} &gt; seen {seen})</source>
        <translation>由 {names} 触发（{channel}：版本 {version} &gt; 已见 {seen}）</translation>
    </message>
    <message>
        <source>the graph starts with it ({channel}: version {version} &gt; seen {seen})</source>
        <translation>图从它开始（{channel}：版本 {version} &gt; 已见 {seen}）</translation>
    </message>
    <message>
        <source>it was triggered ({channel}: version {version} &gt; seen {seen})</source>
        <translation>它被触发（{channel}：版本 {version} &gt; 已见 {seen}）</translation>
    </message>
    <message>
        <source>its join waits for {names} after {others} reported (version {version}, seen {seen})</source>
        <translation>{others} 已报告，其汇合还在等待 {names}（版本 {version}，已见 {seen}）</translation>
    </message>
    <message>
        <source>its join waits for {names} again (version {version}, seen {seen})</source>
        <translation>其汇合再次等待 {names}（版本 {version}，已见 {seen}）</translation>
    </message>
    <message>
        <source>its join waits for {names} (version {version}, seen {seen})</source>
        <translation>其汇合在等待 {names}（版本 {version}，已见 {seen}）</translation>
    </message>
    <message>
        <source>{channel} was never written</source>
        <translation>{channel} 从未被写入</translation>
    </message>
    <message>
        <source>no task has triggered it yet ({channel} was never written)</source>
        <translation>还没有任务触发它（{channel} 从未被写入）</translation>
    </message>
    <message>
        <source>nothing has triggered it since it last ran ({channel} was never written)</source>
        <translation>自上次运行以来没有被触发（{channel} 从未被写入）</translation>
    </message>
    <message>
        <source>no task has triggered it since it last ran ({channel}: version {version}, seen {seen}, empty)</source>
        <translation>自上次运行以来没有任务触发它（{channel}：版本 {version}，已见 {seen}，为空）</translation>
    </message>
    <message>
        <source>no task has triggered it in the last superstep ({channel}: version {version}, seen {seen}, empty)</source>
        <translation>上一个超步中没有任务触发它（{channel}：版本 {version}，已见 {seen}，为空）</translation>
    </message>
    <message>
        <source>no task has triggered it since it last ran ({channel}: version {version}, seen {seen})</source>
        <translation>自上次运行以来没有任务触发它（{channel}：版本 {version}，已见 {seen}）</translation>
    </message>
    <message>
        <source>no task has triggered it in the last superstep ({channel}: version {version}, seen {seen})</source>
        <translation>上一个超步中没有任务触发它（{channel}：版本 {version}，已见 {seen}）</translation>
    </message>
    <message>
        <source>no new input was given (version {version}, seen {seen}, empty)</source>
        <translation>没有提供新输入（版本 {version}，已见 {seen}，为空）</translation>
    </message>
    <message>
        <source>no new input was given (version {version}, seen {seen})</source>
        <translation>没有提供新输入（版本 {version}，已见 {seen}）</translation>
    </message>
    <message>
        <source>{channel} changed but is empty now (version {version}, seen {seen})</source>
        <translation>{channel} 有变化，但现在为空（版本 {version}，已见 {seen}）</translation>
    </message>
    <message>
        <source>{channel} has not changed since it last ran (version {version}, seen {seen})</source>
        <translation>自上次运行以来 {channel} 没有变化（版本 {version}，已见 {seen}）</translation>
    </message>
    <message>
        <source>{first} to {last}</source>
        <translation>{first} 至 {last}</translation>
    </message>
    <message>
        <source> (since step {step})</source>
        <translation>（自第 {step} 步起）</translation>
    </message>
    <message>
        <source> (since the input)</source>
        <translation>（自输入起）</translation>
    </message>
    <message>
        <source>. </source>
        <translation>。</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>{node} is not due: {reasons}.</source>
        <translation>{node} 无需执行：{reasons}。</translation>
    </message>
    <message>
        <source>{node} is due: {reasons}.</source>
        <translation>{node} 待执行：{reasons}。</translation>
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
    <message numerus="yes">
        <source>1 question</source>
        <comment>{n} questions</comment>
        <translation>
            <numerusform>{n} 个问题</numerusform>
        </translation>
    </message>
    <message>
        <source>{asker} asks</source>
        <translation>{asker} 提问</translation>
    </message>
    <message>
        <source>Pending interrupts</source>
        <translation>待回答的中断</translation>
    </message>
    <message>
        <source>Answer later</source>
        <translation>稍后回答</translation>
    </message>
    <message>
        <source>The run stays stopped here; nothing is sent</source>
        <translation>运行停在这里；不发送任何内容</translation>
    </message>
    <message>
        <source>Answer all the same</source>
        <translation>仍然回答</translation>
    </message>
    <message>
        <source>Of two answers to one question the first that is saved counts</source>
        <translation>同一问题有两个回答时，以先保存的为准</translation>
    </message>
    <message>
        <source>thread {thread}   ·   step {step}</source>
        <translation>线程 {thread}   ·   第 {step} 步</translation>
    </message>
    <message>
        <source>{place}   ·   in {inside}</source>
        <translation>{place}   ·   在 {inside} 中</translation>
    </message>
    <message>
        <source>Not sent. {message} {remedy}</source>
        <translation>未发送。{message}{remedy}</translation>
    </message>
    <message numerus="yes">
        <source>Send 1 answer</source>
        <comment>Send {n} answers</comment>
        <translation>
            <numerusform>发送 {n} 个回答</numerusform>
        </translation>
    </message>
    <message>
        <source>Send {done} of {total}</source>
        <translation>发送 {done}/{total}</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>What is not answered stays pending and is asked again</source>
        <translation>未回答的问题保持待定，会再次提问</translation>
    </message>
    <message>
        <source>waits for an answer</source>
        <translation>等待回答</translation>
    </message>
    <message>
        <source>does not wait any more</source>
        <translation>不再等待</translation>
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
        <source>Open your own…</source>
        <translation>打开您自己的…</translation>
    </message>
    <message>
        <source>Open a database…</source>
        <translation>打开数据库…</translation>
    </message>
    <message>
        <source>Tour of 60 seconds</source>
        <translation>60 秒导览</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Threads of the database</source>
        <translation>数据库中的线程</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>示例</translation>
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
        <translation>消息</translation>
    </message>
    <message>
        <source>The channel whose messages are shown</source>
        <translation>显示其消息的通道</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>通道</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>{kind} of {type}, reducer {reducer}</source>
        <translation>{type} 的 {kind}，归约函数 {reducer}</translation>
    </message>
    <message>
        <source>{kind} of {type}</source>
        <translation>{type} 的 {kind}</translation>
    </message>
    <message>
        <source>changed by superstep {step}</source>
        <translation>由超步 {step} 更改</translation>
    </message>
    <message>
        <source>Go to the last message and follow</source>
        <translation>转到最后一条消息并跟随</translation>
    </message>
    <message>
        <source>Last message</source>
        <translation>最后一条消息</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>复制文本</translation>
    </message>
    <message>
        <source>Look at step {step}, which brought it</source>
        <translation>查看带来它的第 {step} 步</translation>
    </message>
    <message>
        <source>Select {node}</source>
        <translation>选择 {node}</translation>
    </message>
    <message numerus="yes">
        <source>1 message</source>
        <comment>{n:,} messages</comment>
        <translation>
            <numerusform>{n:,} 条消息</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>1 new in this step</source>
        <comment>{n:,} new in this step</comment>
        <translation>
            <numerusform>此步新增 {n:,} 条</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>1 being written</source>
        <comment>{n:,} being written</comment>
        <translation>
            <numerusform>{n:,} 条正在生成</numerusform>
        </translation>
    </message>
    <message>
        <source>Messages between people, models and tools appear here as a chat.</source>
        <translation>人、模型和工具之间的消息以聊天形式显示在这里。</translation>
    </message>
    <message>
        <source>No channel holds messages at this checkpoint.</source>
        <translation>此检查点没有包含消息的通道。</translation>
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
        <source>{hits:,} found in {done:,} of {total:,} checkpoints, searching…</source>
        <translation>在 {done:,}/{total:,} 个检查点中找到 {hits:,} 处，正在搜索…</translation>
    </message>
    <message>
        <source>{hits:,} found in {done:,} of {total:,} checkpoints, stopped</source>
        <translation>在 {done:,}/{total:,} 个检查点中找到 {hits:,} 处，已停止</translation>
    </message>
    <message>
        <source>{hits:,} found in {done:,} of {total:,} checkpoints; no more are listed</source>
        <translation>在 {done:,}/{total:,} 个检查点中找到 {hits:,} 处；不再列出更多</translation>
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
        <source>To the beginning</source>
        <translation>到开头</translation>
    </message>
    <message>
        <source>Wrap</source>
        <translation>换行</translation>
    </message>
    <message>
        <source>Break long lines at the edge</source>
        <translation>在边缘处折行</translation>
    </message>
    <message>
        <source>Show more ({rest:,} left)</source>
        <translation>显示更多（还有 {rest:,}）</translation>
    </message>
    <message>
        <source>{first:,} to {last:,} of {total:,}</source>
        <translation>第 {first:,} 至 {last:,}，共 {total:,}</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>{at:,} of more than {total:,}</source>
        <translation>{at:,}，共 {total:,} 以上</translation>
    </message>
    <message>
        <source>{at:,} of {total:,}</source>
        <translation>{at:,}/{total:,}</translation>
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
        <source>Edge, declared</source>
        <translation>边，已声明</translation>
    </message>
    <message>
        <source>Conditional edge, declared</source>
        <translation>条件边，已声明</translation>
    </message>
    <message>
        <source>Inferred: a router may go here</source>
        <translation>推断：路由可能走到这里</translation>
    </message>
    <message>
        <source>Observed: a run went here, nobody declared it</source>
        <translation>观察到：有运行经过这里，但未声明</translation>
    </message>
    <message>
        <source>Taken in this superstep</source>
        <translation>此超步中经过</translation>
    </message>
    <message>
        <source>Due in this superstep</source>
        <translation>此超步中待执行</translation>
    </message>
    <message>
        <source>Wrote; grey: ran before</source>
        <translation>已写入；灰色：以前运行过</translation>
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
        <source>Kept its recorded writes</source>
        <translation>沿用了记录的写入</translation>
    </message>
    <message>
        <source>Did not run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>Join edge: sources that have reported</source>
        <translation>汇合边：已报告的来源</translation>
    </message>
    <message>
        <source>A task of a Send; with a number, so many</source>
        <translation>Send 的一个任务；数字表示个数</translation>
    </message>
    <message>
        <source>Breakpoint; hollow: disabled</source>
        <translation>断点；空心：已禁用</translation>
    </message>
    <message>
        <source>Subgraph: expand it in place</source>
        <translation>子图：就地展开</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>{number} of {total}</source>
        <translation>{number}/{total}</translation>
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
        <source>Deleting {thread_id}…</source>
        <translation>正在删除 {thread_id}…</translation>
    </message>
    <message>
        <source>Delete thread</source>
        <translation>删除线程</translation>
    </message>
    <message>
        <source>Delete the thread {thread_id}?</source>
        <translation>删除线程 {thread_id}？</translation>
    </message>
    <message numerus="yes">
        <source>So is 1 name, note or bookmark of it.</source>
        <comment>So are {n:,} names, notes and bookmarks of it.</comment>
        <translation>
            <numerusform>它的 {n:,} 条名称、备注和书签也会一并删除。</numerusform>
        </translation>
    </message>
    <message>
        <source>This cannot be undone.</source>
        <translation>此操作无法撤销。</translation>
    </message>
    <message>
        <source>All its checkpoints are removed from the database.</source>
        <translation>它的所有检查点都会从数据库中删除。</translation>
    </message>
    <message numerus="yes">
        <source>1 checkpoint is removed from the database.</source>
        <comment>{n:,} checkpoints are removed from the database.</comment>
        <translation>
            <numerusform>将从数据库中删除 {n:,} 个检查点。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>1 checkpoint is removed from the database, about {size}.</source>
        <comment>{n:,} checkpoints are removed from the database, about {size}.</comment>
        <translation>
            <numerusform>将从数据库中删除 {n:,} 个检查点，约 {size}。</numerusform>
        </translation>
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
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Animation</source>
        <translation>动画</translation>
    </message>
    <message>
        <source>Toolbar</source>
        <translation>工具栏</translation>
    </message>
    <message numerus="yes">
        <source>1 question of a thread waits</source>
        <comment>{n} questions of threads wait</comment>
        <translation>
            <numerusform>线程中有 {n} 个问题等待回答</numerusform>
        </translation>
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
        <source>No heat</source>
        <translation>无热度</translation>
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
        <source>Zoom out  (Ctrl+-)</source>
        <translation>缩小  (Ctrl+-)</translation>
    </message>
    <message>
        <source>Original size  (Ctrl+0)</source>
        <translation>原始大小  (Ctrl+0)</translation>
    </message>
    <message>
        <source>Zoom in  (Ctrl++)</source>
        <translation>放大  (Ctrl++)</translation>
    </message>
    <message>
        <source>Fit graph  (F)</source>
        <translation>适应窗口  (F)</translation>
    </message>
    <message>
        <source>Show channels</source>
        <translation>显示通道</translation>
    </message>
    <message>
        <source>Heat</source>
        <translation>热度</translation>
    </message>
    <message>
        <source>Compare nodes by runs, time or errors</source>
        <translation>按运行次数、时间或错误比较节点</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>What lines, signs and marks mean</source>
        <translation>线条、符号和标记的含义</translation>
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
        <translation>待执行：{names}</translation>
    </message>
    <message>
        <source>{next} cannot run: the graph lacks it</source>
        <translation>{next} 无法运行：图中没有它</translation>
    </message>
    <message>
        <source>Nothing is due: the end of this branch</source>
        <translation>没有待执行的任务：此分支到此结束</translation>
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
        <source>All channels that Diff lists, with whole values</source>
        <translation>“差异”列出的所有通道，含完整值</translation>
    </message>
    <message>
        <source>What leads from the one state to the other</source>
        <translation>从一个状态到另一个状态的更改</translation>
    </message>
    <message>
        <source>Two branches side by side from their fork, superstep by superstep</source>
        <translation>两个分支从分叉处起逐个超步并排显示</translation>
    </message>
    <message>
        <source>Of the two branches that are compared</source>
        <translation>针对所比较的两个分支</translation>
    </message>
    <message>
        <source>Variants from here…</source>
        <translation>从此处建立变体…</translation>
    </message>
    <message>
        <source>Many edits of this checkpoint, each run on a branch, in one table</source>
        <translation>对此检查点做多种编辑，各自在一个分支上运行，汇成一张表</translation>
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
        <source>Panels</source>
        <translation>面板</translation>
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
        <source>Open a Python file that builds a graph; it is drawn here.</source>
        <translation>打开一个构建图的 Python 文件，图会绘制在这里。</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message numerus="yes">
        <source>Laying out 1 node…</source>
        <comment>Laying out {n:,} nodes…</comment>
        <translation>
            <numerusform>正在布局 {n:,} 个节点…</numerusform>
        </translation>
    </message>
    <message>
        <source>A Python file that builds a graph</source>
        <translation>一个构建图的 Python 文件</translation>
    </message>
    <message>
        <source>Open database…</source>
        <translation>打开数据库…</translation>
    </message>
    <message>
        <source>Checkpoints of a SQLite file, in a window of its own; no code is run</source>
        <translation>在单独的窗口中查看 SQLite 文件的检查点；不运行任何代码</translation>
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
        <source>Source</source>
        <comment>code of the graph</comment>
        <translation>源代码</translation>
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
        <source>Approvals</source>
        <translation>审批</translation>
    </message>
    <message>
        <source>Show approvals</source>
        <translation>显示审批</translation>
    </message>
    <message>
        <source>Show marks</source>
        <translation>显示标记</translation>
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
        <source>Show messages</source>
        <translation>显示消息</translation>
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
        <translation>此检查点没有待执行的任务：没有可执行的内容。</translation>
    </message>
    <message>
        <source>Marked, so not executed: {names}.</source>
        <translation>已标记，因此不执行：{names}。</translation>
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
        <translation>运行到所选节点待执行时</translation>
    </message>
    <message>
        <source>Run to superstep…</source>
        <translation>运行到超步…</translation>
    </message>
    <message>
        <source>Run until a superstep is due</source>
        <translation>运行到某个超步待执行时</translation>
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
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>{digest}
SHA-256 of the payload as JSON with sorted keys and no blanks. An answer counts for this payload only.</source>
        <translation>{digest}
负载的 SHA-256（按键排序、无空白的 JSON）。回答只对此负载有效。</translation>
    </message>
    <message>
        <source>Digest of the payload: {digest}</source>
        <translation>负载摘要：{digest}</translation>
    </message>
    <message>
        <source>Copy the whole digest</source>
        <translation>复制完整摘要</translation>
    </message>
    <message>
        <source>Show {path} in the Source panel</source>
        <translation>在“源代码”面板中显示 {path}</translation>
    </message>
    <message>
        <source>What is asked has changed since you read it, so nothing was answered. Read it anew.</source>
        <translation>您阅读之后问题已改变，因此没有回答任何内容。请重新阅读。</translation>
    </message>
    <message>
        <source>What has changed in the question</source>
        <translation>问题中的变化</translation>
    </message>
    <message>
        <source>line {line}: {call}</source>
        <translation>第 {line} 行：{call}</translation>
    </message>
    <message>
        <source>With the answer {node} runs again from line {line}. What it calls before the question is called a second time:</source>
        <translation>得到回答后，{node} 会从第 {line} 行起重新执行。提问之前的调用会再执行一次：</translation>
    </message>
    <message numerus="yes">
        <source>and 1 more call</source>
        <comment>and {n} more calls</comment>
        <translation>
            <numerusform>以及另外 {n} 个调用</numerusform>
        </translation>
    </message>
    <message>
        <source>{file}, line {line}</source>
        <translation>{file}，第 {line} 行</translation>
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
        <source>Runs again with the answer: {call}. What it does, it does twice.</source>
        <translation>得到回答后会重新执行：{call}。它做的事会做两次。</translation>
    </message>
    <message>
        <source>interrupt(): the task stops here and asks. With the answer it runs again from its first line.</source>
        <translation>interrupt()：任务停在这里提问。得到回答后，它从第一行起重新运行。</translation>
    </message>
    <message>
        <source>With the answer the node begins again here.</source>
        <translation>得到回答后，节点从这里重新开始。</translation>
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
        <translation>按 ID、名称、备注、状态或元数据</translation>
    </message>
    <message>
        <source>Name, note and colour of the thread…</source>
        <translation>线程的名称、备注和颜色…</translation>
    </message>
    <message>
        <source>Copy thread id</source>
        <translation>复制线程 ID</translation>
    </message>
    <message>
        <source>Copy thread…</source>
        <translation>复制线程…</translation>
    </message>
    <message>
        <source>All its checkpoints and notes, under another id</source>
        <translation>其所有检查点和备注，使用另一个 ID</translation>
    </message>
    <message>
        <source>Size by channel…</source>
        <translation>按通道统计大小…</translation>
    </message>
    <message>
        <source>What the bytes of the thread are made of</source>
        <translation>线程的字节由什么构成</translation>
    </message>
    <message>
        <source>Prune thread…</source>
        <translation>精简线程…</translation>
    </message>
    <message>
        <source>Remove checkpoints by a rule; says how many go before</source>
        <translation>按规则删除检查点；会先说明删除多少</translation>
    </message>
    <message>
        <source>Reclaim space…</source>
        <translation>回收空间…</translation>
    </message>
    <message>
        <source>Rewrite the database file without what is free in it</source>
        <translation>重写数据库文件，去掉其中的空闲空间</translation>
    </message>
    <message>
        <source>Mark the checkpoint looked at, or take the mark away</source>
        <translation>标记所查看的检查点，或取消标记</translation>
    </message>
    <message>
        <source>Name, note and colour…</source>
        <translation>名称、备注和颜色…</translation>
    </message>
    <message>
        <source>Of the checkpoint looked at</source>
        <translation>针对所查看的检查点</translation>
    </message>
    <message>
        <source>Go to step or checkpoint…</source>
        <translation>转到步或检查点…</translation>
    </message>
    <message>
        <source>By the number of the step, or by the checkpoint&apos;s id</source>
        <translation>按步的编号或检查点 ID</translation>
    </message>
    <message>
        <source>Step {step} of {thread}</source>
        <translation>{thread} 的第 {step} 步</translation>
    </message>
    <message>
        <source>Copy thread</source>
        <translation>复制线程</translation>
    </message>
    <message>
        <source>Id of the copy</source>
        <translation>副本的 ID</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Reclaim space</source>
        <translation>回收空间</translation>
    </message>
    <message>
        <source>Rewrite the database file without what is free in it?</source>
        <translation>重写数据库文件，去掉其中的空闲空间？</translation>
    </message>
    <message>
        <source>Deleted and pruned checkpoints leave room in the file that only this gives back. It takes a moment, and as much room on the disk as the file has; nothing that is stored changes.</source>
        <translation>删除和精简的检查点在文件中留下的空间只能这样收回。这需要一些时间，以及与文件同样大的磁盘空间；已存储的内容不会改变。</translation>
    </message>
    <message>
        <source>Rewrite</source>
        <translation>重写</translation>
    </message>
    <message>
        <source>Rewriting the database file…</source>
        <translation>正在重写数据库文件…</translation>
    </message>
    <message>
        <source>{size} given back; the file has {whole} now</source>
        <translation>已收回 {size}；文件现在为 {whole}</translation>
    </message>
    <message>
        <source>Go to step or checkpoint</source>
        <translation>转到步或检查点</translation>
    </message>
    <message>
        <source>Number of the step, or id of the checkpoint</source>
        <translation>步的编号或检查点 ID</translation>
    </message>
    <message>
        <source>Go</source>
        <translation>转到</translation>
    </message>
    <message>
        <source>There is no {wanted} in this thread</source>
        <translation>此线程中没有 {wanted}</translation>
    </message>
    <message>
        <source>Prune thread</source>
        <translation>精简线程</translation>
    </message>
    <message>
        <source>Keep the newest</source>
        <translation>保留最新的</translation>
    </message>
    <message>
        <source>Keep only the ends of branches</source>
        <translation>只保留分支末端</translation>
    </message>
    <message>
        <source>Keep only what has a name or a bookmark</source>
        <translation>只保留有名称或书签的</translation>
    </message>
    <message>
        <source>Remove what was saved before</source>
        <translation>删除早于此时间保存的</translation>
    </message>
    <message>
        <source>Keep what has a name or a bookmark</source>
        <translation>保留有名称或书签的</translation>
    </message>
    <message>
        <source>The newest checkpoint always stays. What stays reads as before; checkpoints of subgraphs go with those they belong to. This cannot be undone.</source>
        <translation>最新的检查点总会保留。保留下来的内容读取方式不变；子图的检查点随其所属检查点一起删除。此操作无法撤销。</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Prune</source>
        <translation>精简</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>正在取消…</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>正在计数…</translation>
    </message>
    <message>
        <source>Nothing goes: all {total:,} stay.</source>
        <translation>不删除任何内容：全部 {total:,} 个都保留。</translation>
    </message>
    <message numerus="yes">
        <source>1 checkpoint of {total:,} goes, about {size} of {whole}.</source>
        <comment>{n:,} checkpoints of {total:,} go, about {size} of {whole}.</comment>
        <translation>
            <numerusform>将删除 {total:,} 个检查点中的 {n:,} 个，约 {size}（共 {whole}）。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>1 checkpoint of {total:,} goes.</source>
        <comment>{n:,} checkpoints of {total:,} go.</comment>
        <translation>
            <numerusform>将删除 {total:,} 个检查点中的 {n:,} 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>Pruning…</source>
        <translation>正在精简…</translation>
    </message>
    <message>
        <source>Cancelled. Nothing was removed: all {total:,} stay.</source>
        <translation>已取消。未删除任何内容：全部 {total:,} 个都保留。</translation>
    </message>
    <message numerus="yes">
        <source>Cancelled. 1 checkpoint was removed, {staying:,} stay.</source>
        <comment>Cancelled. {n:,} checkpoints were removed, {staying:,} stay.</comment>
        <translation>
            <numerusform>已取消。已删除 {n:,} 个检查点，保留 {staying:,} 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>Changed</source>
        <comment>order of threads</comment>
        <translation>最近更改</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建时间</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Part of an id, a name or a note; metadata:key=value finds what was stored with it</source>
        <translation>ID、名称或备注的一部分；metadata:键=值 查找随之存储的内容</translation>
    </message>
    <message>
        <source>Status of the threads listed</source>
        <translation>所列线程的状态</translation>
    </message>
    <message>
        <source>any status</source>
        <translation>任意状态</translation>
    </message>
    <message>
        <source>Order of the threads</source>
        <translation>线程排序</translation>
    </message>
    <message>
        <source>Looking through all threads…</source>
        <translation>正在查找所有线程…</translation>
    </message>
    <message>
        <source>Smallest or oldest first</source>
        <translation>最小或最早的在前</translation>
    </message>
    <message>
        <source>Largest or newest first</source>
        <translation>最大或最新的在前</translation>
    </message>
    <message numerus="yes">
        <source>1 thread found</source>
        <comment>{n:,} threads found</comment>
        <translation>
            <numerusform>找到 {n:,} 个线程</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>1 thread</source>
        <comment>{n:,} threads</comment>
        <translation>
            <numerusform>{n:,} 个线程</numerusform>
        </translation>
    </message>
    <message>
        <source>Measuring, {known:,} of {seen:,}</source>
        <translation>正在统计，{known:,}/{seen:,}</translation>
    </message>
    <message>
        <source>Prune…</source>
        <translation>精简…</translation>
    </message>
    <message>
        <source>Checkpoints: versions, small values, metadata</source>
        <translation>检查点：版本、小的值、元数据</translation>
    </message>
    <message>
        <source>Small writes of tasks</source>
        <translation>任务的小写入</translation>
    </message>
    <message>
        <source>Writes of tasks to {channel}</source>
        <translation>任务对 {channel} 的写入</translation>
    </message>
    <message numerus="yes">
        <source>1 piece</source>
        <comment>{n:,} pieces</comment>
        <translation>
            <numerusform>{n:,} 份</numerusform>
        </translation>
    </message>
    <message>
        <source>Size by channel</source>
        <translation>按通道统计大小</translation>
    </message>
    <message>
        <source>Measuring…</source>
        <translation>正在统计…</translation>
    </message>
    <message>
        <source>This store does not tell sizes.</source>
        <translation>此存储不提供大小信息。</translation>
    </message>
    <message>
        <source>{size} in all</source>
        <translation>共 {size}</translation>
    </message>
    <message>
        <source>{thread}  ({n:,}, another graph)</source>
        <translation>{thread}  （{n:,}，属于另一个图）</translation>
    </message>
    <message>
        <source>{thread}  ({n:,})</source>
        <translation>{thread}  （{n:,}）</translation>
    </message>
    <message>
        <source>This is no JSON: {problem}</source>
        <translation>这不是 JSON：{problem}</translation>
    </message>
    <message>
        <source>Nothing is changed.</source>
        <translation>没有更改。</translation>
    </message>
    <message>
        <source>There is nothing to paste.</source>
        <translation>没有可粘贴的内容。</translation>
    </message>
    <message>
        <source>There are {count:,} rows; at most {most} are taken.</source>
        <translation>有 {count:,} 行；最多取 {most} 行。</translation>
    </message>
    <message>
        <source>There is no channel {names}.</source>
        <translation>没有通道 {names}。</translation>
    </message>
    <message>
        <source>only the edit</source>
        <translation>仅编辑</translation>
    </message>
    <message>
        <source>step {step}: also {nodes}</source>
        <translation>第 {step} 步：还有 {nodes}</translation>
    </message>
    <message>
        <source>step {step}: other {channels}</source>
        <translation>第 {step} 步：{channels} 不同</translation>
    </message>
    <message>
        <source>step {step}: without {nodes}</source>
        <translation>第 {step} 步：没有 {nodes}</translation>
    </message>
    <message>
        <source>step {step}: {nodes} instead of {others}</source>
        <translation>第 {step} 步：{nodes}，而不是 {others}</translation>
    </message>
    <message>
        <source>Enter begins a new line, Ctrl+Enter goes to the buttons, Alt+1 presses the button.</source>
        <translation>Enter 换行，Ctrl+Enter 转到按钮，Alt+1 按下按钮。</translation>
    </message>
    <message>
        <source>Enter begins a new line, Ctrl+Enter goes to the buttons, Alt+1 and Alt+2 press them.</source>
        <translation>Enter 换行，Ctrl+Enter 转到按钮，Alt+1 和 Alt+2 按下按钮。</translation>
    </message>
    <message>
        <source>Enter begins a new line, Ctrl+Enter goes to the buttons, Alt+1 to Alt+{count} press them.</source>
        <translation>Enter 换行，Ctrl+Enter 转到按钮，Alt+1 至 Alt+{count} 按下按钮。</translation>
    </message>
    <message>
        <source>Enter begins a new line, Ctrl+Enter uses the answer.</source>
        <translation>Enter 换行，Ctrl+Enter 使用此回答。</translation>
    </message>
    <message>
        <source>Enter begins a new line, Ctrl+Enter uses the answer, Alt+1 presses the button.</source>
        <translation>Enter 换行，Ctrl+Enter 使用此回答，Alt+1 按下按钮。</translation>
    </message>
    <message>
        <source>Enter begins a new line, Ctrl+Enter uses the answer, Alt+1 and Alt+2 press the buttons.</source>
        <translation>Enter 换行，Ctrl+Enter 使用此回答，Alt+1 和 Alt+2 按下按钮。</translation>
    </message>
    <message>
        <source>Enter begins a new line, Ctrl+Enter uses the answer, Alt+1 to Alt+{count} press the buttons.</source>
        <translation>Enter 换行，Ctrl+Enter 使用此回答，Alt+1 至 Alt+{count} 按下按钮。</translation>
    </message>
    <message>
        <source>Alt+1 presses the button.</source>
        <translation>Alt+1 按下按钮。</translation>
    </message>
    <message>
        <source>Alt+1 and Alt+2 press the buttons.</source>
        <translation>Alt+1 和 Alt+2 按下按钮。</translation>
    </message>
    <message>
        <source>Alt+1 to Alt+{count} press the buttons.</source>
        <translation>Alt+1 至 Alt+{count} 按下按钮。</translation>
    </message>
    <message>
        <source>Use this answer</source>
        <translation>使用此回答</translation>
    </message>
    <message>
        <source>Edit the arguments</source>
        <translation>编辑参数</translation>
    </message>
    <message>
        <source>Use the changed call</source>
        <translation>使用更改后的调用</translation>
    </message>
    <message>
        <source>Other answer</source>
        <translation>其他回答</translation>
    </message>
    <message>
        <source>Or write another answer</source>
        <translation>或写另一个回答</translation>
    </message>
    <message>
        <source>as text</source>
        <translation>作为文本</translation>
    </message>
    <message>
        <source>as JSON</source>
        <translation>作为 JSON</translation>
    </message>
    <message>
        <source>{answer} sends {value}</source>
        <translation>{answer} 发送 {value}</translation>
    </message>
    <message>
        <source>sends {value}</source>
        <translation>发送 {value}</translation>
    </message>
    <message>
        <source>Sends {value}</source>
        <translation>发送 {value}</translation>
    </message>
    <message>
        <source>not JSON yet</source>
        <translation>还不是 JSON</translation>
    </message>
    <message>
        <source>null cannot be an answer; the node would be asked again.</source>
        <translation>null 不能作为回答；节点会再次提问。</translation>
    </message>
    <message>
        <source>{answer} with {name}</source>
        <translation>{answer}，附带 {name}</translation>
    </message>
    <message>
        <source>{answer} with the form</source>
        <translation>{answer}，附带表单</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>批准</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>What you changed in the arguments</source>
        <translation>您对参数的更改</translation>
    </message>
    <message>
        <source>You change this:</source>
        <translation>您更改了：</translation>
    </message>
    <message>
        <source>Nothing is changed; this is the proposal.</source>
        <translation>没有更改；这是原提议。</translation>
    </message>
    <message>
        <source>Readable</source>
        <translation>易读</translation>
    </message>
    <message>
        <source>Payload as JSON</source>
        <translation>负载 (JSON)</translation>
    </message>
    <message>
        <source>(empty text)</source>
        <translation>（空文本）</translation>
    </message>
    <message>
        <source>(empty object)</source>
        <translation>（空对象）</translation>
    </message>
    <message>
        <source>(empty list)</source>
        <translation>（空列表）</translation>
    </message>
    <message>
        <source>and {rest:,} more, see JSON</source>
        <translation>以及另外 {rest:,} 个，见 JSON</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Respond</source>
        <translation>答复</translation>
    </message>
    <message>
        <source>Ignore</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>Why it is rejected; the model reads it</source>
        <translation>拒绝的原因；模型会读到</translation>
    </message>
    <message>
        <source>What the model reads in place of the tool&apos;s result</source>
        <translation>模型读到的内容，代替工具的结果</translation>
    </message>
    <message>
        <source>The arguments of {name} do not fit yet.</source>
        <translation>{name} 的参数还不合适。</translation>
    </message>
    <message>
        <source>Write what {name} answers.</source>
        <translation>请写出 {name} 的答复。</translation>
    </message>
    <message>
        <source>Approve all</source>
        <translation>全部批准</translation>
    </message>
    <message numerus="yes">
        <source>1 call is not decided yet</source>
        <comment>{n} calls are not decided yet</comment>
        <translation>
            <numerusform>还有 {n} 个调用未决定</numerusform>
        </translation>
    </message>
    <message>
        <source>given, not known what became of it</source>
        <translation>已给出，结果未知</translation>
    </message>
    <message>
        <source>taken</source>
        <translation>已采用</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>came too late</source>
        <translation>来得太晚</translation>
    </message>
    <message>
        <source>Asks</source>
        <translation>提问者</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>开始于</translation>
    </message>
    <message>
        <source>Digest</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>{asker} of thread {thread} waits</source>
        <translation>线程 {thread} 的 {asker} 在等待</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>回答者</translation>
    </message>
    <message>
        <source>Asked by</source>
        <translation>提问者</translation>
    </message>
    <message>
        <source>Became of it</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>{outcome}, revises an earlier one</source>
        <translation>{outcome}，修改了先前的回答</translation>
    </message>
    <message>
        <source>Find a node</source>
        <translation>查找节点</translation>
    </message>
    <message>
        <source>The one before  (Shift+Enter)</source>
        <translation>上一个  (Shift+Enter)</translation>
    </message>
    <message>
        <source>The next one  (Enter)</source>
        <translation>下一个  (Enter)</translation>
    </message>
    <message>
        <source>Close  (Escape)</source>
        <translation>关闭  (Escape)</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>{place} of {total}</source>
        <translation>{place}/{total}</translation>
    </message>
    <message>
        <source>{count} more</source>
        <translation>另外 {count} 个</translation>
    </message>
    <message>
        <source>Channels that the last barrier updated</source>
        <translation>上一个屏障更新的通道</translation>
    </message>
    <message numerus="yes">
        <source>1 channel updated</source>
        <comment>{n} channels updated</comment>
        <translation>
            <numerusform>更新了 {n} 个通道</numerusform>
        </translation>
    </message>
    <message>
        <source>The whole graph; click or drag to go there</source>
        <translation>整个图；单击或拖动以转到该处</translation>
    </message>
    <message>
        <source>Edge</source>
        <translation>边</translation>
    </message>
    <message>
        <source>Conditional edge</source>
        <translation>条件边</translation>
    </message>
    <message>
        <source>Join edge</source>
        <translation>汇合边</translation>
    </message>
    <message>
        <source>Observed: nobody declared it, and a run went here</source>
        <translation>观察到：未声明，但有运行经过这里</translation>
    </message>
    <message>
        <source>Observed: the router does not say where it goes, and a run went here</source>
        <translation>观察到：路由没有说明去向，但有运行经过这里</translation>
    </message>
    <message>
        <source>The router does not say where it goes; it may go here</source>
        <translation>路由没有说明去向；可能走到这里</translation>
    </message>
    <message>
        <source>Taken</source>
        <translation>已经过</translation>
    </message>
    <message>
        <source>{count} of {total} sources have reported since it last fired</source>
        <translation>自上次触发以来已报告的来源 {count}/{total}</translation>
    </message>
    <message>
        <source>{count} of {total} sources have reported</source>
        <translation>已报告的来源 {count}/{total}</translation>
    </message>
    <message>
        <source>wrote, reports at the barrier</source>
        <translation>已写入，将在屏障处报告</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>缺少</translation>
    </message>
    <message>
        <source>reported</source>
        <translation>已报告</translation>
    </message>
    <message>
        <source>Add a breakpoint  (F9)</source>
        <translation>添加断点  (F9)</translation>
    </message>
    <message>
        <source>Collapse  (E)</source>
        <translation>折叠  (E)</translation>
    </message>
    <message>
        <source>Expand in place  (E)</source>
        <translation>就地展开  (E)</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>As stored</source>
        <translation>存储形式</translation>
    </message>
    <message>
        <source>Time zone</source>
        <translation>时区</translation>
    </message>
    <message>
        <source>Traceback</source>
        <translation>回溯</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Items</source>
        <translation>项</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>本地时间</translation>
    </message>
    <message>
        <source>From now</source>
        <translation>距现在</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>none: whose time it is, the value does not say</source>
        <translation>无：值没有说明是哪里的时间</translation>
    </message>
    <message numerus="yes">
        <source>{n} second ago</source>
        <comment>{n} seconds ago</comment>
        <translation>
            <numerusform>{n} 秒前</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in {n} second</source>
        <comment>in {n} seconds</comment>
        <translation>
            <numerusform>{n} 秒后</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} minute ago</source>
        <comment>{n} minutes ago</comment>
        <translation>
            <numerusform>{n} 分钟前</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in {n} minute</source>
        <comment>in {n} minutes</comment>
        <translation>
            <numerusform>{n} 分钟后</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{n} hour ago</source>
        <comment>{n} hours ago</comment>
        <translation>
            <numerusform>{n} 小时前</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in {n} hour</source>
        <comment>in {n} hours</comment>
        <translation>
            <numerusform>{n} 小时后</numerusform>
        </translation>
    </message>
    <message>
        <source>today</source>
        <translation>今天</translation>
    </message>
    <message numerus="yes">
        <source>{n:,} day ago</source>
        <comment>{n:,} days ago</comment>
        <translation>
            <numerusform>{n:,} 天前</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in {n:,} day</source>
        <comment>in {n:,} days</comment>
        <translation>
            <numerusform>{n:,} 天后</numerusform>
        </translation>
    </message>
    <message>
        <source>Previous hit (Shift+Return)</source>
        <translation>上一处 (Shift+Return)</translation>
    </message>
    <message>
        <source>Next hit (Return)</source>
        <translation>下一处 (Return)</translation>
    </message>
    <message>
        <source>Find in this text</source>
        <translation>在此文本中查找</translation>
    </message>
    <message>
        <source>nothing there</source>
        <translation>没有内容</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>Find in channels and values</source>
        <translation>在通道和值中查找</translation>
    </message>
    <message>
        <source>Lists the channels that have the text anywhere; Return goes from hit to hit</source>
        <translation>列出任何位置含有该文本的通道；按 Return 逐处跳转</translation>
    </message>
    <message>
        <source>Internal channels</source>
        <translation>内部通道</translation>
    </message>
    <message>
        <source>Show the trigger, barrier and task channels as well</source>
        <translation>同时显示触发、屏障和任务通道</translation>
    </message>
    <message>
        <source>The channels of the selected checkpoint appear here.</source>
        <translation>所选检查点的通道显示在这里。</translation>
    </message>
    <message numerus="yes">
        <source>Internal channels ({n})</source>
        <comment>Internal channels ({n})</comment>
        <translation>
            <numerusform>内部通道 ({n})</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The value has {size:,} characters or bytes; up to {n:,} is copied at once.</source>
        <comment>The value has {size:,} characters or bytes; up to {n:,} are copied at once.</comment>
        <translation>
            <numerusform>此值有 {size:,} 个字符或字节；一次最多复制 {n:,} 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>Not copied</source>
        <translation>未复制</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Stop when written</source>
        <translation>写入时停止</translation>
    </message>
    <message>
        <source>Stop when changed</source>
        <translation>改变时停止</translation>
    </message>
    <message>
        <source>Pin on top</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Copy value</source>
        <translation>复制值</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>复制为 JSON</translation>
    </message>
    <message>
        <source>Copy as Python</source>
        <translation>复制为 Python</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>{total:,} found, searching…</source>
        <translation>找到 {total:,} 处，正在搜索…</translation>
    </message>
    <message>
        <source>Answer what a task of this superstep asks</source>
        <translation>回答此超步中某个任务的提问</translation>
    </message>
    <message>
        <source>The tasks of the superstep that follows the selected checkpoint appear here.</source>
        <translation>所选检查点之后那个超步的任务显示在这里。</translation>
    </message>
    <message>
        <source>Inside {node}: {summary}</source>
        <translation>{node} 内部：{summary}</translation>
    </message>
    <message>
        <source>Run {task} next</source>
        <translation>接下来运行 {task}</translation>
    </message>
    <message>
        <source>{node} has seen version {seen} of {channel}, which does not trigger it</source>
        <translation>{node} 已见 {channel} 的版本 {seen}，但它不触发该节点</translation>
    </message>
    <message>
        <source>{seen} due</source>
        <translation>{seen} 待执行</translation>
    </message>
    <message>
        <source>version {version} &gt; {seen} seen</source>
        <translation>版本 {version} &gt; 已见 {seen}</translation>
    </message>
    <message>
        <source>version {version} ≤ {seen} seen</source>
        <translation>版本 {version} ≤ 已见 {seen}</translation>
    </message>
    <message>
        <source>{node} is due</source>
        <translation>{node} 待执行</translation>
    </message>
    <message>
        <source>does not make {node} due</source>
        <translation>不使 {node} 待执行</translation>
    </message>
    <message>
        <source>{name}, version {version}</source>
        <translation>{name}，版本 {version}</translation>
    </message>
    <message>
        <source>Rows: channel and version. Cells: version seen by the node.</source>
        <translation>行：通道和版本。单元格：节点已见的版本。</translation>
    </message>
    <message>
        <source>All channels</source>
        <translation>所有通道</translation>
    </message>
    <message>
        <source>Show channels that trigger no node as well</source>
        <translation>同时显示不触发任何节点的通道</translation>
    </message>
    <message>
        <source>Channel versions, and what each node has seen of them, appear here.</source>
        <translation>通道的版本以及各节点已见的版本显示在这里。</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>not due</source>
        <translation>无需执行</translation>
    </message>
    <message>
        <source>Trigger</source>
        <translation>触发器</translation>
    </message>
    <message>
        <source>Version &gt; seen</source>
        <translation>版本 &gt; 已见</translation>
    </message>
    <message>
        <source>Written by</source>
        <translation>写入者</translation>
    </message>
    <message>
        <source>Which nodes are due at the selected checkpoint, and why, appears here.</source>
        <translation>所选检查点处哪些节点待执行以及原因显示在这里。</translation>
    </message>
    <message numerus="yes">
        <source>1 Send from {names}</source>
        <comment>{n} Sends from {names}</comment>
        <translation>
            <numerusform>来自 {names} 的 {n} 个 Send</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>1 Send</source>
        <comment>{n} Sends</comment>
        <translation>
            <numerusform>{n} 个 Send</numerusform>
        </translation>
    </message>
    <message>
        <source>waits for {names}</source>
        <translation>等待 {names}</translation>
    </message>
    <message>
        <source>no trigger</source>
        <translation>没有触发器</translation>
    </message>
    <message>
        <source>nothing new</source>
        <translation>没有新内容</translation>
    </message>
    <message>
        <source>waits for {names} (reported: {reported})</source>
        <translation>等待 {names}（已报告：{reported}）</translation>
    </message>
    <message>
        <source>but empty</source>
        <translation>但为空</translation>
    </message>
    <message>
        <source>never written</source>
        <translation>从未写入</translation>
    </message>
    <message>
        <source>seen</source>
        <translation>已见</translation>
    </message>
    <message>
        <source>{node}: its router returned {answers}</source>
        <translation>{node}：其路由返回 {answers}</translation>
    </message>
    <message>
        <source>{node}: {router} returned {answers}</source>
        <translation>{node}：{router} 返回 {answers}</translation>
    </message>
    <message>
        <source>Pause or stop the run before you answer another</source>
        <translation>请先暂停或停止运行，再回答另一个</translation>
    </message>
    <message numerus="yes">
        <source>1 question waits</source>
        <comment>{n} questions wait</comment>
        <translation>
            <numerusform>{n} 个问题等待回答</numerusform>
        </translation>
    </message>
    <message>
        <source>{asker} in thread {thread}</source>
        <translation>线程 {thread} 中的 {asker}</translation>
    </message>
    <message>
        <source>What became of an answer</source>
        <translation>回答的结果</translation>
    </message>
    <message>
        <source>The graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Cards are nodes. Their stripe, sign and words say what a node does: due, running, wrote, asks, failed. Lines are edges; what was taken stands out.</source>
        <translation>卡片是节点。色条、符号和文字说明节点在做什么：待执行、运行中、已写入、提问、失败。线是边；经过的边会突出显示。</translation>
    </message>
    <message>
        <source>Run it step by step</source>
        <translation>单步运行</translation>
    </message>
    <message>
        <source>F10 plans, executes and updates one superstep; F11 executes one task; F5 runs on. The first time you are asked for the input.</source>
        <translation>F10 计划、执行并更新一个超步；F11 执行一个任务；F5 继续运行。第一次会要求提供输入。</translation>
    </message>
    <message>
        <source>Everything is kept</source>
        <translation>一切都会保留</translation>
    </message>
    <message>
        <source>Each superstep leaves a checkpoint here. Select one and the whole window shows that moment; nothing is executed. Branches stand side by side.</source>
        <translation>每个超步都会在这里留下检查点。选择一个，整个窗口就显示那个时刻，不执行任何内容。分支并排显示。</translation>
    </message>
    <message>
        <source>What was known</source>
        <translation>当时已知的内容</translation>
    </message>
    <message>
        <source>The channels at that moment; what the superstep changed is marked. Ctrl+E edits them, and a fork goes on from the edit. The old branch stays as it was.</source>
        <translation>那个时刻的通道；超步更改的内容带有标记。按 Ctrl+E 编辑它们，分叉会从编辑处继续。旧分支保持不变。</translation>
    </message>
    <message>
        <source>Why a node ran</source>
        <translation>节点为何运行</translation>
    </message>
    <message>
        <source>Select a node: the rule with its numbers says which channel made it due, who wrote it, what the router returned, and who is missing at a join.</source>
        <translation>选择一个节点：带数字的规则说明哪个通道使它待执行、由谁写入、路由返回了什么，以及汇合还缺谁。</translation>
    </message>
    <message>
        <source>Where the time went</source>
        <translation>时间花在哪里</translation>
    </message>
    <message>
        <source>Supersteps and their tasks as bars. Beside it: log, problems, source, watches.</source>
        <translation>超步及其任务以条形显示。旁边是：日志、问题、源代码、监视。</translation>
    </message>
    <message>
        <source>Find any action</source>
        <translation>查找任何操作</translation>
    </message>
    <message>
        <source>Ctrl+Shift+P finds every action by its name and shows its keys. F10 now starts the sample, with its example as the input.</source>
        <translation>按 Ctrl+Shift+P 可按名称查找任何操作并显示其快捷键。现在按 F10 即可用示例输入启动示例。</translation>
    </message>
    <message>
        <source>{node}: a click shows one line for all of it</source>
        <translation>{node}：单击后合并为一行</translation>
    </message>
    <message>
        <source>{node}: a click shows each task and what ran inside of it</source>
        <translation>{node}：单击后显示每个任务及其内部运行的内容</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>Squeeze the time axis</source>
        <translation>压缩时间轴</translation>
    </message>
    <message>
        <source>Stretch the time axis</source>
        <translation>拉伸时间轴</translation>
    </message>
    <message>
        <source>The supersteps of a run and their tasks appear here.</source>
        <translation>运行的超步及其任务显示在这里。</translation>
    </message>
    <message>
        <source>{what}  (Ctrl+wheel, {key})</source>
        <translation>{what}  (Ctrl+滚轮, {key})</translation>
    </message>
    <message>
        <source>recorded, duration not known</source>
        <translation>已记录，时长未知</translation>
    </message>
    <message>
        <source>queued for {time} before it started</source>
        <translation>开始前排队 {time}</translation>
    </message>
    <message>
        <source>the last one: the barrier waited for it, {time} longer than for the others</source>
        <translation>最后一个：屏障为它多等了 {time}</translation>
    </message>
    <message>
        <source>attempt {number} failed after {time}: {problem}; the next one came {wait} later</source>
        <translation>第 {number} 次尝试在 {time} 后失败：{problem}；{wait} 后进行下一次</translation>
    </message>
    <message numerus="yes">
        <source>{node}: 1 task</source>
        <comment>{node}: {n} tasks</comment>
        <translation>
            <numerusform>{node}：{n} 个任务</numerusform>
        </translation>
    </message>
    <message>
        <source>half of them within {half}, the longest {longest}</source>
        <translation>半数在 {half} 之内，最长 {longest}</translation>
    </message>
    <message>
        <source>checkpoint of step {step}; an edit or new input came before its tasks ran</source>
        <translation>第 {step} 步的检查点；其任务运行之前有编辑或新输入</translation>
    </message>
    <message>
        <source>checkpoint of step {step}, next {nodes}</source>
        <translation>第 {step} 步的检查点，下一步 {nodes}</translation>
    </message>
    <message>
        <source>the barrier waited longest for {task}</source>
        <translation>屏障等待 {task} 的时间最长</translation>
    </message>
    <message>
        <source>when its tasks ran was not recorded; the next checkpoint came {time} later</source>
        <translation>未记录其任务的运行时间；下一个检查点在 {time} 后</translation>
    </message>
    <message>
        <source>Variants of step {step}</source>
        <translation>第 {step} 步的变体</translation>
    </message>
    <message>
        <source>Variants and their results</source>
        <translation>变体及其结果</translation>
    </message>
    <message>
        <source>as the node that ran last</source>
        <translation>以最后运行的节点身份</translation>
    </message>
    <message>
        <source>as {node}</source>
        <translation>以 {node} 身份</translation>
    </message>
    <message>
        <source>How a value is written</source>
        <translation>值的写入方式</translation>
    </message>
    <message>
        <source>replace the value</source>
        <translation>替换值</translation>
    </message>
    <message>
        <source>write through the reducer</source>
        <translation>通过归约函数写入</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制一份</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>CSV with a head line of channels, JSON lines, or one value a line</source>
        <translation>首行为通道的 CSV、JSON 行，或每行一个值</translation>
    </message>
    <message>
        <source>Compare two rows</source>
        <translation>比较两行</translation>
    </message>
    <message>
        <source>Export CSV…</source>
        <translation>导出 CSV…</translation>
    </message>
    <message numerus="yes">
        <source>1 variant was pasted</source>
        <comment>{n:,} variants were pasted</comment>
        <translation>
            <numerusform>已粘贴 {n:,} 个变体</numerusform>
        </translation>
    </message>
    <message>
        <source>At most {most} variants are run at once.</source>
        <translation>一次最多运行 {most} 个变体。</translation>
    </message>
    <message>
        <source>variant {number}</source>
        <translation>变体 {number}</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message numerus="yes">
        <source>1 variant, run on a branch of its own</source>
        <comment>{n:,} variants, each run on a branch of its own</comment>
        <translation>
            <numerusform>{n:,} 个变体，各自在一个分支上运行</numerusform>
        </translation>
    </message>
    <message>
        <source>{over:,} of {total:,} variants are over, {failed:,} failed</source>
        <translation>变体已完成 {over:,}/{total:,}，失败 {failed:,} 个</translation>
    </message>
    <message>
        <source>variants</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>Export the variants</source>
        <translation>导出变体</translation>
    </message>
    <message>
        <source>Discard the variants?</source>
        <translation>放弃变体？</translation>
    </message>
    <message>
        <source>Some variants were not run. Discard them?</source>
        <translation>有些变体尚未运行。要放弃吗？</translation>
    </message>
    <message>
        <source>forking…</source>
        <translation>正在分叉…</translation>
    </message>
    <message>
        <source>running…</source>
        <translation>正在运行…</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>First difference</source>
        <translation>第一处差异</translation>
    </message>
    <message>
        <source>What {channel} becomes; an empty cell leaves it as it is</source>
        <translation>{channel} 的新值；空单元格则保持不变</translation>
    </message>
    <message>
        <source>{channel} at the end of the branch</source>
        <translation>分支末端的 {channel}</translation>
    </message>
    <message>
        <source>{status}: {text}</source>
        <translation>{status}：{text}</translation>
    </message>
    <message>
        <source>{path} was not written: {problem}</source>
        <translation>未写入 {path}：{problem}</translation>
    </message>
    <message>
        <source>{path} was written.</source>
        <translation>已写入 {path}。</translation>
    </message>
    <message>
        <source>Reading the values…</source>
        <translation>正在读取值…</translation>
    </message>
    <message>
        <source>Reading the history…</source>
        <translation>正在读取历史…</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>Reading the history… {total:,} checkpoints</source>
        <translation>正在读取历史… {total:,} 个检查点</translation>
    </message>
    <message>
        <source>Looked at {looked_at:,} of {total:,} checkpoints…</source>
        <translation>已查看检查点 {looked_at:,}/{total:,}…</translation>
    </message>
    <message>
        <source>It holds at none of {total:,} checkpoints.</source>
        <translation>在 {total:,} 个检查点中均不成立。</translation>
    </message>
    <message>
        <source>First holds at step {step}; {looked:,} of {total:,} checkpoints looked at, by halving.</source>
        <translation>首次在第 {step} 步成立；用二分法查看了检查点 {looked:,}/{total:,}。</translation>
    </message>
    <message>
        <source>First holds at step {step}; {looked:,} of {total:,} checkpoints looked at.</source>
        <translation>首次在第 {step} 步成立；查看了检查点 {looked:,}/{total:,}。</translation>
    </message>
    <message>
        <source>Find first</source>
        <translation>查找首次</translation>
    </message>
    <message>
        <source>Go to the first checkpoint of the branch looked at where it holds.
Found by halving: right where it goes on holding once it holds.</source>
        <translation>转到所查看分支上首次成立的检查点。
用二分法查找：前提是一旦成立便一直成立。</translation>
    </message>
    <message>
        <source>Every</source>
        <translation>逐个</translation>
    </message>
    <message>
        <source>Look at every checkpoint, oldest first, instead of halving</source>
        <translation>从最早的开始逐个查看检查点，而不用二分法</translation>
    </message>
    <message>
        <source>Remove the expression</source>
        <translation>移除表达式</translation>
    </message>
    <message>
        <source>Older steps</source>
        <translation>更早的步</translation>
    </message>
    <message>
        <source>Evaluate at all checkpoints of the thread, for the plot</source>
        <translation>对线程的所有检查点求值并绘图</translation>
    </message>
    <message>
        <source>Expressions over channels, and what they are worth at every step, appear here.</source>
        <translation>关于通道的表达式及其在每一步的值显示在这里。</translation>
    </message>
    <message>
        <source>Type an expression first.</source>
        <translation>请先输入表达式。</translation>
    </message>
    <message>
        <source>{count:,} steps · Cancel</source>
        <translation>{count:,} 步 · 取消</translation>
    </message>
    <message>
        <source>Whole history</source>
        <translation>完整历史</translation>
    </message>
    <message>
        <source>Remove {expression}  (Delete)</source>
        <translation>移除 {expression}  (Delete)</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>无值</translation>
    </message>
    <message>
        <source>no values to draw</source>
        <translation>没有可绘制的值</translation>
    </message>
    <message>
        <source>{title}: from {least:g} to {most:g}</source>
        <translation>{title}：从 {least:g} 到 {most:g}</translation>
    </message>
    <message>
        <source>{title}: {words}</source>
        <translation>{title}：{words}</translation>
    </message>
    <message>
        <source>{title}: no values</source>
        <translation>{title}：没有值</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Edit the pinned output (Return)</source>
        <translation>编辑固定的输出 (Return)</translation>
    </message>
    <message>
        <source>Remove the selected mark (Delete)</source>
        <translation>删除所选标记 (Delete)</translation>
    </message>
    <message>
        <source>A node can be pinned to an output, skipped for one run, or marked unsafe to repeat. All marks are listed here.</source>
        <translation>可以把节点固定为某个输出、在一次运行中跳过，或标记为不可安全重复。所有标记都列在这里。</translation>
    </message>
    <message>
        <source>Pin the output of the selected node</source>
        <translation>固定所选节点的输出</translation>
    </message>
    <message numerus="yes">
        <source>1 mark</source>
        <comment>{n} marks</comment>
        <translation>
            <numerusform>{n} 个标记</numerusform>
        </translation>
    </message>
    <message>
        <source>No marks</source>
        <translation>没有标记</translation>
    </message>
    <message numerus="yes">
        <source>1 does not fit the graph</source>
        <comment>{n} do not fit the graph</comment>
        <translation>
            <numerusform>{n} 个与图不符</numerusform>
        </translation>
    </message>
    <message>
        <source>Pin the output of {node}</source>
        <translation>固定 {node} 的输出</translation>
    </message>
    <message>
        <source>{node} is not executed as long as it is pinned: this is taken as what it returned. Its edges and routers decide what comes next.</source>
        <translation>{node} 固定期间不会执行：以此作为它的返回值。接下来由它的边和路由决定。</translation>
    </message>
    <message>
        <source>By a command it goes on to {nodes}.</source>
        <translation>它通过命令转到 {nodes}。</translation>
    </message>
    <message>
        <source>Write a list of pairs, such as [[&quot;channel&quot;, &quot;value&quot;]].</source>
        <translation>请写成对的列表，例如 [[&quot;channel&quot;, &quot;value&quot;]]。</translation>
    </message>
    <message>
        <source>Unsafe to repeat</source>
        <translation>不可安全重复</translation>
    </message>
    <message numerus="yes">
        <source>{nodes} has run before in this thread and is marked unsafe to repeat. The run is paused before it. Executing it again repeats all its effects on the outside world.</source>
        <comment>{nodes} have run before in this thread and are marked unsafe to repeat. The run is paused before them. Executing them again repeats all their effects on the outside world.</comment>
        <translation>
            <numerusform>{nodes} 在此线程中已运行过，且标记为不可安全重复。运行已在其之前暂停。重新执行会重复它对外界的所有影响。</numerusform>
        </translation>
    </message>
    <message>
        <source>Execute again</source>
        <translation>重新执行</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>It writes nothing in this run; its edges go on</source>
        <translation>它在此次运行中不写入任何内容；沿它的边继续</translation>
    </message>
    <message>
        <source>Pin what it wrote</source>
        <translation>固定它写入的内容</translation>
    </message>
    <message>
        <source>Take its newest recorded output instead</source>
        <translation>改用它最新记录的输出</translation>
    </message>
    <message>
        <source>Stay paused</source>
        <translation>保持暂停</translation>
    </message>
    <message>
        <source>Output is pinned: the node is not executed</source>
        <translation>输出已固定：不执行该节点</translation>
    </message>
    <message>
        <source>skip once</source>
        <translation>跳过一次</translation>
    </message>
    <message>
        <source>Skipped in the next run: it is not executed and writes nothing</source>
        <translation>下次运行时跳过：不执行也不写入任何内容</translation>
    </message>
    <message>
        <source>unsafe</source>
        <translation>不可重复</translation>
    </message>
    <message>
        <source>Unsafe to repeat: executing it again asks first</source>
        <translation>不可安全重复：重新执行前会先询问</translation>
    </message>
    <message>
        <source>pinned output, not executed</source>
        <translation>输出已固定，未执行</translation>
    </message>
    <message>
        <source>skipped, not executed</source>
        <translation>已跳过，未执行</translation>
    </message>
    <message>
        <source>Pin output</source>
        <translation>固定输出</translation>
    </message>
    <message>
        <source>Take the recorded output of the selected node instead of executing it</source>
        <translation>直接采用所选节点记录的输出，而不执行它</translation>
    </message>
    <message>
        <source>Pin an edited output…</source>
        <translation>固定编辑后的输出…</translation>
    </message>
    <message>
        <source>Write what is taken instead of executing the selected node</source>
        <translation>填写代替执行所选节点的内容</translation>
    </message>
    <message>
        <source>Skip in the next run</source>
        <translation>下次运行时跳过</translation>
    </message>
    <message>
        <source>The selected node is not executed once; its edges go on</source>
        <translation>所选节点这一次不执行；沿它的边继续</translation>
    </message>
    <message>
        <source>Before the selected node is executed again, ask</source>
        <translation>重新执行所选节点之前先询问</translation>
    </message>
    <message>
        <source>No output of {node} is recorded: the run stays paused</source>
        <translation>没有记录 {node} 的输出：运行保持暂停</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Find an action or a key</source>
        <translation>查找操作或快捷键</translation>
    </message>
    <message>
        <source>Actions and their keys</source>
        <translation>操作及其快捷键</translation>
    </message>
    <message>
        <source>&amp;New keys</source>
        <translation>新快捷键(&amp;N)</translation>
    </message>
    <message>
        <source>Take over</source>
        <translation>占用</translation>
    </message>
    <message>
        <source>No keys</source>
        <translation>无快捷键</translation>
    </message>
    <message>
        <source>Usual keys</source>
        <translation>默认快捷键</translation>
    </message>
    <message>
        <source>Usual keys for all</source>
        <translation>全部恢复默认</translation>
    </message>
    <message>
        <source>They belong to {action}; taking them over leaves it without.</source>
        <translation>它们属于“{action}”；占用后该操作将没有快捷键。</translation>
    </message>
    <message>
        <source>{keys} belongs to {action}.</source>
        <translation>{keys} 属于“{action}”。</translation>
    </message>
    <message>
        <source>An agent that calls tools: agent asks a model, which streams its words and asks for tools, tools runs each of its calls as a task of its own, and the edge leads back until the model only answers.</source>
        <translation>会调用工具的智能体：agent 询问模型，模型流式输出文字并请求工具；tools 把每个调用作为单独的任务运行；边一直绕回，直到模型只给出回答。</translation>
    </message>
    <message>
        <source>The smallest graph: one channel, one node.</source>
        <translation>最小的图：一个通道，一个节点。</translation>
    </message>
    <message>
        <source>Two branches of unequal length, collected in two ways.</source>
        <translation>两个长度不等的分支，以两种方式汇集。</translation>
    </message>
    <message>
        <source>A cycle with an exit: write produces a small program with slips in it, compile has Python&apos;s own parser look at it, and fix repairs the one error that the parser named.</source>
        <translation>有出口的循环：write 写出一个有小错误的程序，compile 用 Python 自己的解析器检查，fix 修正解析器指出的那个错误。</translation>
    </message>
    <message>
        <source>What a failure costs: only the task that failed.</source>
        <translation>失败的代价：只有失败的那个任务。</translation>
    </message>
    <message>
        <source>An incident inquiry that fans out and waits for a person.</source>
        <translation>一项会扇出并等待人工的事件调查。</translation>
    </message>
    <message>
        <source>A refund that nobody pays out by accident.</source>
        <translation>不会有人误付的退款。</translation>
    </message>
    <message>
        <source>skipped: not executed</source>
        <translation>已跳过：未执行</translation>
    </message>
    <message>
        <source>pinned: not executed</source>
        <translation>已固定：未执行</translation>
    </message>
    <message>
        <source>unsafe to repeat: asks first</source>
        <translation>不可安全重复：会先询问</translation>
    </message>
    <message>
        <source>What ran from here the last time</source>
        <translation>上次从这里运行的内容</translation>
    </message>
    <message>
        <source>Tokens, in and out</source>
        <translation>Token（输入和输出）</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Looking up what ran from here the last time…</source>
        <translation>正在查询上次从这里运行的内容…</translation>
    </message>
    <message>
        <source>Still looking…</source>
        <translation>仍在查询…</translation>
    </message>
    <message>
        <source>Nothing is recorded of what ran from here.</source>
        <translation>没有从这里运行的记录。</translation>
    </message>
    <message numerus="yes">
        <source>The last time, 1 task ran from here on the recorded branch.</source>
        <comment>The last time, {n} tasks ran from here on the recorded branch.</comment>
        <translation>
            <numerusform>上次在记录的分支上从这里运行了 {n} 个任务。</numerusform>
        </translation>
    </message>
    <message>
        <source>They took {time}.</source>
        <translation>共用时 {time}。</translation>
    </message>
    <message numerus="yes">
        <source>1 of them, whose time is known, took {time}.</source>
        <comment>{n} of them, whose times are known, took {time}.</comment>
        <translation>
            <numerusform>其中 {n} 个时间已知，共用时 {time}。</numerusform>
        </translation>
    </message>
    <message>
        <source>An earlier session ran them, and kept no times.</source>
        <translation>由更早的会话运行，未记录时间。</translation>
    </message>
    <message>
        <source>Their messages count {input:,} tokens in and {output:,} out.</source>
        <translation>其消息共计输入 {input:,} 个 token，输出 {output:,} 个。</translation>
    </message>
    <message>
        <source>No token usage is recorded.</source>
        <translation>没有记录 token 用量。</translation>
    </message>
    <message>
        <source>is no date; write it as {example}</source>
        <translation>不是日期；请写成 {example}</translation>
    </message>
    <message>
        <source>is no moment; write it as {example}</source>
        <translation>不是时刻；请写成 {example}</translation>
    </message>
    <message>
        <source>is no time of day; write it as {example}</source>
        <translation>不是一天中的时间；请写成 {example}</translation>
    </message>
    <message>
        <source>Choose the day in a calendar</source>
        <translation>在日历中选择日期</translation>
    </message>
    <message>
        <source>Open in editor</source>
        <translation>在编辑器中打开</translation>
    </message>
    <message>
        <source>The line that Source shows, in the editor you write with</source>
        <translation>在您使用的编辑器中打开“源代码”显示的行</translation>
    </message>
    <message>
        <source>Choose editor…</source>
        <translation>选择编辑器…</translation>
    </message>
    <message>
        <source>The command that opens a line of a file</source>
        <translation>打开文件某一行的命令</translation>
    </message>
    <message>
        <source>The editor&apos;s command does not read: {why}.</source>
        <translation>无法解析编辑器命令：{why}。</translation>
    </message>
    <message>
        <source>The editor&apos;s command is empty.</source>
        <translation>编辑器命令为空。</translation>
    </message>
    <message>
        <source>The system knows no program for {path}.</source>
        <translation>系统没有可打开 {path} 的程序。</translation>
    </message>
    <message>
        <source>the system&apos;s program</source>
        <translation>系统默认程序</translation>
    </message>
    <message>
        <source>{program} cannot be started.</source>
        <translation>无法启动 {program}。</translation>
    </message>
    <message>
        <source>Name one with Choose editor… in the View menu.</source>
        <translation>请在“视图”菜单中用“选择编辑器…”指定一个。</translation>
    </message>
    <message>
        <source>No editor was opened</source>
        <translation>未打开编辑器</translation>
    </message>
    <message>
        <source>Line {line} opens in {program}</source>
        <translation>第 {line} 行在 {program} 中打开</translation>
    </message>
    <message>
        <source>Choose editor</source>
        <translation>选择编辑器</translation>
    </message>
    <message>
        <source>Command of the editor; {file} and {line} stand for the place.
Empty: one that is found.</source>
        <translation>编辑器命令；{file} 和 {line} 表示位置。
留空：使用找到的编辑器。</translation>
    </message>
</context>
</TS>
