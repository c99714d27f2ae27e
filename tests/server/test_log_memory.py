"""What a client lacks of the log, after answers and after undoing them."""

from grognard.engine.log import LogEntry
from grognard.engine.step import NOBODY
from grognard.server.log_memory import LogMemory, begins_alike

RED, BLUE = 0, 1


def texts(memory: LogMemory, side: int, log: list[LogEntry], since: int) -> list[str]:
    return [entry.text for entry in memory.part(side, log, since).entries]


def test_a_client_is_sent_what_it_lacks_and_what_is_not_its_own_is_left_out() -> None:
    memory = LogMemory()
    log = [LogEntry(0, "opening"), LogEntry(1, "red hides", RED), LogEntry(2, "a shot")]
    red, nobody = memory.told(RED, log), memory.told(NOBODY, log)
    assert list(red) == [0, 1, 2] and list(nobody) == [0, 2]
    log += [LogEntry(3, "blue hides", BLUE), LogEntry(4, "one"), LogEntry(4, "two")]
    assert begins_alike(red, memory.told(RED, log)) == 3
    assert texts(memory, RED, log, 3) == ["one", "two"]
    assert texts(memory, BLUE, log, 0) == ["opening", "a shot", "blue hides", "one", "two"]
    assert begins_alike(nobody, memory.told(NOBODY, log)) == 2
    assert memory.part(NOBODY, log, 9).start == 4  # no more than there is


def test_entries_taken_back_are_replaced_from_where_they_stood() -> None:
    memory = LogMemory()
    log = [LogEntry(line, text) for line, text in enumerate(("opening", "one", "two"))]
    log.append(LogEntry(3, "secret", RED))
    red, blue = memory.told(RED, log), memory.told(BLUE, log)
    # Line 4 goes back to line 1; line 5 is another answer, as long as the one it replaces.
    log[2:] = [LogEntry(4, "Taken back to line 1."), LogEntry(5, "another")]
    assert begins_alike(red, memory.told(RED, log)) == 2
    assert begins_alike(blue, memory.told(BLUE, log)) == 2
    assert texts(memory, RED, log, 2) == ["Taken back to line 1.", "another"]
    del log[1:]
    assert list(memory.told(BLUE, log)) == [0]
    log[:] = []
    assert list(memory.told(BLUE, log)) == []
