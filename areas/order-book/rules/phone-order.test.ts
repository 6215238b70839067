import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPayable, phoneOrderState, remindAt } from './phone-order.ts';

const MINUTE = 60_000;
const TAKEN = Date.parse('2026-01-07T02:00:00Z');

describe('the reminder', () => {
  test.each([
    ['two hours', 120, 60],
    ['48 hours', 48 * 60, 24 * 60],
    ['a quarter of an hour more than its shortest', 35, 17.5],
    ['20 minutes', 20, 10],
    ['less than 20 minutes, when the cutoff is near', 19, null],
    ['no time at all', 0, null],
  ])('of a hold of %s', (_, minutes, after) => {
    const expected = after === null ? null : TAKEN + after * MINUTE;
    expect(remindAt(TAKEN, TAKEN + minutes * MINUTE)).toBe(expected);
  });

  test('always comes between taking the order and the end of its hold', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20 * MINUTE, max: 48 * 60 * MINUTE }), (heldMs) => {
        const at = remindAt(TAKEN, TAKEN + heldMs) ?? 0;
        expect(at).toBeGreaterThan(TAKEN);
        expect(at).toBeLessThan(TAKEN + heldMs);
      }),
    );
  });
});

describe('its state', () => {
  const open = {
    checkout: 'open',
    holdUntil: TAKEN + MINUTE,
    isReminded: false,
    isCancelled: false,
  } as const;

  test.each([
    ['waiting', {}],
    ['reminded', { isReminded: true }],
    ['ending', { holdUntil: TAKEN }],
    ['ending', { isCancelled: true }],
    ['ending', { checkout: 'expiring' }],
    ['not_paid', { checkout: 'expired', isReminded: true }],
    ['cancelled', { checkout: 'replaced', isCancelled: true }],
    ['cancelled', { checkout: 'expired', isCancelled: true }],
    ['paid', { checkout: 'paid' }],
    ['paid', { checkout: 'paid', isCancelled: true, holdUntil: TAKEN - MINUTE }],
  ] as const)('is %s for %o', (state, change) => {
    expect(phoneOrderState({ ...open, ...change }, TAKEN)).toBe(state);
    expect(isPayable(state)).toBe(state === 'waiting' || state === 'reminded');
  });
});
