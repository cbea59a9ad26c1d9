"""The benchmarks: the same graphs on this runtime and on LangGraph, measured in pairs."""
