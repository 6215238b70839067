import { expect, test } from 'vitest';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { describeNews } from './delivery-news.tsx';

type Delivery = TrackedOrderReply['deliveries'][number];

const at = (time: string) => new Date(`2026-01-13T${time}:00+10:00`).toISOString();
const said = (change: Partial<Delivery>) =>
  describeNews(
    {
      date: '2026-01-13',
      timeSlot: '16:00-18:00',
      status: 'out',
      news: null,
      road: null,
      missed: null,
      items: [],
      ...change,
    },
    'Australia/Brisbane',
    '(07) 5550 0164',
  ).join(' ');
const road = (stopsBefore: number) => ({
  stopsBefore,
  from: at('16:45'),
  to: at('17:25'),
  newsAt: at('16:25'),
  isFresh: true,
});

test('on the road: a span of time, the stops before, and at last half an hour', () => {
  expect(said({ road: road(5) })).toBe(
    'Expect us between 4:45pm and 5:25pm. 5 stops are before you.',
  );
  expect(said({ road: road(1) })).toBe(
    'We should be there within half an hour. 1 stop is before you.',
  );
  expect(said({ road: road(0) })).toMatch(/You’re next\./);
});

test('when the driver has been silent for long, nothing is narrowed', () => {
  expect(said({ road: { ...road(5), isFresh: false } })).toBe(
    'Expect us 4pm-6pm. Last news at 4:25pm.',
  );
});

test('at the door: when, where, or why not', () => {
  const news = { at: at('16:42'), place: 'Front door', reason: '', photo: null };
  expect(said({ status: 'delivered', news })).toBe('Delivered at 4:42pm, left at the front door.');
  expect(said({ status: 'missed', news: { ...news, place: '', reason: 'No one home' } })).toMatch(
    /^We couldn’t leave your meals at 4:42pm: no one home\. .*\(07\) 5550 0164/,
  );
});

test('before that, nothing', () => {
  for (const status of ['planned', 'cooked', 'packed', 'cancelled'] as const)
    expect(said({ status })).toBe('');
});
