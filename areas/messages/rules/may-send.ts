/**
 * Whether a message is still news, and in which tone: the one table. It is asked when a message about a delivery is
 * written and again before every attempt to send any message.
 */
import { MINUTE_MS, HOUR_MS } from '#platform/rules/durations.ts';
import { REMINDER_KEEPS_MS } from '#areas/messages/rules/reminder-keeps.ts';
import type { DeliveryStatus } from '#areas/order-book/rules/delivery.ts';
import { isText, type MessageChannel, type MessageKind } from '#areas/messages/rules/messages.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { type Instant, instantOf, wallTimeAt } from '#platform/rules/zoned-time.ts';

const LONGEST_ON_THE_WAY_MS = 20 * MINUTE_MS;
const LONGEST_FRESH_MS = 30 * MINUTE_MS;
const LONGEST_TEXT_MS = 4 * HOUR_MS;
/** On the kitchen's clock. */
const NIGHT = { fromMinute: 22 * 60, toMinute: 7 * 60 };
const NEXT_MORNING_MINUTE = 10 * 60;

/** `late`: hours ago, so a warning stands in for the advice. `noted`: of another day, or at a time that nobody knows. */
export const TONES = ['now', 'late', 'noted'] as const;
export type Tone = (typeof TONES)[number];

export type SendState = {
  timeZone: string;
  /** As it is now; null: the message is about none, or it is gone. */
  delivery: {
    status: DeliveryStatus;
    windowEndsAt: Instant;
    /** Someone was given food that they were told not to eat. */
    isGivenHeld: boolean;
  } | null;
  /** False: nobody knows at what time it happened, only on which day. */
  isTimeKnown: boolean;
  /** What it asks, promises or pays is still so. */
  isOpen: boolean;
  /** Until when it can be answered; null: no such time. */
  until: Instant | null;
  /** Staff want it told although it is of another day. */
  isAsked: boolean;
};

export type SendVerdict = { may: true; tone: Tone } | { may: false; why: string };

type SendQuestion = { channel: MessageChannel; at: Instant; now: Instant; state: SendState };

const YES: SendVerdict = { may: true, tone: 'now' };
const always = (): SendVerdict => YES;

const RULES: Record<MessageKind, (asked: SendQuestion) => SendVerdict> = {
  food_alert: always,
  food_warning: always,
  meals_at_odds: always,
  not_ordered: always,
  order_confirmation: whileOpen('Its order is cancelled.'),
  order_changed: always,
  order_payment_due: whileOpen('Nothing is left to pay.'),
  order_payment_received: always,
  order_recipe_changed: always,
  order_link: always,
  payment_fell_through: always,
  phone_order_cancelled: always,
  phone_order_expired: always,
  phone_order_link: untilThen('It can no longer be paid.'),
  phone_order_reminder: untilThen('It can no longer be paid.'),
  problem_alert: always,
  problem_decided: always,
  problem_received: always,
  rating_request: whileOpen('All of it was refunded, or something about its food is open.'),
  recipe_alert: always,
  reorder_reminder: (asked) =>
    asked.now - asked.at > REMINDER_KEEPS_MS
      ? no('It is too late for a reminder.')
      : whileOpen('All of it was refunded or cancelled.')(asked),
  slot_bell: whileOpen('They need no place any more.'),
  staff_invite: always,
  staff_message: always,
  supplier_order: always,
  waitlist_invitation: always,
  waitlist_news: always,
  waitlist_welcome: always,
  webhook_off: always,
  delivery_out: ({ at, now, state: { delivery } }) => {
    if (delivery?.status !== 'out') return no('It is not on the way any more.');
    return now - at > LONGEST_ON_THE_WAY_MS ? no('It left more than 20 minutes ago.') : YES;
  },
  delivery_late: ({ channel, now, state: { delivery } }) => {
    if (delivery?.status !== 'out') return no('It is not on the way any more.');
    return isText(channel) && now >= delivery.windowEndsAt
      ? no('Its window has ended: the email tells them.')
      : YES;
  },
  delivery_delivered: deliveredRule,
  delivery_missed: missedRule,
  delivery_moved: ({ now, state: { delivery } }) => {
    if (delivery?.status === 'cancelled') return no('It is cancelled.');
    return delivery === null || now >= delivery.windowEndsAt
      ? no('Its new window has ended.')
      : YES;
  },
  cancelled: always,
  refund_made: whileOpen('The refund failed.'),
  meal_ask: untilThen('It was chosen, or can no longer be.'),
  meal_swapped: ({ state: { delivery } }) =>
    delivery && !['planned', 'cooked', 'packed'].includes(delivery.status)
      ? no('It left before they were told.')
      : YES,
  food_on_hold: whileOpen('It is not on hold any more.'),
  delivery_corrected: always,
};

