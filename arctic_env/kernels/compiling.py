"""How kernels are compiled: what a kernel calls stays LLVM code, which is optimised once, within the caller.

By itself numba makes machine code, and an entry for calls from Python, of each function that a kernel calls, every time
with all that it calls in turn. For the kernels of a game that took more than half of the time of compiling.
"""

from typing import Any

from llvmlite import binding, ir
from numba.core import compiler, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_machinery import register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering


class Kernel(CPUDispatcher):
    """A function that Python calls; kernels that call it get it as a `_Callee`."""

    def __init__(self, function: Any, locals: Any = None, targetoptions: Any = None) -> None:
        super().__init__(function, locals, targetoptions)
        self.callee = _Callee(function, targetoptions)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return numba's template for calls by a kernel, without the values of literal arguments.

        numba would compile a callee once more for each of them, to the same code.
        """
        return self.callee.get_call_template(
            tuple(map(_without_value, args)), {name: _without_value(kws[name]) for name in kws}
        )

    @property
    def is_compiling(self) -> Any:
        """Whether it is being compiled at the moment, in either form; numba then takes a call for recursion."""
        return super().is_compiling or self.callee.is_compiling

    def get_overload(self, signature: Any) -> Any:
        """Return what kernels call."""
        return self.callee.get_overload(signature)


def _without_value(kind: Any) -> Any:
    return types.unliteral(kind) if isinstance(kind, types.IntegerLiteral | types.BooleanLiteral) else kind


class _Callee(CPUDispatcher):
    """A function that numba compiles for its callers alone."""

    def __init__(self, function: Any, options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions=options | {"no_cpython_wrapper": True}, pipeline_class=_Compiler)

    def add_overload(self, result: Any) -> None:
        """Keep what was compiled for some types of arguments; there is nothing that Python could call."""
        for environment in (result.environment, *(result.referenced_envs or ())):
            _provide(environment, result.library.codegen)
        self.overloads[result.signature.args] = result


def _provide(environment: Any, codegen: Any) -> None:
    """Make the environment of a callee, which numba uses where it raises or prints, known to all that contain it.

    By itself numba looks for it in the machine code of the callee.
    """
    name, engine, pointer = environment.env_name, codegen._engine, ir.IntType(8).as_pointer()
    if not engine.is_symbol_defined(name):
        module = codegen._create_empty_module(name)
        variable = ir.GlobalVariable(module, pointer, name)
        variable.linkage, variable.initializer = "common", ir.Constant(pointer, None)
        engine.add_module(binding.parse_assembly(str(module)))
        engine.finalize_object()
    codegen.set_env(name, environment)


class _Library(JITCodeLibrary):
    """The LLVM code of a callee and of all that it calls, neither optimised as a whole nor translated."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def serialize_using_object_code(self) -> tuple[Any, ...]:
        """Return what the kernel cache keeps: the LLVM code, for there is no other."""
        return tuple(self.serialize_using_bitcode())


def rebuild_callee(context: Any, saved: tuple[Any, ...]) -> Any:
    """Return a callee from the kernel cache, as `CompileResult._rebuild` does for functions with machine code."""
    (name, _, code), description, environment, signature, _, _, annotation, reload_init, environments = saved
    for initialize in reload_init:
        initialize()
    library = _Library(context.codegen(), name)
    library._final_module = binding.parse_bitcode(code)
    library._finalize_final_module()
    result: Any = compiler.CompileResult
    return result(
        target_context=context,
        typing_context=context.typing_context,
        library=library,
        environment=environment,
        entry_point=library,
        fndesc=description,
        type_annotation=annotation,
        signature=signature,
        objectmode=False,
        lifted=(),
        typing_error=None,
        call_helper=None,
        metadata=None,
        reload_init=reload_init,
        referenced_envs=environments,
    )


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(NativeLowering):
    _name = "callee_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = library = _Library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state["cr"]
        # The library is also the key by which numba finds the function for its callers; any object would do.
        state.targetctx.insert_user_function(library, lowered.fndesc, [library])
        state.reload_init.extend(library._reload_init)
        state["cr"] = lowered._replace(cfunc=library)
        return True


class _Compiler(compiler.CompilerBase):
    def define_pipelines(self) -> list[Any]:
        """Return numba's own passes, but for the last step to machine code."""
        passes = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state, "callee")
        passes.passes = [(_Lowering if kind is NativeLowering else kind, text) for kind, text in passes.passes]
        passes.finalize()
        return [passes]
