import { expect, test } from 'vitest';
import { homeBar, type KnownAtHome } from '#areas/checkout/rules/home-bar.ts';

const DELIVERY: KnownAtHome['deliveries'][number] = {
  token: 'secret',
  date: '2026-11-19',
  timeSlot: '16:00-18:00',
  status: 'packed',
  items: [
    { mealName: 'Soup', mealDate: '2026-11-19', mealType: 'lunch', isOnHold: false },
    { mealName: 'Butter Chicken', mealDate: '2026-11-19', mealType: 'dinner', isOnHold: false },
  ],
};

/** Thursday, midday in Brisbane. */
const KNOWN: KnownAtHome = {
  now: Date.parse('2026-11-19T02:00:00Z'),
  timeZone: 'Australia/Brisbane',
  week: { start: '2026-11-24', end: '2026-11-30', cutoff: Date.parse('2026-11-22T07:00:00Z') },
  underWay: { meals: 24, first: '2026-11-25' },
  deliveries: [DELIVERY],
};

const wordsOf = (changes: Partial<KnownAtHome>) => homeBar({ ...KNOWN, ...changes })?.words;
const one = (changes: Partial<typeof DELIVERY>) => ({ deliveries: [{ ...DELIVERY, ...changes }] });

test('what comes today is first, by the dinner of the day', () => {
  expect(homeBar(KNOWN)).toEqual({
    words: 'Tonight: Butter Chicken, 4pm-6pm.',
    leads: 'order',
    token: 'secret',
  });
  expect(wordsOf(one({ timeSlot: '11:00-13:00' }))).toBe('Today: Butter Chicken, 11am-1pm.');
});

test('food on hold is not looked forward to, nor is a delivery that ended', () => {
  const items = DELIVERY.items.map((item) => ({
    ...item,
    isOnHold: item.mealName === 'Butter Chicken',
  }));
  expect(wordsOf(one({ items }))).toBe('Tonight: Soup, 4pm-6pm.');
  const waiting = '24 meals waiting for Wed 25 Nov.';
  expect(wordsOf(one({ items: items.map((item) => ({ ...item, isOnHold: true })) }))).toBe(waiting);
  for (const status of ['delivered', 'pending']) expect(wordsOf(one({ status }))).toBe(waiting);
});

test('meals of a week that closed wait for the one that is open', () => {
  const later = one({ date: '2026-11-20' });
  expect(homeBar({ ...KNOWN, ...later, underWay: { meals: 1, first: '2026-11-18' } })).toEqual({
    words: '1 meal waiting for Tue 24 Nov.',
    leads: 'on',
  });
});

test('the open week is offered to anyone who has no food in it, until its cutoff', () => {
  const none = { underWay: null, ...one({ status: 'delivered' }) };
  expect(homeBar({ ...KNOWN, ...none })).toEqual({
    words: 'Next week is open until Sunday 5pm.',
    leads: 'again',
  });
  expect(wordsOf({ underWay: null, ...one({ date: '2026-11-24' }) })).toBeUndefined();
  expect(wordsOf({ underWay: null, ...one({ date: '2026-11-24', status: 'cancelled' }) })).toBe(
    'Next week is open until Sunday 5pm.',
  );
  expect(wordsOf({ ...none, now: KNOWN.week?.cutoff ?? 0 })).toBeUndefined();
  expect(wordsOf({ ...none, week: null })).toBeUndefined();
  expect(wordsOf({ ...none, deliveries: [] })).toBeUndefined();
});
