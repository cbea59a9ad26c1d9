"""A graph as a picture: its boxes and lines, where they go, and the picture as SVG.

Knows neither the engine nor a window. What is drawn is anything with nodes and edges of the shape
that ``boxes`` asks for.
"""
