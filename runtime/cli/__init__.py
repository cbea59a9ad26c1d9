"""The command ``pregel``: threads, history, runs, answers, forks and pictures in a terminal.

Modules are imported when their command is asked for, so that help and mistakes cost nothing.
"""
