"""The session with the other transport: the graph runs in a child process.

``ChildSession`` is used like ``LocalSession``. It starts an interpreter on ``bootstrap.py``, which
serves a ``LocalSession`` over the child's pipes by JSON-RPC 2.0, and starts it anew when it has
died. There is no socket.
"""
