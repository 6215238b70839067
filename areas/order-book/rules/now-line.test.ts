import {
  array,
  assert,
  boolean,
  constantFrom,
  integer,
  option,
  property,
  record,
} from 'fast-check';
import { expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import {
  type LineDelivery,
  type LineOrder,
  nowLine,
  deliveryOfNow,
} from '#areas/order-book/rules/now-line.ts';
import { DELIVERY_STATUSES } from './delivery.ts';
import { ORDER_STATUSES } from '#areas/order-book/rules/order-status.ts';

const at = (time: string, date = '2026-12-03') => `${date}T${time}:00+10:00`;
const noon = at('12:00');

function delivery(change: Partial<LineDelivery> = {}): LineDelivery {
  return {
    date: '2026-12-03',
    timeSlot: '11:00-13:00',
    status: 'planned',
    news: null,
    road: null,
    items: [{ mealName: 'Butter Chicken', onHold: null }],
    ...change,
  };
}

type Change = Omit<Partial<LineOrder>, 'payer'> & { payer?: Partial<LineOrder['payer']> };

function order({ payer, ...change }: Change, ...deliveries: LineDelivery[]): LineOrder {
  return {
    status: 'confirmed',
    deliveries: deliveries.length === 0 ? [delivery()] : deliveries,
    payer: {
      owed: null,
      choices: [],
      refunds: [],
      changeUntil: at('17:00', '2026-11-29'),
      whyUnchangeable: null,
      ...payer,
    },
    ...change,
  };
}

const line = (shown: LineOrder, now = noon) => nowLine(shown, Date.parse(now), defaultBusiness);
const held = { items: [{ mealName: 'Dal', onHold: 'It contains milk.' }] };
const road = { stopsBefore: 3, from: at('11:20'), to: at('11:50'), newsAt: at('11:55') };
const news = { at: at('11:42'), place: 'Front door', reason: '' };
const choice = { mealName: 'Eggplant Parmigiana', until: at('20:00'), chosen: null };
const refund = { amount: '52.46', state: 'succeeded' } as const;
const later = delivery({ date: '2026-12-04' });

test.each<[LineOrder, string, string?]>([
  [
    order({}, delivery({ status: 'delivered', news, ...held }), delivery(held)),
    'Please do not eat Dal: read why below',
  ],
  [order({ payer: { owed: '4.50' } }, delivery(held)), 'Dal is on hold: read why below'],
  [order({ payer: { owed: '4.50' } }), 'To pay: $4.50, because your order now costs more'],
  [order({ payer: { choices: [choice] } }), 'Choose by 8pm: Eggplant Parmigiana ran out'],
  [
    order(
      {},
      delivery({
        status: 'missed',
        missed: { isOver: false, chosen: null },
        news: { ...news, at: at('11:40'), reason: 'Gate locked' },
      }),
    ),
    'We couldn’t leave your meals at 11:40am: gate locked. Choose below',
  ],
  [order({}, delivery({ status: 'out', road })), 'On its way: 11:20am-11:50am. 3 stops before you'],
  [order({}, delivery({ status: 'out', road: { ...road, stopsBefore: 0 } })), 'You’re next'],
  [
    order({}, delivery({ status: 'out', road: { ...road, newsAt: at('09:16') } })),
    'On its way, expect us by 1pm. Last news 9:16am',
  ],
  [
    order({}, delivery({ status: 'delivered', news })),
    'Delivered at 11:42am, left at the front door',
  ],
  [
    order({}, delivery({ status: 'delivered', news }), delivery({ timeSlot: '16:00-18:00' })),
    'Today, 4pm-6pm',
  ],
  [order({}), 'Today, 11am-1pm'],
  [order({}, delivery({ status: 'cooked' })), 'Cooked. Comes 11am-1pm'],
  [order({}, delivery({ status: 'packed' })), 'Packed. Comes 11am-1pm'],
  [order({}), 'We’re late. Call us: (07) 5550 0164', at('13:16')],
  [
    order({}),
    'Next: Thu 3 Dec, 11am-1pm. Change it until Sunday 29 Nov, 5pm',
    at('12:00', '2026-11-25'),
  ],
  [
    order({}),
    'Next: Thu 3 Dec, 11am-1pm. Ordering has closed: call us to change',
    at('17:00', '2026-11-29'),
  ],
  [{ ...order({}), payer: null }, 'Next: Thu 3 Dec, 11am-1pm', at('12:00', '2026-11-25')],
  [order({}, delivery({ status: 'delivered', news })), 'All delivered', at('12:00', '2026-12-05')],
  [
    order({ status: 'cancelled', payer: { refunds: [refund] } }, delivery({ status: 'cancelled' })),
    'Cancelled. $52.46 went back to your card',
  ],
  [
    order(
      { status: 'cancelled', payer: { refunds: [{ ...refund, state: 'sent' }] } },
      delivery({ status: 'cancelled' }),
    ),
    'Cancelled. $52.46 is going back to your card',
  ],
  [order({ status: 'pending' }, later), 'Paid, and being checked'],
])('line %#', (shown, words, now) => {
  expect(line(shown, now)).toBe(words);
});

test('whom the food goes to is asked nothing and told nothing of money', () => {
  const missed = delivery({
    status: 'missed',
    news: { ...news, place: '', reason: 'No one home' },
  });
  expect(
    nowLine(
      { status: 'confirmed', payer: null, deliveries: [missed] },
      Date.parse(noon),
      defaultBusiness,
    ),
  ).toBe(
    'We couldn’t leave your meals at 11:42am: no one home. The person who ordered them decides what happens next',
  );
});

test('of two deliveries of today the page is about the one that has not ended', () => {
  const lunch = delivery({ status: 'delivered', news });
  const dinner = delivery({ timeSlot: '16:00-18:00' });
  const now = Date.parse(noon);
  const { timeZone } = defaultBusiness;
  expect(deliveryOfNow([lunch, dinner], now, timeZone)).toBe(dinner);
  expect(deliveryOfNow([lunch, later], now, timeZone)).toBe(lunch);
  expect(deliveryOfNow([lunch, later], Date.parse(at('08:00', '2026-12-04')), timeZone)).toBe(
    later,
  );
});

test('while food of an earlier delivery is eaten, the page is about it and not about the next', () => {
  const { timeZone } = defaultBusiness;
  const meal = { mealName: 'Dal', onHold: null, mealDate: '2026-12-05' };
  const came = delivery({ status: 'delivered', news, items: [meal] });
  const next = delivery({ date: '2026-12-08' });
  const on = (date: string) => deliveryOfNow([came, next], Date.parse(at('08:00', date)), timeZone);
  expect(on('2026-12-05')).toBe(came);
  expect(on('2026-12-06')).toBe(next);
});

test('every order has one line at every minute, and food that is not to be eaten is always in it', () => {
  const aDelivery = record({
    date: constantFrom('2026-12-02', '2026-12-03', '2026-12-04'),
    timeSlot: constantFrom('11:00-13:00' as const, '16:00-18:00' as const),
    status: constantFrom(...DELIVERY_STATUSES),
    news: option(
      record({
        at: constantFrom(noon),
        place: constantFrom('', 'Shed'),
        reason: constantFrom('', 'No one home'),
      }),
    ),
    road: option(
      record({
        stopsBefore: integer({ min: 0, max: 9 }),
        from: constantFrom(noon),
        to: constantFrom(noon),
        newsAt: constantFrom(at('09:00'), noon),
      }),
    ),
    missed: option(record({ isOver: boolean(), chosen: constantFrom(null, {}) })),
    items: array(
      record({ mealName: constantFrom('Dal'), onHold: constantFrom(null, 'It contains milk.') }),
      { minLength: 1, maxLength: 2 },
    ),
  });
  const payer = record({
    owed: constantFrom(null, '4.50'),
    choices: array(
      record({
        mealName: constantFrom('Dal'),
        until: constantFrom(noon),
        chosen: constantFrom(null, {}),
      }),
      { maxLength: 1 },
    ),
    refunds: array(
      record({
        amount: constantFrom('1.00'),
        state: constantFrom('sent' as const, 'succeeded' as const, 'failed' as const),
      }),
      { maxLength: 2 },
    ),
    changeUntil: constantFrom(at('17:00', '2026-11-29'), noon),
    whyUnchangeable: constantFrom(null, 'Closed.'),
  });
  const anOrder = record({
    status: constantFrom(...ORDER_STATUSES),
    deliveries: array(aDelivery, { maxLength: 3 }),
    payer: option(payer),
  });
  assert(
    property(anOrder, integer({ min: -3000, max: 5000 }), (shown, minutes) => {
      const words = nowLine(shown, Date.parse(noon) + minutes * 60_000, defaultBusiness);
      expect(words).toMatch(/^\S.*\S$/u);
      expect(words).not.toMatch(/null|undefined|NaN|Invalid/u);
      if (shown.payer === null) expect(words).not.toMatch(/\$|card|Choose|Change it/u);
      const isGiven = shown.deliveries.some(
        ({ status, items }) =>
          ['delivered', 'missed', 'cancelled'].includes(status) &&
          items.some(({ onHold }) => onHold !== null),
      );
      expect(words.startsWith('Please do not eat')).toBe(isGiven);
    }),
  );
});
