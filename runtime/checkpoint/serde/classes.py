"""Which classes a stored value may be rebuilt as, and whether that would run any of their code.

A class is found among those registered, those this process has saved before, or in a module that
is already imported; nothing is ever imported, and module-level ``__getattr__`` is not asked. It is
used only where an object of it can be put together from the outside: no ``__init__``, no
``__post_init__``, no validator, no property setter runs, and a class with ``__del__`` is refused.
"""

import dataclasses
import enum
import sys
from functools import cached_property
from types import GetSetDescriptorType, MemberDescriptorType, ModuleType
from typing import Any
from weakref import WeakKeyDictionary, WeakValueDictionary

Reference = list[Any]
"""``[module, qualified name]`` or ``[module, qualified name, [reference of an argument, ...]]``."""

_registered: dict[tuple[str, str], type] = {}
_PYDANTIC = frozenset({"SecretStr", "SecretBytes"})
_saved: "WeakValueDictionary[tuple[str, str], type]" = WeakValueDictionary()


def register_class(cls: type) -> type:
    """Let stored objects of ``cls`` be rebuilt everywhere, also where nothing else is allowed.

    To be used as a decorator, by classes that do nothing when they are put together.
    """
    _registered[cls.__module__, cls.__qualname__] = cls
    return cls


def registered_class(module: str, name: str) -> type | None:
    """A class given to ``register_class``, or one of pydantic's that only hold a value."""
    found = _registered.get((module, name))
    if found is None and module == "pydantic.types" and name in _PYDANTIC:
        loaded = sys.modules.get(module)
        found = None if loaded is None else loaded.__dict__.get(name)
    return found


def remember_saved(cls: type) -> None:
    """Note that this process saves objects of ``cls``, so that it can rebuild them."""
    name = cls.__module__, cls.__qualname__
    if _saved.get(name) is not cls:
        _saved[name] = cls


def remember_as(cls: type, module: str) -> None:
    """Let what was saved from ``module`` be rebuilt as ``cls``: one file under two names."""
    _saved[module, cls.__qualname__] = cls


def imported_class(module: str, name: str) -> type | None:
    """A class of this process by name, without importing or running anything."""
    registered = _registered.get((module, name)) or _saved.get((module, name))
    if registered is not None:
        return registered
    found: object = sys.modules.get(module)
    if not isinstance(found, ModuleType):
        return None
    namespace = ModuleType.__getattribute__(found, "__dict__")
    cls: type | None = None
    for part in name.split("."):
        found = namespace.get(part)
        if not isinstance(found, type):
            return None
        cls = found
        namespace = type.__getattribute__(cls, "__dict__")
    if cls is None or cls.__module__ != module or cls.__qualname__ != name:
        return None
    return cls


def class_reference(cls: type) -> Reference:
    """How the stored format names ``cls``; arguments of a generic pydantic model included."""
    generic = cls.__dict__.get("__pydantic_generic_metadata__")
    if generic and generic["origin"] is not None:
        origin: type = generic["origin"]
        remember_saved(cls)
        return [
            origin.__module__,
            origin.__qualname__,
            [_argument_reference(argument) for argument in generic["args"]],
        ]
    remember_saved(cls)
    return [cls.__module__, cls.__qualname__]


def _argument_reference(argument: Any) -> Any:
    return class_reference(argument) if isinstance(argument, type) else repr(argument)


def generic_model(origin: type, arguments: list[Any]) -> type | None:
    """The parametrisation of a generic pydantic model, where the program has made it."""
    candidates: list[type] = type.__subclasses__(origin)
    for candidate in candidates:
        generic = candidate.__dict__.get("__pydantic_generic_metadata__")
        if (
            generic
            and generic["origin"] is origin
            and [_argument_reference(argument) for argument in generic["args"]] == arguments
        ):
            return candidate
    return None


def named_fields(cls: type) -> tuple[str, ...] | None:
    """The fields of a named tuple, or of a class derived from one, without running anything."""
    for base in cls.__mro__:
        names = base.__dict__.get("_fields")
        if isinstance(names, tuple):
            return names
    return None


def type_name(cls: type) -> str:
    """The dotted name that is shown to people."""
    return cls.__qualname__ if cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__name__}"


def is_model(cls: type) -> bool:
    """Whether ``cls`` is a pydantic model (version 2)."""
    pydantic = sys.modules.get("pydantic.main")
    return pydantic is not None and issubclass(cls, pydantic.BaseModel)


def model_fields(cls: type) -> dict[str, Any]:
    """The fields of a pydantic model; their place differs between its versions."""
    namespace = cls.__dict__
    found: dict[str, Any] | None = namespace.get("__pydantic_fields__")
    return namespace.get("model_fields", {}) if found is None else found


