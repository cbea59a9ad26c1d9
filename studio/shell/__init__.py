"""The window's frame: actions, theme, icons, docks, run control."""
