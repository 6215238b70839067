/**
 * Whether the kitchen sells: the one answer that every page, call and job asks. Before the launch, on a break and after the
 * last day nothing new is sold to the public; what is paid goes on. Ours.
 */
import { DAYS_IN_WEEK } from '#platform/rules/durations.ts';
import type { BusinessFacts } from './facts.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { closureOn, isOffered, windowsOn } from '#areas/business/rules/offered-windows.ts';
import { cutoffOf, orderingWeekAt, weekStartOf } from '#areas/business/rules/ordering-week.ts';
import {
  toInstantText,
  formatMinuteOfDay,
  type Instant,
  instantOf,
  parseInstant,
  wallTimeAt,
} from '#platform/rules/zoned-time.ts';
import { addDays, formatLongDate, type PlainDate } from '#platform/rules/plain-date.ts';

export const SALE_STATES = ['before', 'break', 'ended', 'open'] as const;
export const PREVIEWS = ['tests', 'real'] as const;

/** As it goes over the wire. Whatever nobody can say yet is left out. */
export type Sale = {
  state: (typeof SALE_STATES)[number];
  /** Before the launch: the first day for orders. */
  opensOn?: PlainDate | undefined;
  /** On a break: ISO 8601, when the next week opens for orders. */
  ordersFrom?: string | undefined;
  /** On a break: the first day with deliveries after it. */
  backOn?: PlainDate | undefined;
  /** On a break: the owner's words. */
  reason?: string | undefined;
  /** Open to anyone who asks and not to the public: what orders are now, by the card keys. */
  preview?: (typeof PREVIEWS)[number] | undefined;
};

export type SaleFacts = Pick<
  BusinessFacts,
  | 'timeZone'
  | 'cutoff'
  | 'orderWeekStart'
  | 'deliveryWindows'
  | 'closures'
  | 'launchDate'
  | 'lastOrderDate'
  | 'ordersOpen'
>;

/** Whether cards can be taken from the public, and if not why: what holds the card provider knows. */
export type SaleCards = {
  readonly bar: string | null;
  /** Whether charges move real money. */
  readonly livemode?: boolean;
  /** Anyone who asks sees the site before the public does. */
  readonly isPreview?: boolean;
};

/** For what is asked of a kitchen whatever its cards: the state by its facts alone. */
export const CARDS_READY: SaleCards = { bar: null };

/** Why nothing is sold yet, for owners: the switch, the launch date or the cards. Null: it is. */
export function whyBefore(
  now: Instant,
  { ordersOpen, launchDate, timeZone }: SaleFacts,
  { bar }: SaleCards,
): 'switch' | 'date' | 'cards' | null {
  if (!ordersOpen) return 'switch';
  if (wallTimeAt(now, timeZone).date < launchDate) return 'date';
  return bar === null ? null : 'cards';
}

export function saleStateAt(now: Instant, facts: SaleFacts, cards: SaleCards): Sale {
  const { date: today } = wallTimeAt(now, facts.timeZone);
  if (isAfterLastDay(today, facts)) return { state: 'ended' };
  const why = whyBefore(now, facts, cards);
  if (why !== null && !cards.isPreview)
    return why === 'date' ? { state: 'before', opensOn: opensOn(facts) } : { state: 'before' };
  const { days, weekEnd } = orderingWeekAt(now, facts);
  if (days.some((date) => windowsOn(facts, date).length > 0))
    return why === null
      ? { state: 'open' }
      : { state: 'open', preview: cards.livemode ? 'real' : 'tests' };
  const reason = days.map((date) => closureOn(facts, date)?.reason).find(Boolean);
  const backOn = nextDeliveryDay(addDays(weekEnd, 1), facts);
  if (backOn === null) return { state: 'break', reason };
  const ordersFrom = cutoffOf(addDays(weekStartOf(backOn, facts), -DAYS_IN_WEEK), facts);
  if (isAfterLastDay(wallTimeAt(ordersFrom, facts.timeZone).date, facts)) return { state: 'ended' };
  return { state: 'break', ordersFrom: toInstantText(ordersFrom), backOn, reason };
}

