"""Arrays whose references are not counted.

numba counts references when a kernel takes an array out of a tuple, makes a slice, or hands it to another kernel. Each
count is an atomic instruction that waits for all stores before it; in loops over games that took a third of the time.
"""

from typing import Any

from llvmlite import ir
from numba.core.errors import TypingError
from numba.core.types import Array, BaseTuple, Boolean, Number
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from arctic_env.core.cache import numba_setting


@intrinsic
def _without_owners(_: Any, kind: Any) -> Any:
    if (stranger := _stranger(kind)) is not None:
        raise TypingError(f"only arrays, numbers and tuples of them can be borrowed, not {stranger}")

    def generate(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        return _disown(context, builder, kind, arguments[0])

    return kind(kind), generate


def _stranger(kind: Any) -> Any:
    """The first type in there that is none of an array or a number, None without any: it may be counted, too."""
    if isinstance(kind, BaseTuple):
        parts = (_stranger(part) for part in kind)  # type: ignore[attr-defined]
        return next((stranger for stranger in parts if stranger is not None), None)
    return None if isinstance(kind, Array | Boolean | Number) else kind


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
