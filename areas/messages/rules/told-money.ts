/** What customers read of money that goes back: an amount only above 0, and never what a failed refund promised. */
import { type Cents, formatDollars, sumCents } from '#platform/rules/money.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { accountOfOrder, type OrderInBooks } from '#areas/order-book/rules/order-account.ts';

/** `failed`: it was promised, and is not told until it is sent again. */
export type ToldMoney =
  | { is: 'going_back'; cents: Cents }
  | { is: 'paid_back'; on: PlainDate }
  | { is: 'failed' }
  | { is: 'none' };

type Asked = {
  refundIds?: readonly number[] | undefined;
  /** The portions that it is about, if it is about some. */
  itemIds?: readonly number[] | undefined;
};

/** By the refunds of its order as they are now. `paid_back`: nothing of the order, or a part that it is about, was left. */
export function toldMoneyOf(
  { refundIds = [], itemIds = [] }: Asked,
  order: OrderInBooks,
  timeZone: string,
): ToldMoney {
  const { refunds } = order;
  const meant = refunds.filter(({ id }) => refundIds.includes(id));
  const standing = meant.filter(({ state }) => state !== 'failed');
  if (standing.length > 0)
    return { is: 'going_back', cents: sumCents(standing.map(({ amountCents }) => amountCents)) };
  if (meant.length > 0) return { is: 'failed' };
  const { backCents, paidCents } = accountOfOrder(order);
  const parts = new Set(itemIds.map((id) => `i${id}`));
  const before = refunds.findLast(
    ({ state, presents }) =>
      state !== 'failed' &&
      (backCents >= paidCents || presents.some(({ part }) => parts.has(part))),
  );
  if (!before) return { is: 'none' };
  return { is: 'paid_back', on: wallTimeAt(before.createdAt.getTime(), timeZone).date };
}

/** "$14.49 goes back to your card in 5-10 business days."; empty: nothing is to be said of it. */
export function moneySentence(money: ToldMoney): string {
  switch (money.is) {
    case 'going_back':
      return `${formatDollars(money.cents)} goes back to your card in 5-10 business days.`;
    case 'paid_back':
      return `It was already refunded on ${formatDayAndMonth(money.on)}.`;
    case 'none':
      return 'There is no refund. If you were expecting one, call us.';
    case 'failed':
      return '';
  }
}

/** For an email that tells of nothing but money. */
export function moneyHeadline(money: ToldMoney): string {
  return money.is === 'going_back' ? `Your refund of ${formatDollars(money.cents)}` : 'Your refund';
}
