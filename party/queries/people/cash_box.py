from party.models import MoneyLine, Party
from party.queries.people.door import fee_accounts
from party.queries.prizes.winners import all_prizes
from party.values.people.cash_box import CashBox, MoneyKind, OtherMoney
from party.values.prizes.prizes import PrizeList


def cash_box(party: Party, prizes: PrizeList | None = None) -> CashBox:
    prizes = prizes or all_prizes(party)
    lines = MoneyLine.objects.filter(party=party).order_by("pk")
    return CashBox(
        accounts=fee_accounts(party),
        pots=tuple(
            (line.fifty_fifty, bool(line.awarded))
            for line in prizes.lines
            if line.fifty_fifty is not None and line.fifty_fifty.pot
        ),
        prizes=prizes.cash,
        prizes_are_settled=prizes.confirmed_at is not None,
        typed=tuple(
            OtherMoney(MoneyKind(kind), cents, word, how, pk)
            for pk, kind, cents, word, how in lines.values_list(
                "pk", "kind", "cents", "word", "how"
            )
        ),
    )
