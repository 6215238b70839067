import { expect, test } from 'vitest';
import { MOST_TRIES, waitAfterTry } from '#domain/mail/messages.ts';

test('a message that fails is tried again after 1, 2, 4 minutes and later every hour', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(waitAfterTry)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});

test('a message is tried for about a day before staff are asked', () => {
  let minutes = 0;
  for (let tries = 1; tries < MOST_TRIES; tries += 1) minutes += waitAfterTry(tries) ?? 0;
  expect(minutes / 60).toBeGreaterThan(22);
  expect(minutes / 60).toBeLessThan(30);
  expect(waitAfterTry(MOST_TRIES)).toBeNull();
});
