import { describe, expect, test } from 'vitest';
import { maySend, type SendState } from '#areas/messages/rules/may-send.ts';
import { MESSAGE_KINDS, type MessageKind } from '#areas/messages/rules/messages.ts';

const timeZone = 'Australia/Brisbane';
/** 12:10pm on a Tuesday, in the window 11am-1pm. */
const AT = Date.parse('2026-01-13T12:10:00+10:00');
const MINUTE = 60_000;
const AGES = {
  '0': 0,
  '21 min': 21 * MINUTE,
  '29 min': 29 * MINUTE,
  '31 min': 31 * MINUTE,
  '3 h 59': 239 * MINUTE,
  '4 h 01': 241 * MINUTE,
  'next day 9am': 1250 * MINUTE,
  'next day noon': 1430 * MINUTE,
} as const;
type Age = keyof typeof AGES;

const STATUS: Partial<Record<MessageKind, 'out' | 'delivered' | 'missed'>> = {
  delivery_out: 'out',
  delivery_late: 'out',
  delivery_delivered: 'delivered',
  delivery_missed: 'missed',
};

function stateOf(kind: MessageKind, change: Partial<SendState> = {}): SendState {
  return {
    timeZone,
    delivery: {
      status: STATUS[kind] ?? 'planned',
      windowEndsAt: Date.parse('2026-01-13T13:00:00+10:00'),
      isGivenHeld: false,
    },
    isTimeKnown: true,
    isOpen: true,
    until: Date.parse('2026-01-13T20:00:00+10:00'),
    isAsked: false,
    ...change,
  };
}

/** The tone, or "-": not sent. */
function sends(kind: MessageKind, channel: 'email' | 'text', age: Age, state = stateOf(kind)) {
  const verdict = maySend(kind, channel, { at: AT, now: AT + AGES[age] }, state);
  return verdict.may ? verdict.tone : '-';
}

const allOf = (kind: MessageKind, channel: 'email' | 'text', state = stateOf(kind)) =>
  (Object.keys(AGES) as Age[]).map((age) => sends(kind, channel, age, state)).join(' ');

describe('each kind by age (0, 21, 29, 31 min, 3 h 59, 4 h 01, next day 9am, noon) and channel', () => {
  const ALWAYS = 'now now now now now now now now';
  const TIMED: Partial<Record<MessageKind, { email: string; text: string }>> = {
    delivery_out: { email: 'now - - - - - - -', text: 'now - - - - - - -' },
    delivery_late: { email: ALWAYS, text: 'now now now now - - - -' },
    delivery_delivered: {
      email: 'now now now late late late - -',
      text: 'now now now late late - - -',
    },
    delivery_missed: {
      email: 'now now now now now now now -',
      text: 'now now now now now now - -',
    },
    delivery_moved: { email: 'now now now now - - - -', text: 'now now now now - - - -' },
    meal_ask: { email: 'now now now now now now - -', text: 'now now now now now now - -' },
    phone_order_link: { email: 'now now now now now now - -', text: 'now now now now now now - -' },
    phone_order_reminder: {
      email: 'now now now now now now - -',
      text: 'now now now now now now - -',
    },
    slot_bell: {
      email: 'now now now now now now now now',
      text: 'now now now now now now now now',
    },
    reorder_reminder: { email: 'now now now now now now - -', text: 'now now now now now now - -' },
  };

  test.each(MESSAGE_KINDS)('%s', (kind) => {
    const { email, text } = TIMED[kind] ?? { email: ALWAYS, text: ALWAYS };
    expect(allOf(kind, 'email')).toBe(email);
    expect(allOf(kind, 'text')).toBe(text);
  });
});

test('the running-late text is for those who still wait in their window; after it only the email goes', () => {
  const state = stateOf('delivery_late');
  const at = Date.parse('2026-01-13T13:05:00+10:00');
  const when = { at, now: at };
  expect(maySend('delivery_late', 'email', when, state)).toEqual({ may: true, tone: 'now' });
  expect(maySend('delivery_late', 'text', when, state)).toMatchObject({ may: false });
});

