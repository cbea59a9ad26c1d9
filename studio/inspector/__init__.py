"""Panels that show one moment: state, versions, tasks and why a node runs."""
