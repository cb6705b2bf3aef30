import pytest


class Unshuffled:
    def __init__(self, _seed):
        pass

    def shuffle(self, _chairs):
        pass


@pytest.fixture(autouse=True)
def cards_in_order(monkeypatch):
    """Leave seat cards unshuffled: card 1 is North of table 1, card 2 is East, and so on."""
    monkeypatch.setattr("party.queries.seats.draw.Random", Unshuffled)