/** In which tone it may be sent, or why it may not, in words for staff. */
export function maySend(
  kind: MessageKind,
  channel: MessageChannel,
  { at, now }: { at: Instant; now: Instant },
  state: SendState,
): SendVerdict {
  const verdict = RULES[kind]({ channel, at, now, state });
  if (!verdict.may) return verdict;
  const { minuteOfDay } = wallTimeAt(now, state.timeZone);
  const isNight = minuteOfDay >= NIGHT.fromMinute || minuteOfDay < NIGHT.toMinute;
  // Nobody sleeps over what they must not eat.
  if (isText(channel) && isNight && kind !== 'food_warning')
    return no('No texts from 10pm to 7am: the email tells them.');
  return verdict;
}

function no(why: string): SendVerdict {
  return { may: false, why };
}

function whileOpen(why: string) {
  return ({ state }: SendQuestion): SendVerdict => (state.isOpen ? YES : no(why));
}

function untilThen(why: string) {
  return ({ now, state }: SendQuestion): SendVerdict =>
    state.isOpen && state.until !== null && now < state.until ? YES : no(why);
}

function deliveredRule(asked: SendQuestion): SendVerdict {
  const { channel, at, now, state } = asked;
  if (state.delivery?.status !== 'delivered') return no('It is not delivered any more.');
  if (state.delivery.isGivenHeld) return no('They were told not to eat something of it.');
  if (!isSameDay(asked)) return onlyIfAsked(asked);
  if (!state.isTimeKnown) return byEmail(channel, 'noted');
  if (now - at <= LONGEST_FRESH_MS) return YES;
  return now - at <= LONGEST_TEXT_MS ? { may: true, tone: 'late' } : byEmail(channel, 'late');
}

/** Told while they can still choose what becomes of their meals. */
function missedRule(asked: SendQuestion): SendVerdict {
  const { channel, at, now, state } = asked;
  if (state.delivery?.status !== 'missed') return no('It is not missed any more.');
  const { date } = wallTimeAt(at, state.timeZone);
  const morning = { date: addDays(date, 1), minuteOfDay: NEXT_MORNING_MINUTE };
  if (now >= instantOf(morning, state.timeZone)) return onlyIfAsked(asked);
  if (!state.isTimeKnown) return byEmail(channel, 'noted');
  const canChoose = isSameDay(asked) && state.until !== null && now < state.until;
  return canChoose ? YES : byEmail(channel, 'now');
}

function onlyIfAsked({ channel, state }: SendQuestion): SendVerdict {
  return state.isAsked ? byEmail(channel, 'noted') : no('It was on another day.');
}

function byEmail(channel: MessageChannel, tone: Tone): SendVerdict {
  return isText(channel)
    ? no('It is too late for a text: the email tells them.')
    : { may: true, tone };
}

function isSameDay({ at, now, state: { timeZone } }: SendQuestion): boolean {
  return wallTimeAt(at, timeZone).date === wallTimeAt(now, timeZone).date;
}
