"""Arrays whose references are not counted.

numba counts references when a kernel takes an array out of a tuple, makes a slice, or hands it to another kernel. Each
count is an atomic instruction that waits for all stores before it; in loops over games that took a third of the time.
"""

from typing import Any

from llvmlite import ir
from numba.core.types import Array
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from arctic_env.core.cache import numba_setting


@intrinsic
def _without_owner(_: Any, array: Array) -> Any:
    def generate(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        made = make_array(array)(context, builder, arguments[0])  # type: ignore[no-untyped-call]
        made.meminfo = ir.Constant(made.meminfo.type, None)
        return made._getvalue()

    return array(array), generate


def _as_it_is(array: Any) -> Any:
    return array


# The array itself, not kept alive: for arrays that the caller of the kernel keeps, and never to be returned.
borrow: Any = _as_it_is if numba_setting("DISABLE_JIT") else _without_owner
