"""What a case is."""
from panel_vm import Clock


class Case:
    """One thing that has to be so, on a machine of its own."""

    def __init__(self, name, body, state, options, ported, figure, alone):
        self.name, self.body, self.state, self.options, self.ported = name, body, state, options, ported
        self.figure, self.alone = figure, alone

    def machine(self, states):
        return states.restore(self.state) if self.state else states.boot(**self.options)

    def is_counted(self, states):
        """Whether its clock counts instructions: what else this host does is then nothing to it."""
        options = states.machine(self.state) if self.state else self.options
        return bool(options.get("clock", Clock.REAL).value)


def collect(cases):
    """A decorator for cases of a file: `@case("name", "state")`; without a state the machine is a freshly booted one.

    - ported: it is also run where another processor is emulated, which takes its time: a person's day, and what the kernel does for it.
    - figure: it only tells how long something takes, without a limit: not with --brief.
    - alone: it counts what the host's clock says, or loads the host itself: no other machine runs beside it.
    """

    def case(name, state=None, ported=False, figure=False, alone=False, **machine):
        def keep(body):
            cases.append(Case(name, body, state, machine, ported, figure, alone))
            return body
        return keep
    return case
