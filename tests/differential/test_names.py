"""Every public name is found under the module that a ported program imports it from."""

from __future__ import annotations

import enum
import importlib
import inspect
import sys
import warnings
from typing import Any

import pytest

NAMES = {
    "cache.base": "BaseCache",
    "cache.memory": "InMemoryCache",
    "cache.sqlite": "SqliteCache",
    "callbacks": (
        "GraphCallbackHandler GraphInterruptEvent GraphLifecycleEvent GraphLifecycleStatus"
        " GraphResumeEvent get_async_graph_callback_manager_for_config"
        " get_sync_graph_callback_manager_for_config"
    ),
    "channels": (
        "AnyValue BaseChannel BinaryOperatorAggregate DeltaChannel EphemeralValue LastValue"
        " LastValueAfterFinish NamedBarrierValue NamedBarrierValueAfterFinish Topic UntrackedValue"
    ),
    "channels.any_value": "AnyValue",
    "channels.base": "BaseChannel Checkpoint MISSING Update Value",
    "channels.binop": "BinaryOperatorAggregate",
    "channels.delta": "DeltaChannel",
    "channels.ephemeral_value": "EphemeralValue",
    "channels.last_value": "LastValue LastValueAfterFinish",
    "channels.named_barrier_value": "NamedBarrierValue NamedBarrierValueAfterFinish",
    "channels.topic": "Topic",
    "channels.untracked_value": "UntrackedValue",
    "checkpoint.base": (
        "BaseCheckpointSaver ChannelVersions Checkpoint CheckpointMetadata CheckpointTuple"
        " DeltaChannelHistory EXCLUDED_METADATA_KEYS EmptyChannelError PendingWrite"
        " SerializerProtocol WRITES_IDX_MAP copy_checkpoint create_checkpoint empty_checkpoint"
        " get_checkpoint_id get_checkpoint_metadata get_serializable_checkpoint_metadata"
        " ChannelProtocol ERROR INTERRUPT JsonPlusSerializer RESUME SCHEDULED V"
        " maybe_add_typed_methods uuid6"
    ),
    "checkpoint.base.id": "uuid6",
    "checkpoint.memory": "InMemorySaver MemorySaver PersistentDict",
    "checkpoint.serde.base": (
        "CipherProtocol SerializerCompat SerializerProtocol UntypedSerializerProtocol"
        " maybe_add_typed_methods"
    ),
    "checkpoint.serde.encrypted": "EncryptedSerializer",
    "checkpoint.serde.event_hooks": "SerdeEvent emit_serde_event register_serde_event_listener",
    "checkpoint.serde.jsonplus": "JsonPlusSerializer",
    "checkpoint.serde.types": (
        "ChannelProtocol ERROR INTERRUPT RESUME SCHEDULED SendProtocol TASKS _DeltaSnapshot"
    ),
    "checkpoint.sqlite": "SqliteSaver",
    "checkpoint.sqlite.aio": "AsyncSqliteSaver",
    "config": "get_config get_store get_stream_writer",
    "constants": "CONF CONFIG_KEY_CHECKPOINTER END START TAG_HIDDEN TAG_NOSTREAM TASKS",
    "errors": (
        "EmptyChannelError EmptyInputError ErrorCode GraphBubbleUp GraphDrained GraphInterrupt"
        " GraphRecursionError InvalidUpdateError NodeCancelledError NodeError NodeInterrupt"
        " NodeTimeoutError ParentCommand TaskNotFound create_error_message"
    ),
    "func": "entrypoint task",
    "graph": "END MessageGraph MessagesState START StateGraph add_messages",
    "graph.message": ("MessageGraph MessagesState REMOVE_ALL_MESSAGES add_messages push_message"),
    "graph.state": "CompiledStateGraph StateGraph",
    "graph.ui": (
        "AnyUIMessage RemoveUIMessage UIMessage delete_ui_message push_ui_message"
        " ui_message_reducer"
    ),
    "managed": "IsLastStep RemainingSteps",
    "managed.base": "ManagedValue ManagedValueSpec is_managed_value",
    "managed.is_last_step": "IsLastStep RemainingSteps RemainingStepsManager",
    "pregel": "NodeBuilder Pregel",
    "pregel.main": "NodeBuilder Pregel",
    "pregel.protocol": "PregelProtocol",
    "runtime": ("BaseUser DEFAULT_RUNTIME ExecutionInfo RunControl Runtime ServerInfo get_runtime"),
    "store.base": (
        "BaseStore Embeddings GetOp IndexConfig Item ListNamespacesOp MatchCondition"
        " NamespaceMatchType NamespacePath Op PutOp Result SearchItem SearchOp TTLConfig"
        " ensure_embeddings get_text_at_path tokenize_path validate_op_namespace"
    ),
    "store.base.batch": "AsyncBatchedBaseStore",
    "store.memory": "InMemoryStore",
    "store.sqlite": "SqliteStore",
    "store.sqlite.aio": "AsyncSqliteStore",
    "types": (
        "All CacheKey CachePolicy CheckpointPayload CheckpointStreamPart CheckpointTask"
        " Checkpointer Command CustomStreamPart DebugPayload DebugStreamPart Durability"
        " GraphOutput Interrupt MessagesStreamPart Overwrite PregelExecutableTask PregelTask"
        " RetryPolicy Send StateSnapshot StateUpdate StreamMode StreamPart StreamWriter"
        " TaskPayload TaskResultPayload TasksStreamPart TimeoutPolicy TracePolicy"
        " UpdatesStreamPart ValuesStreamPart ensure_valid_checkpointer interrupt omit_payload"
    ),
    "typing": "ContextT InputT OutputT StateT StateT_co StateT_contra",
    "warnings": (
        "LangGraphDeprecatedSinceV05 LangGraphDeprecatedSinceV10 LangGraphDeprecatedSinceV11"
        " LangGraphDeprecationWarning"
    ),
}
PAIRS = [(module, name) for module, names in NAMES.items() for name in names.split()]