/** Whether everyone can order, and not only who has a private preview. */
export function isOpenToPublic({ state, preview }: Sale): boolean {
  return state === 'open' && preview === undefined;
}

function isAfterLastDay(date: PlainDate, { lastOrderDate }: SaleFacts): boolean {
  return lastOrderDate !== null && date > lastOrderDate;
}

/** The launch, or later when the kitchen is on a break by then. */
function opensOn(facts: SaleFacts): PlainDate | undefined {
  const { launchDate: date, timeZone } = facts;
  const midnight = instantOf({ date, minuteOfDay: 0 }, timeZone);
  const { state, ordersFrom } = saleStateAt(midnight, facts, CARDS_READY);
  if (state === 'open') return date;
  return ordersFrom && wallTimeAt(parseInstant(ordersFrom), timeZone).date;
}

/** Null: the kitchen is closed until further notice. */
function nextDeliveryDay(from: PlainDate, facts: SaleFacts): PlainDate | null {
  if (facts.deliveryWindows.every(({ weekdays }) => weekdays.length === 0)) return null;
  let date = from;
  while (windowsOn(facts, date).length === 0) {
    const closure = closureOn(facts, date);
    if (closure?.until === null) return null;
    date = addDays(closure?.until ?? date, 1);
  }
  return date;
}

/** Whether the public can book this window now, and if not, the first reason why. `isActive`, `isFull`: as staff set and filled it. */
export function whySellable(
  slot: SlotKey & { isActive?: boolean | undefined; isFull?: boolean },
  now: Instant,
  facts: SaleFacts,
  cards: SaleCards,
): Sellable {
  if (!isOffered(facts, slot)) return 'closed';
  if (now >= cutoffOf(weekStartOf(slot.date, facts), facts)) return 'past_cutoff';
  if (slot.isFull) return 'full';
  const { state } = saleStateAt(now, facts, cards);
  // On a break the windows of other weeks are as they are.
  return state === 'break' ? 'open' : state;
}

export const SELLABLE = ['open', 'closed', 'past_cutoff', 'full', 'before', 'ended'] as const;
export type Sellable = (typeof SELLABLE)[number];

/** Our words after those that follow from facts; a kitchen may write its own (`texts/frame-texts.ts`). */
export const SALE_WORDS = {
  before: 'Join the waitlist and we’ll email you when you can order.',
  break: '',
  ended: 'Paid orders will still be delivered.',
} as const;

/** What people read while the kitchen does not sell: a title and from when it will. Null: it sells. */
export function saleWords(
  { state, opensOn: day, ordersFrom, backOn, reason }: Sale,
  { timeZone }: Pick<SaleFacts, 'timeZone'>,
): { state: keyof typeof SALE_WORDS; title: string; dates: string } | null {
  if (state === 'open') return null;
  if (state === 'ended')
    return { state, title: 'Thank you to everyone who ate with us', dates: '' };
  if (state === 'before')
    return {
      state,
      title: day ? `We open on ${formatLongDate(day)} ${day.slice(0, 4)}` : 'We’re not open yet',
      dates: '',
    };
  const why = reason ? ` (${reason})` : '';
  if (!backOn || !ordersFrom)
    return { state, title: `We’re closed until further notice${why}`, dates: '' };
  const from = wallTimeAt(parseInstant(ordersFrom), timeZone);
  return {
    state,
    title: `We’re on a break until ${formatLongDate(addDays(backOn, -1))}${why}`,
    dates: `Our next deliveries are from ${formatLongDate(backOn)}: you can order them from ${formatLongDate(from.date)}, ${formatMinuteOfDay(from.minuteOfDay)}.`,
  };
}

/** The same in one paragraph: "We’re closed until further notice (Renovating)." Empty: it sells. */
export function saleSentence(sale: Sale, facts: Pick<SaleFacts, 'timeZone'>): string {
  const words = saleWords(sale, facts);
  return words ? `${words.title}. ${words.dates}${SALE_WORDS[words.state]}`.trim() : '';
}
