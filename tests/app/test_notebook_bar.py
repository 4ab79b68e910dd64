"""The progress bar in a real kernel of Jupyter, where there is one."""

from __future__ import annotations

import time
from typing import Any

import pytest

manager = pytest.importorskip("jupyter_client.manager")
pytest.importorskip("ipykernel")

COUNT = """
from minuet.models.gallery import entry
from minuet.solvers import Interrupted, count
try:
    count(entry("{name}").load(), "dlx:links", progress=True)
except Interrupted as stopped:
    print(stopped.result.complete)
"""


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("PYTHONWARNINGS", "ignore")  # of the kernel itself
    manages, client = manager.start_new_kernel(kernel_name="python3")
    yield manages, client
    client.stop_channels()
    manages.shutdown_kernel(now=True)


def outputs(kernel: Any, code: str, *, interrupt_after: int = 0) -> list[dict[str, Any]]:
    """Run the code; return what it showed, in the order in which it came.

    interrupt_after  so many frames of a bar the kernel is interrupted
    """
    manages, client = kernel
    mine = client.execute(code)
    shown: list[dict[str, Any]] = []
    end = time.monotonic() + 60
    while time.monotonic() < end:
        message = client.get_iopub_msg(timeout=60)
        kind, content = message["msg_type"], message["content"]
        if message["parent_header"].get("msg_id") != mine:
            continue
        if kind == "status" and content["execution_state"] == "idle":
            return shown
        if kind in ("display_data", "update_display_data", "stream", "error"):
            shown.append({"kind": kind, **content})
            if len(shown) == interrupt_after:
                manages.interrupt_kernel()
    raise AssertionError(f"the kernel hangs after {shown}")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_bar_moves_in_one_output_and_is_empty_after_an_interrupt(kernel: Any) -> None:
    *bar, told = outputs(kernel, COUNT.format(name="pentominoes-6x10"), interrupt_after=5)
    assert [one["kind"] for one in bar] == ["display_data"] + ["update_display_data"] * (
        len(bar) - 1
    )
    assert len({one["transient"]["display_id"] for one in bar}) == 1
    assert all("<progress value=" in one["data"]["text/html"] for one in bar[:-1])
    assert all("found" in one["data"]["text/plain"] for one in bar[:-1])
    assert bar[-1]["data"] == {"text/html": "", "text/plain": ""}
    assert told["text"] == "False\n"


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_what_is_quick_shows_no_bar(kernel: Any) -> None:
    assert outputs(kernel, COUNT.format(name="queens-8")) == []