_slots: "WeakKeyDictionary[type, dict[str, MemberDescriptorType] | None]" = WeakKeyDictionary()


def inert_slots(cls: type) -> dict[str, MemberDescriptorType] | None:
    """The slots of ``cls`` by name, or ``None`` where its objects cannot be put together safely."""
    if cls in _slots:
        return _slots[cls]
    slots: dict[str, MemberDescriptorType] | None = {}
    for base in reversed(cls.__mro__):
        namespace = base.__dict__
        holder = namespace.get("__dict__")
        if "__del__" in namespace or not (
            holder is None or isinstance(holder, GetSetDescriptorType)
        ):
            slots = None
            break
        for name, member in namespace.items():
            if isinstance(member, MemberDescriptorType) and slots is not None:
                slots[name] = member
    _slots[cls] = slots
    return slots


def is_slot(cls: type, name: str) -> bool:
    """Whether an attribute of objects of ``cls`` lies in a slot that no class attribute hides."""
    for base in cls.__mro__:
        if name in base.__dict__:
            return isinstance(base.__dict__[name], MemberDescriptorType)
    return False


_left_out: "WeakKeyDictionary[type, tuple[str, ...]]" = WeakKeyDictionary()


def _not_held(cls: type) -> tuple[str, ...]:
    """Attributes that are no part of what an object holds."""
    names = _left_out.get(cls)
    if names is None:
        names = _left_out[cls] = (
            "__weakref__",
            *(
                name
                for base in cls.__mro__
                for name in base.__dict__
                if isinstance(getattr(cls, name, None), cached_property)
            ),
        )
    return names


def attributes(value: Any, cls: type) -> dict[str, Any]:
    """What an object holds, slots first, without cached properties."""
    held: dict[str, Any] = {}
    for name, slot in (inert_slots(cls) or {}).items():
        try:
            held[name] = slot.__get__(value, cls)
        except AttributeError:
            continue  # an empty slot
    held.update(getattr(value, "__dict__", {}))
    for name in _not_held(cls):
        held.pop(name, None)
    return held


def put_together(cls: type, held: dict[str, Any]) -> Any:
    """An object of ``cls`` that holds ``held``; ``TypeError`` where that cannot be done inertly."""
    slots = inert_slots(cls)
    if slots is None:
        raise TypeError(f"{cls.__qualname__} would run code of its own")
    made: Any = object.__new__(cls)
    namespace: dict[str, Any] | None = (
        object.__getattribute__(made, "__dict__") if cls.__dictoffset__ else None
    )
    for name, content in held.items():
        slot = slots.get(name)
        if slot is not None:
            slot.__set__(made, content)
        elif namespace is not None:
            namespace[name] = content
    return made


_fields: "WeakKeyDictionary[type, dict[str, dataclasses.Field[Any]]]" = WeakKeyDictionary()


def dataclass_fields(cls: type) -> dict[str, "dataclasses.Field[Any]"]:
    """The fields of a dataclass by name."""
    found = _fields.get(cls)
    if found is None:
        found = _fields[cls] = {field.name: field for field in dataclasses.fields(cls)}
    return found


def dataclass_defaults(cls: type, held: dict[str, Any]) -> dict[str, Any]:
    """Values of fields that ``cls`` has by now and ``held`` lacks, where they need no code."""
    missing = {}
    for field in dataclass_fields(cls).values():
        if field.name in held:
            continue
        if field.default is not dataclasses.MISSING:
            missing[field.name] = field.default
        elif field.default_factory in (list, dict, set, frozenset, tuple):
            missing[field.name] = field.default_factory()
    return missing


def enum_member(cls: type, names: Any) -> enum.Enum:
    """A member by name, or the union of a flag's members; ``TypeError`` where there is none."""
    if not issubclass(cls, enum.Enum):
        raise TypeError(f"{cls.__qualname__} is no enum")
    members: dict[str, enum.Enum] = cls.__dict__["_member_map_"]
    if isinstance(names, str):
        if names not in members:
            raise TypeError(f"{cls.__qualname__} has no member {names}")
        return members[names]
    if not issubclass(cls, enum.Flag) or type(cls) is not enum.EnumMeta:
        raise TypeError(f"{cls.__qualname__} is no flag")
    if getattr(cls._missing_, "__func__", None) is not enum.Flag._missing_.__func__:  # type: ignore[attr-defined]
        raise TypeError(f"{cls.__qualname__} would run code of its own")
    value = 0
    for name in names:
        value |= members[name].value
    return cls(value)