# Out of scope, or inner workings that nobody calls from outside.
NOT_HERE = {
    "graph.state.CompiledStateGraph",
    "pregel.Pregel.stream_events",
    "pregel.main.Pregel.stream_events",
}
# Parameters that say nothing here, or that are called as in the base class.
OTHERWISE = {
    "cache.memory.InMemoryCache.aset.keys",
    "cache.memory.InMemoryCache.set.keys",
    "cache.sqlite.SqliteCache.aset.mapping",
    "cache.sqlite.SqliteCache.set.mapping",
    "checkpoint.serde.jsonplus.JsonPlusSerializer.__unpack_ext_hook__",
    "pregel.protocol.PregelProtocol.abulk_update_state.updates",
    "pregel.protocol.PregelProtocol.bulk_update_state.updates",
}


def of(root: str, module: str, name: str) -> Any:
    return getattr(importlib.import_module(f"{root}.{module}"), name)


@pytest.mark.parametrize(("module", "name"), PAIRS, ids=[".".join(pair) for pair in PAIRS])
def test_names_are_found_where_langgraph_has_them(module: str, name: str) -> None:
    assert of("runtime", module, name) is not None
    assert of("langgraph", module, name) is not None


@pytest.mark.parametrize("root", ["langgraph", "runtime"])
def test_an_old_module_says_where_its_names_are_now(root: str) -> None:
    sys.modules.pop(f"{root}.pregel.types", None)
    with pytest.warns(DeprecationWarning, match=rf"Importing from {root}\.pregel\.types") as told:
        found = of(root, "pregel.types", "StateSnapshot")
    assert type(told[0].message).__name__ == "LangGraphDeprecatedSinceV10"
    assert found is of(root, "types", "StateSnapshot")


