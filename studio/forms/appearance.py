"""How forms look: one style sheet made of the theme's tokens."""

from studio.shell.theme import ThemeTokens


def form_stylesheet(tokens: ThemeTokens) -> str:
    """Style sheet of a form and of everything in it.

    Fields carry the dynamic properties ``invalid``, ``unset`` and ``role``.
    """
    t = tokens
    return f"""
QPlainTextEdit[role="field"], QPlainTextEdit[role="json"] {{
    background: {t.surface_sunken}; border: 1px solid {t.border_strong}; border-radius: 4px;
    padding: 1px 2px; selection-background-color: {t.accent}; selection-color: {t.accent_text}; }}
QPlainTextEdit[role="field"]:focus, QPlainTextEdit[role="json"]:focus {{
    border-color: {t.accent}; }}
QPlainTextEdit[invalid="true"], QLineEdit[invalid="true"], QComboBox[invalid="true"],
QPlainTextEdit[role="json"][invalid="true"], QPlainTextEdit[role="field"][invalid="true"] {{
    border-color: {t.failed}; }}
QLabel[role="field-label"] {{ color: {t.text}; }}
QLabel[role="required"] {{ color: {t.failed}; }}
QLabel[role="type"], QLabel[role="index"] {{ color: {t.text_muted}; }}
QLabel[role="problem"] {{ color: {t.failed}; }}
QPlainTextEdit[role="diff"] {{ background: {t.surface_sunken}; border: 1px solid {t.border};
    border-radius: 4px; }}
QFrame[role="card"] {{ background: {t.surface_raised}; border: 1px solid {t.border};
    border-radius: 6px; }}
QLabel[role="title"] {{ font-size: 16px; font-weight: 600; }}
QLabel[role="action"] {{ color: {t.accent}; font-weight: 600; }}
QLabel[role="decided"] {{ color: {t.wrote}; }}
QLabel[role="fork"] {{ color: {t.interrupted}; }}
QFrame[role="nest"] {{ border: none; border-left: 2px solid {t.border}; }}
QToolButton[role="disclosure"] {{ color: {t.text}; padding: 2px 4px 2px 0; text-align: left; }}
QLineEdit, QComboBox {{ min-height: 17px; }}
QScrollArea {{ background: {t.surface}; border: none; }}
QWidget#form_body {{ background: {t.surface}; }}
QRadioButton::indicator {{ width: 12px; height: 12px; border-radius: 7px;
    border: 1px solid {t.border_strong}; background: {t.surface_sunken}; }}
QRadioButton::indicator:checked {{ width: 6px; height: 6px; border: 4px solid {t.accent};
    background: {t.accent_text}; }}
QRadioButton:focus {{ color: {t.accent}; }}
QCheckBox:focus {{ color: {t.accent}; }}
"""
