"""What a case is."""


class Case:
    """One thing that has to be so, on a machine of its own."""

    def __init__(self, name, body, machine):
        self.name, self.body, self.machine = name, body, machine


def collect(cases):
    """A decorator for cases of a file: `@case("name", "state")`; without a state the machine is a freshly booted one."""

    def case(name, state=None, **machine):
        def keep(body):
            start = (lambda states: states.restore(state)) if state else (lambda states: states.boot(**machine))
            cases.append(Case(name, body, start))
            return body
        return keep
    return case
