import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { missedChoicesText, untilText } from '#areas/order-book/rules/missed-choice.ts';
import type { MissedChoice } from '#areas/order-book/rules/delivery.ts';
import type { MessageWords } from '#areas/messages/rules/check-message-text.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { type Cents, formatDollars, sumCents } from '#platform/rules/money.ts';
import { accountOfOrder, type OrderInBooks } from '#areas/order-book/rules/order-account.ts';

/** Within a day only the window changes, whatever the cause: "because" of what, the customer would ask. */
export function movedWords(
  from: SlotKey,
  to: SlotKey,
  cause = '',
): { moved: string; newtime: string } {
  const was = formatDayAndMonth(from.date);
  const window = windowLabel(to.window);
  if (from.date === to.date)
    return {
      moved: `Your delivery on ${was} now comes ${window} instead of ${windowLabel(from.window)}.`,
      newtime: window,
    };
  const newtime = formatDayAndMonth(to.date);
  const your = cause.trim() === '' ? 'Your' : `Because of ${cause.trim()} your`;
  return { moved: `${your} ${was} delivery is now ${newtime}, ${window}.`, newtime };
}

type Offer = { offered: readonly MissedChoice[]; until: Instant } | null;

/** `choose`: a sentence for the email. `ask`: what stands before a text's link. */
export function missedWords(
  offer: Offer,
  now: Instant,
  timeZone: string,
): { choose: string; ask: string } {
  const callUs = 'We’ll call you.';
  if (!offer || now >= offer.until) return { choose: callUs, ask: callUs };
  const until = untilText(offer.until, timeZone);
  const options = offer.offered.filter((choice) => choice !== 'call');
  if (options.length === 0) {
    const call = `We’ll call you by ${until}.`;
    return { choose: call, ask: call };
  }
  return {
    choose: `Choose by ${until}: ${missedChoicesText(options)}. Otherwise we’ll call you.`,
    ask: `Choose by ${until}:`,
  };
}

/** For another day, or at a time that nobody knows. Ours alone: it names no time and no advice. */
export function notedWords(
  kind: 'delivery_delivered' | 'delivery_missed',
  { date, place, reason }: { date: PlainDate; place: string; reason: string },
): MessageWords {
  const day = formatDayAndMonth(date);
  const text =
    kind === 'delivery_delivered'
      ? `We wrote down today that your delivery of ${day} was left ${place}.\n\nSomething not right?\n\n{link}`
      : `We wrote down today that we could not leave your delivery of ${day}: ${reason}. We’ll call you.\n\n{link}`;
  return { subject: `About your delivery of ${day}`, text };
}

// What customers read of money that goes back: an amount only above 0, and never what a failed refund promised.

/** `failed`: it was promised, and is not told until it is sent again. */
export type ToldMoney =
  | { is: 'going_back'; cents: Cents }
  | { is: 'paid_back'; on: PlainDate }
  | { is: 'failed' }
  /** It goes back once the bank of a disputed payment has decided. */
  | { is: 'disputed'; cents: Cents }
  | { is: 'none' };

type WordsQuery = {
  refundIds?: readonly number[] | undefined;
  /** The portions that it is about, if it is about some. */
  itemIds?: readonly number[] | undefined;
};

/** By the refunds of its order as they are now. `paid_back`: nothing of the order, or a part that it is about, was left. */
export function toldMoneyOf(
  { refundIds = [], itemIds = [] }: WordsQuery,
  order: OrderInBooks,
  timeZone: string,
): ToldMoney {
  const { refunds } = order;
  const meant = refunds.filter(({ id }) => refundIds.includes(id));
  const standing = meant.filter(({ state }) => state !== 'failed');
  if (standing.length > 0)
    return { is: 'going_back', cents: sumCents(standing.map(({ amountCents }) => amountCents)) };
  if (meant.length > 0) return { is: 'failed' };
  const { backCents, paidCents, dueBackCents } = accountOfOrder(order);
  if (order.isDisputed && dueBackCents > 0) return { is: 'disputed', cents: dueBackCents };
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
    case 'disputed':
      return `${formatDollars(money.cents)} goes back once your bank has decided about the payment in dispute.`;
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
