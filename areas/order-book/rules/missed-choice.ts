/** What a customer may choose after we could not leave their meals: the same for the message, the page and the answer. */
import { MINUTE_MS } from '#platform/rules/durations.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import {
  formatMinuteOfDay,
  type Instant,
  instantOf,
  type WallTime,
  wallTimeAt,
} from '#platform/rules/zoned-time.ts';
import { type FreeWindow, freeWindowsAfter } from '#areas/order-book/rules/incident.ts';
import type { SlotKey, SlotState } from '#areas/business/rules/delivery-slots.ts';
import { MISSED_CHOICES, type MissedChoice } from '#areas/order-book/rules/delivery.ts';
import { minutesOf } from '#areas/business/rules/delivery-windows.ts';
import { judgeMove, type MoveTo, type MoveVerdict } from './move-delivery.ts';
import { judgeDeliveryRefund } from '#areas/order-book/rules/order-account.ts';
import type { Order, OrderDelivery } from '#areas/order-book/rules/order.ts';

/** Nobody is asked to decide in less. */
const SHORTEST_MINUTES = 60;
/** More to choose from would only be harder to choose from. */
const MOST_WINDOWS = 4;

type Moved = Extract<MoveVerdict, { outcome: 'moved' }>;
type AgainAt = { to: MoveTo; verdict: Moved };

/** On the day of the delivery, but never within the hour in which we tell them. */
export function missedChoiceUntil(
  { date }: SlotKey,
  toldAt: Instant,
  { missedChoice, timeZone }: Pick<BusinessFacts, 'missedChoice' | 'timeZone'>,
): Instant {
  const evening = instantOf({ date, minuteOfDay: missedChoice.untilMinute }, timeZone);
  return Math.max(evening, toldAt + SHORTEST_MINUTES * MINUTE_MS);
}

/** Where it could be brought once more; null: not there, or its food may not go out again. */
export function judgeAgain(
  order: Order,
  delivery: OrderDelivery,
  slot: SlotKey,
  now: WallTime,
  facts: BusinessFacts,
): AgainAt | null {
  const { again, cookAgain } = facts.missedChoice;
  if (!again || delivery.status !== 'missed' || hasBegun(slot, now)) return null;
  const bags = cookAgain ? [true, false] : [true];
  for (const sameBag of bags) {
    const to = { date: slot.date, window: slot.window, sameBag };
    const verdict = judgeMove(order, delivery, to, now, facts);
    if (verdict.outcome === 'moved') return { to, verdict };
  }
  return null;
}

/** The next windows with a place to which it could be brought, the soonest first. */
export function windowsAgain(
  order: Order,
  delivery: OrderDelivery,
  slots: readonly (SlotKey & SlotState)[],
  now: WallTime,
  facts: BusinessFacts,
): FreeWindow[] {
  const last = { date: delivery.date, window: delivery.window };
  return freeWindowsAfter(last, slots, facts)
    .filter((slot) => judgeAgain(order, delivery, slot, now, facts) !== null)
    .slice(0, MOST_WINDOWS);
}

/** The last of them is always possible: we call. */
export function missedChoicesFor(
  order: Order,
  delivery: OrderDelivery,
  windows: readonly FreeWindow[],
  { missedChoice }: Pick<BusinessFacts, 'missedChoice'>,
): MissedChoice[] {
  const verdict = missedChoice.refund ? judgeDeliveryRefund(order, delivery) : null;
  const isRefundable = verdict?.outcome === 'refunded' && verdict.amountCents > 0;
  return MISSED_CHOICES.filter(
    (choice) =>
      choice === 'call' ||
      (choice === 'again' && windows.length > 0) ||
      (choice === 'refund' && isRefundable),
  );
}

const CHOICE_WORDS: Record<MissedChoice, string> = {
  again: 'another delivery',
  refund: 'your money back',
  call: 'a call from us',
};

/** "another delivery, your money back or a call from us". */
export function missedChoicesText(choices: readonly MissedChoice[]): string {
  const words = choices.map((choice) => CHOICE_WORDS[choice]);
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ');
}

/** "8pm Tue 13 Jan". */
export function untilText(until: Instant, timeZone: string): string {
  const { date, minuteOfDay } = wallTimeAt(until, timeZone);
  return `${formatMinuteOfDay(minuteOfDay)} ${formatDayAndMonth(date)}`;
}

function hasBegun({ date, window }: SlotKey, now: WallTime): boolean {
  const today: PlainDate = now.date;
  return date < today || (date === today && now.minuteOfDay >= minutesOf(window).startMinute);
}
