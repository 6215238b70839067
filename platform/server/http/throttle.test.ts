import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { throttleCounters } from '#platform/server/db/tables/throttle-counters.ts';
import { TooManyRequests } from '#platform/server/errors.ts';
import {
  callerKey,
  purgeOldThrottles,
  takeFromBucket,
  throttle,
  throttleCaller,
} from '#platform/server/http/throttle.ts';
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

const tryOnce = (key = 'a') => outcomeOf(throttle(t.context, { key, limit: 3, windowSeconds: 60 }));
const takeOne = () =>
  outcomeOf(takeFromBucket(t.context, { key: 'bucket', limit: 3, refillSeconds: 7 }));

function outcomeOf(attempt: Promise<void>) {
  return attempt.then(
    () => 'let in',
    (error: unknown) => {
      if (error instanceof TooManyRequests) return error.retryAfterSeconds;
      throw error;
    },
  );
}

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

describe('a bucket of three that refills one every seven seconds', () => {
  const seconds = (count: number) => t.advanceMinutes(count / 60);

  test('lets in exactly three of many at once, and says when the next may come', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => takeOne()));
    expect(answers.filter((answer) => answer === 'let in')).toHaveLength(3);
    expect(answers.filter((answer) => answer === 7)).toHaveLength(17);
  });

  test('lets in one more after seven seconds, however often it was asked meanwhile', async () => {
    for (let count = 0; count < 10; count += 1) await takeOne();
    seconds(4);
    expect(await takeOne()).toBe(3);
    seconds(3);
    expect([await takeOne(), await takeOne()]).toEqual(['let in', 7]);
  });

  test('holds no more than three after a day', async () => {
    await takeOne();
    t.advanceMinutes(24 * 60);
    const answers = [await takeOne(), await takeOne(), await takeOne(), await takeOne()];
    expect(answers).toEqual(['let in', 'let in', 'let in', 7]);
  });

  test('does not lock anyone out when the clock was set back, and is deleted once it is full', async () => {
    for (let count = 0; count < 4; count += 1) await takeOne();
    t.advanceMinutes(-600);
    expect(await takeOne()).toBe('let in');
    seconds(6);
    expect(await purgeOldThrottles(t.context)).toBe(0);
    seconds(2);
    expect(await purgeOldThrottles(t.context)).toBe(1);
  });
});

test('nothing is counted when throttling is off', async () => {
  const context = { ...t.context, throttle: false };
  await takeFromBucket(context, { key: 'a', limit: 0, refillSeconds: 7 });
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