test('of another day nothing is told by default; asked for, by email alone and as noted', () => {
  for (const kind of ['delivery_delivered', 'delivery_missed'] as const) {
    const asked = stateOf(kind, { isAsked: true });
    expect(sends(kind, 'email', 'next day noon')).toBe('-');
    expect(sends(kind, 'email', 'next day noon', asked)).toBe('noted');
    expect(sends(kind, 'text', 'next day noon', asked)).toBe('-');
  }
});

test('at a time that nobody knows, the email of the same day names none', () => {
  const unknown = { isTimeKnown: false };
  for (const kind of ['delivery_delivered', 'delivery_missed'] as const) {
    expect(sends(kind, 'email', '29 min', stateOf(kind, unknown))).toBe('noted');
    expect(sends(kind, 'text', '29 min', stateOf(kind, unknown))).toBe('-');
  }
});

test('what was overtaken is not sent: not on the way, not delivered, not missed any more', () => {
  for (const kind of [
    'delivery_out',
    'delivery_late',
    'delivery_delivered',
    'delivery_missed',
  ] as const) {
    const { delivery } = stateOf('delivery_moved');
    expect(allOf(kind, 'email', stateOf(kind, { delivery }))).not.toMatch(/now|late|noted/);
    expect(allOf(kind, 'email', stateOf(kind, { delivery: null }))).not.toMatch(/now|late|noted/);
  }
});

test('where a delivery was moved to is not told once it is cancelled', () => {
  const { delivery } = stateOf('delivery_moved');
  const cancelled = stateOf('delivery_moved', { delivery: { ...delivery!, status: 'cancelled' } });
  expect(sends('delivery_moved', 'email', '0', cancelled)).toBe('-');
});

test('nobody reads “delivered, enjoy” of what they must not eat, and “do not eat” goes at any hour', () => {
  const { delivery } = stateOf('delivery_delivered');
  const held = stateOf('delivery_delivered', { delivery: { ...delivery!, isGivenHeld: true } });
  expect(sends('delivery_delivered', 'email', '0', held)).toBe('-');
  const night = { at: AT, now: Date.parse('2026-01-13T23:00:00+10:00') };
  expect(maySend('food_warning', 'text', night, stateOf('food_warning')).may).toBe(true);
});

test.each([
  'order_payment_due',
  'refund_made',
  'rating_request',
  'reorder_reminder',
  'food_on_hold',
  'meal_ask',
  'phone_order_link',
  'phone_order_reminder',
  'slot_bell',
] as const)('%s is withdrawn once it is no longer so, and staff read why', (kind) => {
  const verdict = maySend(kind, 'email', { at: AT, now: AT }, stateOf(kind, { isOpen: false }));
  expect(verdict).toEqual({ may: false, why: expect.stringMatching(/^[A-Z].*\.$/) });
});

test('a meal that was swapped is told until it leaves', () => {
  const { delivery } = stateOf('meal_swapped');
  for (const [status, tone] of [
    ['packed', 'now'],
    ['out', '-'],
  ] as const) {
    const state = stateOf('meal_swapped', { delivery: { ...delivery!, status } });
    expect(sends('meal_swapped', 'email', '0', state)).toBe(tone);
  }
});

test('from 10pm to 7am only emails go', () => {
  for (const [time, isNight] of [
    ['2026-01-13T21:59:00+10:00', false],
    ['2026-01-13T22:00:00+10:00', true],
    ['2026-01-14T06:59:00+10:00', true],
    ['2026-01-14T07:00:00+10:00', false],
  ] as const) {
    const now = Date.parse(time);
    const of = (channel: 'email' | 'text') =>
      maySend('staff_message', channel, { at: now, now }, stateOf('staff_message')).may;
    expect(of('text')).toBe(!isNight);
    expect(of('email')).toBe(true);
  }
});
