"""The two ways in which the program syncs, as the fault proxy tells them apart."""

import typing


class Engine(typing.NamedTuple):
    """What its polls look like, and what a server says that does not know where one continues."""

    name: str
    method: str
    path: str
    continued: str
    unknown: str

    @property
    def polls(self):
        """Selects its polls."""
        return {"method": self.method, "path": self.path}

    def is_response(self, line):
        """Whether a line of the proxy's trace says that the response to a poll was sent."""
        return line.split()[::2] == ["response", self.method] and line.split()[3:] == [self.path]

    def rules(self):
        """The rules that make the program use it: it prefers sliding sync."""
        if self is SLIDING:
            return {}
        return {("polls of sliding sync", "no such endpoint"): SLIDING.polls | {"response": {
            "status": 404, "headers": {}, "body": '{"errcode": "M_UNRECOGNIZED", "error": "not here"}'}}}


SLIDING = Engine("sliding", "POST", "/_matrix/client/unstable/org.matrix.simplified_msc3575/sync", "*pos=*",
                 "M_UNKNOWN_POS")
FULL = Engine("full", "GET", "/_matrix/client/v3/sync", "*since=*", "M_UNKNOWN")
ENGINES = {engine.name: engine for engine in (SLIDING, FULL)}
