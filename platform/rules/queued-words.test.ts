import { describe, expect, test } from 'vitest';
import {
  clockOffset,
  isTooOldToSend,
  type Queued,
  queueOf,
  reportInstant,
  waitingOf,
} from './queued-words.ts';

const DAY_MS = 86_400_000;

test('what could not be sent for seven days is given up', () => {
  expect(isTooOldToSend({ at: 0 }, 7 * DAY_MS)).toBe(false);
  expect(isTooOldToSend({ at: 0 }, 7 * DAY_MS + 1)).toBe(true);
});

test('each person sends their own, in the sequence in which it was said', () => {
  const said = (seq: number, staffId: string) => ({
    seq,
    staffId,
    key: `${seq}`,
    at: 0,
    staffName: '',
  });
  const queue = [said(3, 'ana'), said(1, 'ana'), said(2, 'ben')];
  expect(queueOf(queue, 'ana').map(({ seq }) => seq)).toEqual([1, 3]);
});

const NOW = Date.parse('2026-01-14T06:00:00Z');

const aWord = (seq: number, change: Partial<Queued<object>> = {}): Queued<object> => ({
  seq,
  key: `key ${seq}`,
  at: NOW + seq,
  staffId: 'sam',
  staffName: 'Sam',
  ...change,
});

describe('what the server has still to hear of a person', () => {
  test.each([
    ['oldest first', [aWord(2), aWord(1)], [1, 2]],
    ['nothing of someone else', [aWord(1, { staffId: 'ana' }), aWord(2)], [2]],
    ['what stands behind a parked one', [aWord(1, { parked: 'No.' }), aWord(2)], [2]],
    ['what was never parked', [aWord(1, { parked: null }), aWord(2)], [1, 2]],
  ])('is %s', (_, queue, expected) => {
    expect(waitingOf(queue, 'sam').map(({ seq }) => seq)).toEqual(expected);
  });
});

describe('the time of what was said', () => {
  test.each([3, -3, 0])('is the server’s when the device’s clock is %i hours wrong', (hours) => {
    const device = NOW + hours * 3_600_000;
    const offsetMs = clockOffset(NOW + 100, { asked: device, answered: device + 200 });
    expect(reportInstant(device + 60_000, { offsetMs, lastAt: 0 })).toBe(NOW + 60_000);
  });

  test('never runs back', () => {
    expect(reportInstant(NOW - 3_600_000, { offsetMs: 0, lastAt: NOW })).toBe(NOW + 1);
  });
});
