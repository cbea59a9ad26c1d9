"""Forms for JSON values, made from a JSON Schema.

``SchemaForm(schema, value, tokens, parent)`` is a widget with two tabs, *Form* and
*JSON*, that edit the same value. A schema of ``None`` (or one that says nothing) gives the JSON
page alone. Without ``value`` the form starts from the schema's defaults.

- ``changed`` fires with each edit by a person;
- ``value()`` is the JSON value as it stands; ``set_value(value)`` shows another one;
  ``set_schema(schema, value)`` changes both;
- ``is_valid()`` says whether the value fits; ``problems()`` says why not;
- ``reveal_problems()`` is for the moment when a person sends the form: it shows everything that
  is wrong, missing values included, focuses the first place, and returns whether there was any;
- ``set_problems([Problem(path, message)])`` shows what somebody else found, beside the field at
  ``path`` (keys, and indexes as text), until the value there changes;
- ``setFocus()`` goes to the first field; ``mode()``, ``set_mode("form" | "json")``,
  ``set_theme(tokens)`` (made with the theme in force, a form follows it by itself).

Nothing typed is lost: a field keeps text that does not parse, the JSON page keeps text that is no
JSON and stays in front until it is. ``ABSENT`` stands for a property without a value.

``JsonEditor`` is the JSON page alone, ``check(value, schema)`` the validation alone.
"""

from studio.forms.check import Problem, check
from studio.forms.json_editor import JsonEditor
from studio.forms.schema import ABSENT
from studio.forms.schema_form import SchemaForm

__all__ = ["ABSENT", "JsonEditor", "Problem", "SchemaForm", "check"]
