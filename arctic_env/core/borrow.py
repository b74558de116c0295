"""Arrays whose references are not counted.

numba counts references when a kernel takes an array out of a tuple, makes a slice, or hands it to another kernel. Each
count is an atomic instruction that waits for all stores before it; in loops over games that took a third of the time.
"""

from typing import Any

from llvmlite import ir
from numba.core.datamodel.registry import default_manager
from numba.core.errors import TypingError
from numba.core.types import Array, BaseTuple
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from arctic_env.core.cache import numba_setting


@intrinsic
def _without_owners(_: Any, kind: Any) -> Any:
    if (owner := _owner(kind)) is not None:
        raise TypingError(f"only arrays, numbers and tuples of them can be borrowed, not {owner}")

    def generate(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        return _disown(context, builder, kind, arguments[0])

    return kind(kind), generate


def _owner(kind: Any) -> Any:
    """The type of something other than arrays in there whose references are counted; None without any."""
    if isinstance(kind, BaseTuple):
        return next((owner for part in kind if (owner := _owner(part)) is not None), None)  # type: ignore[attr-defined]
    counted = default_manager.lookup(kind).contains_nrt_meminfo()  # type: ignore[no-untyped-call]
    return kind if counted and not isinstance(kind, Array) else None


def _disown(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """The value with no owner named in it, where it is an array or a tuple that holds some."""
    if isinstance(kind, Array):
        made = make_array(kind)(context, builder, value)  # type: ignore[no-untyped-call]
        made.meminfo = ir.Constant(made.meminfo.type, None)
        return made._getvalue()
    if isinstance(kind, BaseTuple):
        for place, part in enumerate(kind):  # type: ignore[arg-type, var-annotated]
            borrowed = _disown(context, builder, part, builder.extract_value(value, place))
            value = builder.insert_value(value, borrowed, place)
    return value


def _as_it_is(arrays: Any) -> Any:
    return arrays


# The array itself, or the tuple of arrays and numbers, not kept alive: for arrays that the caller of the kernel keeps,
# and never to be returned.
borrow: Any = _as_it_is if numba_setting("DISABLE_JIT") else _without_owners
