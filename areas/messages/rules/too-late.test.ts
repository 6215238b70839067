import { expect, test } from 'vitest';
import { isTooLate } from '#areas/messages/rules/too-late.ts';

const BRISBANE = 'Australia/Brisbane';
const late = (
  kind: 'delivery_out' | 'delivery_delivered',
  channel: 'email' | 'text',
  now: string,
  at = now,
) => isTooLate({ kind, channel, at: Date.parse(at) }, Date.parse(now), BRISBANE);

test('“on the way” is not sent any more after 20 minutes, neither as a text nor as an email', () => {
  const at = '2026-01-13T16:00:00+10:00';
  for (const channel of ['email', 'text'] as const) {
    expect(late('delivery_out', channel, '2026-01-13T16:20:00+10:00', at)).toBe(false);
    expect(late('delivery_out', channel, '2026-01-13T16:20:01+10:00', at)).toBe(true);
    expect(late('delivery_delivered', channel, '2026-01-13T17:30:00+10:00', at)).toBe(false);
  }
});

test('from 10pm to 7am only emails go', () => {
  for (const [now, isNight] of [
    ['2026-01-13T21:59:00+10:00', false],
    ['2026-01-13T22:00:00+10:00', true],
    ['2026-01-14T06:59:00+10:00', true],
    ['2026-01-14T07:00:00+10:00', false],
  ] as const) {
    expect(late('delivery_delivered', 'text', now)).toBe(isNight);
    expect(late('delivery_delivered', 'email', now)).toBe(false);
  }
});
