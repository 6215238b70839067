import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { throttleCounters } from '#platform/server/db/tables/throttle-counters.ts';
import { TooManyRequests } from '#platform/server/errors.ts';
import { callerKey } from '#platform/server/http/caller-key.ts';
import { purgeOldThrottles, throttle, throttleCaller } from '#platform/server/http/throttle.ts';
import { AN_ORDINARY_WEDNESDAY, startTestApp, type TestApp } from '#quality/support/test-app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp({ throttle: true });
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setNow(AN_ORDINARY_WEDNESDAY);
  await t.context.db.delete(throttleCounters);
});

const tryOnce = (key = 'a') =>
  throttle(t.context, { key, limit: 3, windowSeconds: 60 }).then(
    () => 'let in',
    (error: unknown) => {
      if (error instanceof TooManyRequests) return error.retryAfterSeconds;
      throw error;
    },
  );

test('a caller is stored by a hash that only we can make', async () => {
  for (const trackingSecret of ['ours', 'ours', 'another'])
    await throttleCaller({ ...t.context, trackingSecret }, 'waitlist', { ip: '203.0.113.7' });
  const counters = await t.context.db.select().from(throttleCounters);
  expect(counters.map(({ count }) => count).toSorted()).toEqual([1, 2]);
  for (const { key } of counters) expect(key).not.toContain('203.0');
});

describe('an allowance of three a minute', () => {
  test('lets in exactly three of many at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => tryOnce()));
    expect(answers.filter((answer) => answer === 'let in')).toHaveLength(3);
    expect(answers.filter((answer) => answer === 60)).toHaveLength(17);
  });

  test('is separate for each caller', async () => {
    for (let count = 0; count < 3; count += 1) await tryOnce('a');
    expect([await tryOnce('a'), await tryOnce('b')]).toEqual([60, 'let in']);
  });

  test('is renewed a minute after the first attempt, however many follow', async () => {
    for (let count = 0; count < 10; count += 1) await tryOnce();
    t.advanceMinutes(0.5);
    expect(await tryOnce()).toBe(30);
    t.advanceMinutes(0.5);
    expect(await tryOnce()).toBe('let in');
  });

  test('continues on another machine whose clock is a little behind', async () => {
    for (let count = 0; count < 3; count += 1) await tryOnce();
    t.advanceMinutes(-2 / 60);
    expect(await tryOnce()).toBe(62);
  });

  test('does not lock anyone out when the clock was set back', async () => {
    for (let count = 0; count < 4; count += 1) await tryOnce();
    t.advanceMinutes(-600);
    expect(await tryOnce()).toBe('let in');
  });
});

test('nothing is counted when throttling is off', async () => {
  const context = { ...t.context, throttle: false };
  await throttle(context, { key: 'a', limit: 0, windowSeconds: 60 });
  expect(await t.context.db.$count(throttleCounters)).toBe(0);
});

test('counters are deleted when their window is over', async () => {
  await tryOnce('a');
  t.advanceMinutes(2);
  await tryOnce('b');
  expect(await purgeOldThrottles(t.context)).toBe(1);
});

test('the addresses of one IPv6 customer count as one, and those of others do not', () => {
  expect(callerKey('2001:db8:1:2:3:4:5:6')).toBe(callerKey('2001:db8:1:9::1'));
  expect(callerKey('2001:db8:1:2::1')).not.toBe(callerKey('2001:db8:2:2::1'));
  expect(callerKey('203.0.113.7')).not.toBe(callerKey('203.0.113.8'));
});
