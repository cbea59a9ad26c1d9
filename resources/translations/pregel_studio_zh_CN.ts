<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>Holds when Pregel Studio starts the next time</source>
        <translation>在下次启动 Pregel Studio 时生效</translation>
    </message>
    <message>
        <source>Language of the system</source>
        <translation>跟随系统语言</translation>
    </message>
    <message>
        <source>The language changes when Pregel Studio starts the next time</source>
        <translation>语言将在下次启动 Pregel Studio 时更改</translation>
    </message>
</context>
</TS>
