"""What a case is."""


class Case:
    """One thing that has to be so, on a machine of its own."""

    def __init__(self, name, body, machine, ported):
        self.name, self.body, self.machine, self.ported = name, body, machine, ported


def collect(cases):
    """A decorator for cases of a file: `@case("name", "state")`; without a state the machine is a freshly booted one.

    - ported: it is also run where another processor is emulated, which takes its time: a person's day, and what the kernel does for it.
    """

    def case(name, state=None, ported=False, **machine):
        def keep(body):
            start = (lambda states: states.restore(state)) if state else (lambda states: states.boot(**machine))
            cases.append(Case(name, body, start, ported))
            return body
        return keep
    return case
