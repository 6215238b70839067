import { expect, test } from 'vitest';
import { MOST_ATTEMPTS, waitAfterAttempt } from '#areas/messages/rules/messages.ts';

test('a message that fails is tried again after 1, 2, 4 minutes and later every hour', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(waitAfterAttempt)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});

test('a message is tried for about a day before staff are asked', () => {
  let minutes = 0;
  for (let attempts = 1; attempts < MOST_ATTEMPTS; attempts += 1)
    minutes += waitAfterAttempt(attempts) ?? 0;
  expect(minutes / 60).toBeGreaterThan(22);
  expect(minutes / 60).toBeLessThan(30);
  expect(waitAfterAttempt(MOST_ATTEMPTS)).toBeNull();
});
