"""What a command prints, of bounded size: programs in endless loops print gigabytes."""

import collections

KEEP = 4 << 20  # bytes, at the beginning and again at the end


class Output:
    """The first and the last `keep` bytes, and how many were between them."""

    def __init__(self, keep: int = KEEP) -> None:
        self._keep = keep
        self._head = bytearray()
        self._tail: collections.deque[bytes] = collections.deque()
        self._tail_bytes = 0
        self.dropped = 0  # bytes

    def add(self, data: bytes) -> None:
        room = self._keep - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        if not data:
            return
        self._tail.append(data)
        self._tail_bytes += len(data)
        while self._tail_bytes > self._keep:
            over = self._tail_bytes - self._keep
            first = self._tail.popleft()
            if len(first) > over:
                self._tail.appendleft(first[over:])
            lost = min(over, len(first))
            self._tail_bytes -= lost
            self.dropped += lost

    def text(self) -> str:
        head, tail = self._head.decode("utf-8", "replace"), b"".join(self._tail).decode("utf-8", "replace")
        if not self.dropped:
            return (bytes(self._head) + b"".join(self._tail)).decode("utf-8", "replace")
        return f"{head}\n[... {self.dropped} bytes of output left out here ...]\n{tail}"
