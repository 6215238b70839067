import { expect, test } from 'vitest';
import { isTooOldToSend, queueOf } from './queued-words.ts';

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