def signature(function: Any) -> dict[str, inspect.Parameter] | None:
    try:
        return dict(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return None


def callables(module: str, name: str) -> list[tuple[str, str, str]]:
    """What can be called with arguments: functions, constructors and public methods."""
    theirs = of("langgraph", module, name)
    if not isinstance(theirs, type):
        return [(module, name, "")] if inspect.isroutine(theirs) else []
    if issubclass(theirs, (dict, enum.Enum)) or getattr(theirs, "_is_protocol", False):
        return []
    methods = [
        key
        for key, value in vars(theirs).items()
        if not key.startswith("_") and callable(value) and not isinstance(value, type)
    ]
    return [(module, name, method) for method in ("", *methods)]


CALLABLES = [entry for pair in PAIRS for entry in callables(*pair)]


@pytest.mark.parametrize(("module", "name", "method"), CALLABLES)
def test_signatures_take_what_langgraph_takes(module: str, name: str, method: str) -> None:
    path = f"{module}.{name}.{method}".rstrip(".")
    if path in NOT_HERE:
        assert not hasattr(of("runtime", module, name), method or "schema_to_mapper")
        return
    theirs, ours = of("langgraph", module, name), of("runtime", module, name)
    if method:
        theirs, ours = getattr(theirs, method), getattr(ours, method)
    expected, found = signature(theirs), signature(ours)
    if expected is None or found is None:
        return
    variadic = any(each.kind is each.VAR_KEYWORD for each in found.values())
    positional = [name for name, each in found.items() if each.kind in _POSITIONAL]
    place = 0
    for name, parameter in expected.items():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if f"{path}.{name}" in OTHERWISE:
            place += parameter.kind in _POSITIONAL
            continue
        if parameter.kind in _POSITIONAL:
            assert positional[place : place + 1] == [name] or name.startswith("_"), name
            place += 1
        elif name not in found and variadic:
            continue
        elif not name.startswith("_"):
            assert name in found
        mine = found.get(name)
        if mine is not None and parameter.default is parameter.empty:
            assert mine.default is mine.empty or not method
        elif mine is not None and isinstance(parameter.default, PLAIN):
            assert mine.default == parameter.default, name


PLAIN = (bool, int, str, tuple, type(None))
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)

OLD_CONSTANTS = [
    "CACHE_NS_WRITES",
    "CONFIG_KEY_CACHE",
    "CONFIG_KEY_CALL",
    "CONFIG_KEY_CHECKPOINT_ID",
    "CONFIG_KEY_CHECKPOINT_MAP",
    "CONFIG_KEY_CHECKPOINT_NS",
    "CONFIG_KEY_DURABILITY",
    "CONFIG_KEY_NODE_FINISHED",
    "CONFIG_KEY_READ",
    "CONFIG_KEY_RESUME_MAP",
    "CONFIG_KEY_RESUMING",
    "CONFIG_KEY_RUNNER_SUBMIT",
    "CONFIG_KEY_RUNTIME",
    "CONFIG_KEY_SCRATCHPAD",
    "CONFIG_KEY_SEND",
    "CONFIG_KEY_STREAM",
    "CONFIG_KEY_TASK_ID",
    "CONFIG_KEY_THREAD_ID",
    "ERROR",
    "INPUT",
    "INTERRUPT",
    "NO_WRITES",
    "NS_END",
    "NS_SEP",
    "NULL_TASK_ID",
    "OVERWRITE",
    "PREVIOUS",
    "PULL",
    "PUSH",
    "RESUME",
    "RETURN",
]


@pytest.mark.parametrize("name", OLD_CONSTANTS)
def test_private_constants_keep_their_values(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        assert of("runtime", "constants", name) == of("langgraph", "constants", name)


@pytest.mark.parametrize("name", ["Send", "Interrupt"])
def test_moved_types_say_where_they_are(name: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"from runtime.types import {name}"):
        assert of("runtime", "constants", name) is of("runtime", "types", name)


def test_unknown_constants_are_errors() -> None:
    with pytest.raises(AttributeError, match="NONSENSE"):
        of("runtime", "constants", "NONSENSE")
