"""What it costs."""
CASES = []


def add_states(states):
    pass
