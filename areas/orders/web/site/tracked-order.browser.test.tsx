import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getOrderAgain } from '#areas/checkout/calls/order-again.ts';
import { getAftercare } from '#areas/customers/calls/aftercare.ts';
import {
  answerMealChoice,
  trackOrder,
  type TrackedOrderReply,
} from '#areas/order-book/calls/orders.ts';
import { trackedOrderQuery } from '#areas/order-book/web/site/orders-queries.ts';
import { MealChoices } from '#areas/orders/web/site/meal-choices.tsx';
import { TrackedOrder } from '#areas/orders/web/site/tracked-order.tsx';
import { noteServerTime } from '#platform/web/api/server-time.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, never, refused } from '#platform/web/testing/fake-server.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';

const A_MEAL = {
  personName: 'Mia',
  mealId: 3,
  mealName: 'Bulgogi',
  mealType: 'dinner',
  mealDate: '2026-01-13',
  price: '14.99',
  isPaidBack: false,
  calories: 520,
  protein: 38,
  allergens: ['wheat', 'soy'],
  agreed: null,
  onHold: null,
  advice: null,
  slug: 'bulgogi',
  picture: null,
  heating: 'Microwave: heat on high for 3 minutes until steaming hot.',
  storage: 'Keep in the fridge.',
  useBy: '2026-01-16',
  freezable: true,
  isWarm: false,
  missing: null,
} as const;

const ORDER: TrackedOrderReply = {
  orderNumber: 'RT-7K3F-9Q2X',
  status: 'confirmed',
  createdAt: '2026-01-07T02:00:00.000Z',
  firstName: 'Mia',
  email: 'm…@example.com',
  address: '12 Shore Street West, Cleveland',
  deliveryPreference: 'cold',
  specialInstructions: '',
  recipient: null,
  deliveryType: 'weekly',
  subtotal: '29.98',
  deliveryFee: '5.99',
  tax: '0.00',
  total: '35.97',
  deliveryLines: [{ label: 'Delivery', amount: '5.99' }],
  changeUntil: '2026-01-11T07:00:00.000Z',
  whyUnchangeable: null,
  version: 1,
  changes: [],
  owed: null,
  refunds: [],
  people: [
    {
      name: 'Mia',
      allergens: ['cashew', 'peanut'],
      avoid: [],
      diets: ['dairy free'],
      note: 'no olives',
    },
  ],
  choices: [],
  deliveries: [
    {
      date: '2026-01-13',
      timeSlot: '11:00-13:00',
      status: 'planned',
      news: null,
      road: null,
      missed: null,
      items: [
        { ...A_MEAL, id: 1, mealId: 7, allergens: [...A_MEAL.allergens] },
        { ...A_MEAL, id: 2, mealId: 7, allergens: [...A_MEAL.allergens] },
      ],
      cancelled: [],
    },
  ],
};

const server = fakeServer();

/** Noon of the delivery's day. */
const NOON = new Headers({ date: 'Tue, 13 Jan 2026 02:00:00 GMT' });

beforeEach(() => {
  noteServerTime(NOON);
  server.answers(getAftercare, () => ({ meals: [], items: [], problems: [] }));
  server.answers(getOrderAgain, never);
});

const NothingOwed = () => null;
const ANSWERED = Date.now();

test.each([
  ['planned', 'Bulgogi is on hold: read why below'],
  ['delivered', 'Please do not eat Bulgogi: read why below'],
] as const)('a meal that is not for its person comes first while %s', async (status, text) => {
  const [delivery] = ORDER.deliveries;
  const [first, second] = delivery!.items;
  const onHold = 'Bulgogi contains wheat: it is not for Mia.';
  const deliveries = [{ ...delivery!, status, items: [{ ...first!, onHold }, second!] }];
  await openPage(
    <TrackedOrder
      order={{ ...ORDER, status: status === 'planned' ? 'confirmed' : status, deliveries }}
      token="t"
      answeredAt={ANSWERED}
      PayOwed={NothingOwed}
    />,
    { at: '/track/t' },
  );
  await expect.element(page.getByText(text)).toBeVisible();
  const held = page.getByRole('listitem').filter({ hasText: onHold });
  await expect.element(held.getByRole('button', { name: /start/ })).not.toBeInTheDocument();
});

test('of a short bag all that went back is said, of two portions of one dish too', async () => {
  const [delivery] = ORDER.deliveries;
  const lacks = { missing: 'damaged', isPaidBack: true } as const;
  const items = delivery!.items.map((item, at) => ({
    ...item,
    ...(at > 0 && { personName: 'Ben' }),
    ...lacks,
  }));
  const deliveries = [{ ...delivery!, status: 'delivered' as const, items }];
  await openPage(
    <TrackedOrder
      order={{ ...ORDER, deliveries }}
      token="t"
      answeredAt={ANSWERED}
      PayOwed={NothingOwed}
    />,
    { at: '/track/t' },
  );
  await expect
    .element(page.getByText('0 of 2 came: Bulgogi was damaged, $29.98 went back'))
    .toBeVisible();
});

test('a form that opens or closes in its place keeps the focus there', async () => {
  const meal = { id: 1, mealName: 'Bulgogi', personName: 'Mia' };
  const item = { ...meal, date: '2026-01-13', window: '11:00-13:00' as const };
  server.answers(getAftercare, () => ({ meals: [], items: [item], problems: [] }));
  const [delivery] = ORDER.deliveries;
  const deliveries = [{ ...delivery!, status: 'delivered' as const }];
  await openPage(
    <TrackedOrder
      order={{ ...ORDER, deliveries }}
      token="t"
      answeredAt={ANSWERED}
      PayOwed={NothingOwed}
    />,
    { at: '/track/t' },
  );
  const focused = () => document.activeElement?.textContent;
  const wrong = page.getByRole('button', { name: 'Something was wrong' });
  await wrong.click();
  await expect.element(page.getByText('What happened?')).toBeVisible();
  expect(focused()).toMatch(/^Something was wrong\?/);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(page.getByText('Choose what was wrong')).toBeVisible();
  const kinds = page.getByRole('group', { name: 'What was wrong?' });
  await expect.element(kinds.getByRole('radio').first()).toHaveFocus();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect.element(wrong).toBeVisible();
  expect(focused()).toMatch(/^Something was wrong\?/);
  await page.getByText('More about this order').click();
  await page.getByRole('button', { name: 'Change instructions' }).click();
  await expect.poll(focused).toBe('Instructions');
});

test('what was cancelled is not counted among what comes warm', async () => {
  const [delivery] = ORDER.deliveries;
  const [lunch] = delivery!.items.map((item) => ({ ...item, mealType: 'lunch' as const }));
  const another = { ...delivery!, date: '2026-01-14', status: 'cancelled' as const };
  const deliveries = [
    { ...delivery!, items: [lunch!] },
    { ...another, items: [{ ...lunch!, mealDate: '2026-01-14' }] },
  ];
  await openPage(
    <TrackedOrder
      order={{ ...ORDER, deliveryType: 'daily', deliveryPreference: 'warm', deliveries }}
      token="t"
      answeredAt={ANSWERED}
      PayOwed={NothingOwed}
    />,
    { at: '/track/t' },
  );
  await page.getByText('More about this order').click();
  await expect.element(page.getByText('Warm: your 1 lunch.')).toBeVisible();
});

test('names without a space do not widen a narrow phone', async () => {
  await page.viewport(320, 640);
  const name = 'W'.repeat(40);
  const change = { by: 'customer', paid: null, refund: null, isRefused: false } as const;
  const order: TrackedOrderReply = {
    ...ORDER,
    firstName: name,
    specialInstructions: name,
    changes: [{ ...change, at: '2026-01-08T02:00:00.000Z', what: [`${name} added`] }],
    recipient: {
      firstName: name,
      lastName: name,
      phone: '+61412345678',
      isGift: true,
      message: name,
      news: 'both',
      namesPayer: true,
      link: 'https://kitchen.example/r/1',
    },
  };
  await openPage(
    <main className="grid">
      <TrackedOrder order={order} token="t" answeredAt={ANSWERED} PayOwed={NothingOwed} />
    </main>,
    { at: '/track/t' },
  );
  await page.getByText('More about this order').click();
  await expect.element(page.getByText(`${name} added`)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(320);
});

test('who cancels after a refund is not promised the full amount again', async () => {
  const refunds = [
    { amount: '10.00', state: 'succeeded' as const, createdAt: '2026-01-08T02:00:00.000Z' },
  ];
  await openPage(
    <TrackedOrder
      order={{ ...ORDER, refunds }}
      token="t"
      answeredAt={ANSWERED}
      PayOwed={NothingOwed}
    />,
    { at: '/track/t' },
  );
  await page.getByText('More about this order').click();
  await page.getByRole('button', { name: 'Cancel this order' }).click();
  await expect
    .element(page.getByRole('dialog'))
    .toMatchTextContent(
      'we’ll refund what you paid, less what has already gone back, to your card',
    );
});

test('a meal that we took off is struck through with what went back', async () => {
  const [delivery] = ORDER.deliveries;
  const cancelled = [{ id: 3, personName: 'Ben', mealName: 'Beef Goulash', refund: '16.99' }];
  await openPage(
    <TrackedOrder
      order={{ ...ORDER, deliveries: [{ ...delivery!, cancelled }] }}
      token="t"
      answeredAt={ANSWERED}
      PayOwed={NothingOwed}
    />,
    { at: '/track/t' },
  );
  const gone = page.getByRole('list', { name: 'Cancelled' }).getByRole('listitem');
  await expect.element(gone).toHaveTextContent('Beef Goulash, Ben: refunded $16.99');
});

test('a meal that was paid back and still comes says so', async () => {
  const [delivery] = ORDER.deliveries;
  const [first, second] = delivery!.items;
  const deliveries = [{ ...delivery!, items: [{ ...first!, isPaidBack: true }, second!] }];
  await openPage(
    <TrackedOrder
      order={{ ...ORDER, deliveries }}
      token="t"
      answeredAt={ANSWERED}
      PayOwed={NothingOwed}
    />,
    { at: '/track/t' },
  );
  await expect.element(page.getByText('Paid back, still coming')).toBeVisible();
});

test('the customer sees that we know what each person may not eat, and whose box is whose', async () => {
  await page.viewport(390, 844);
  await openPage(
    <main>
      <h1>Your order</h1>
      <TrackedOrder order={ORDER} token="abc" answeredAt={ANSWERED} PayOwed={NothingOwed} />
    </main>,
    { at: '/track/abc' },
  );
  await page.getByText('More about this order').click();
  await expect.element(page.getByRole('heading', { name: 'Who can’t have what' })).toBeVisible();
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'can’t have: peanut' }))
    .toHaveTextContent('Mia can’t have: peanut, cashew. No milk in the recipe. “no olives”');
  await expect.element(page.getByText('Mia ×2')).toBeVisible();
  expect(await listViolations()).toEqual([]);
});

test('an order can be changed until the cutoff, and says until when', async () => {
  const show = (order: TrackedOrderReply) =>
    openPage(
      <main>
        <h1>Your order</h1>
        <TrackedOrder order={order} token="abc" answeredAt={ANSWERED} PayOwed={NothingOwed} />
      </main>,
      { at: '/track/abc' },
    );
  const link = page.getByRole('link', { name: 'Change this order' });
  const opened = await show(ORDER);
  await expect.element(link).toHaveAttribute('href', '/track/abc/change');
  expect(link.element().getBoundingClientRect().bottom).toBeLessThan(300);
  await page.getByText('More about this order').click();
  await expect
    .element(page.getByText(/^Until Sun 11 Jan 2026, 5pm \(Brisbane time\) you can change meals/))
    .toBeVisible();
  await opened.close();
  await show({ ...ORDER, whyUnchangeable: 'Changes to this order closed on Sunday.' });
  await page.getByText('More about this order').click();
  await expect.element(page.getByText('Changes to this order closed on Sunday.')).toBeVisible();
  await expect.element(link).not.toBeInTheDocument();
});

test('the customer sees what was changed, the newest first, and what was paid or refunded', async () => {
  const changes: TrackedOrderReply['changes'] = [
    {
      at: '2026-01-06T04:05:00.000Z',
      by: 'customer',
      what: ['−1 Butter Chicken', '+1 Barramundi'],
      paid: '2.50',
      refund: null,
      isRefused: false,
    },
    {
      at: '2026-01-07T04:05:00.000Z',
      by: 'customer',
      what: ['+1 Bulgogi'],
      paid: '14.99',
      refund: '14.99',
      isRefused: true,
    },
  ];
  await openPage(
    <main>
      <h1>Your order</h1>
      <TrackedOrder
        order={{ ...ORDER, changes }}
        token="abc"
        answeredAt={ANSWERED}
        PayOwed={NothingOwed}
      />
    </main>,
    { at: '/track/abc' },
  );
  await page.getByText('More about this order').click();
  const lines = page.getByRole('region', { name: 'Changes' }).getByRole('listitem');
  await expect
    .element(lines.first())
    .toHaveTextContent(
      'Not changed Wed 7 Jan 2026, 2:05pm: +1 Bulgogi, $14.99 paid, $14.99 refunded (your payment came too late)',
    );
  await expect
    .element(lines.last())
    .toHaveTextContent(
      'Changed Tue 6 Jan 2026, 2:05pm: −1 Butter Chicken, +1 Barramundi, $2.50 paid',
    );
  expect(await listViolations()).toEqual([]);
});

const A_CHOICE: TrackedOrderReply['choices'][number] = {
  id: 7,
  personName: 'Mia',
  mealName: 'Lemon Salmon',
  date: '2026-01-14',
  timeSlot: '16:00-18:00',
  until: '2026-01-13T10:00:00.000Z',
  options: [
    { mealId: 3, name: 'Bulgogi', calories: 520, diets: ['halal'] },
    { mealId: 4, name: 'Chicken Rice Bowl', calories: 540, diets: [] },
  ],
  refund: '14.99',
  chosen: null,
};

test('anyone who is asked about a meal that ran out picks another or the refund, and sees what they chose', async () => {
  await page.viewport(390, 844);
  server.answers(trackOrder, () => ({ ...ORDER, choices: [A_CHOICE] }));
  server.answers(answerMealChoice, () =>
    refused(409, {
      code: 'already_chosen',
      message: 'We already chose Bulgogi. Call us on (07) 5550 0164.',
    }),
  );
  await openPage(
    <main>
      <h1>Your order</h1>
      <TrackedOrder
        order={{ ...ORDER, choices: [A_CHOICE] }}
        token="abc"
        answeredAt={ANSWERED}
        PayOwed={NothingOwed}
      />
    </main>,
    { at: '/track/abc' },
  );
  await expect
    .element(page.getByRole('heading', { name: 'We’ve run out of Lemon Salmon for Wed 14 Jan' }))
    .toBeVisible();
  await expect.element(page.getByText('8pm Tue 13 Jan')).toBeVisible();
  await page.getByRole('button', { name: 'Send my choice' }).click();
  await expect.element(page.getByText('Pick a meal or the refund')).toBeVisible();
  expect(server.sent(answerMealChoice)).toEqual([]);
  expect(await listViolations()).toEqual([]);
  await page.getByRole('radio', { name: /Refund \$14\.99/ }).click();
  await page.getByRole('button', { name: 'Send my choice' }).click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('We already chose Bulgogi. Call us on (07) 5550 0164.');
  expect(server.sent(answerMealChoice)).toMatchObject([
    { params: { token: 'abc', id: 7 }, body: { mealId: null } },
  ]);
});

test('a choice that ends in time leaves the focus where it was; one that was sent takes it', async () => {
  const ended = { ...A_CHOICE, chosen: { isByUs: true, mealName: 'Bulgogi', refund: null } };
  const asked = { ...A_CHOICE, id: 8, mealName: 'Duck Curry' };
  const sent = { ...asked, chosen: { isByUs: false, mealName: null, refund: '14.99' } };
  server.answers(answerMealChoice, () => ({ ...ORDER, choices: [ended, sent] }));
  function Watched() {
    const [choices, setChoices] = useState([A_CHOICE, asked]);
    const { data } = useQuery({ ...trackedOrderQuery('abc'), enabled: false });
    return (
      <main>
        <h1>Your order</h1>
        <button onClick={() => setChoices([ended, asked])}>The time is up</button>
        <MealChoices choices={data?.choices ?? choices} token="abc" />
      </main>
    );
  }
  await openPage(<Watched />, { at: '/track/abc' });
  const button = page.getByRole('button', { name: 'The time is up' });
  await button.click();
  await expect.element(page.getByText('We chose Bulgogi for Mia')).toBeVisible();
  await expect.element(button).toHaveFocus();
  await page.getByRole('radio', { name: /Refund \$14\.99/ }).click();
  await page.getByRole('button', { name: 'Send my choice' }).click();
  await expect.element(page.getByText('You chose the refund of $14.99')).toBeVisible();
  expect(document.activeElement?.textContent).toContain('You chose the refund');
});

test('instead of a meal that was paid back before nobody is promised a refund', async () => {
  const choices = [{ ...A_CHOICE, refund: '0.00' }];
  await openPage(
    <main>
      <h1>Your order</h1>
      <TrackedOrder
        order={{ ...ORDER, choices }}
        token="abc"
        answeredAt={ANSWERED}
        PayOwed={NothingOwed}
      />
    </main>,
    { at: '/track/abc' },
  );
  await expect
    .element(page.getByRole('radio', { name: /No meal instead.*It was already refunded/ }))
    .toBeVisible();
});

test.each([
  [{ isByUs: false, mealName: 'Bulgogi', refund: null }, 'You chose Bulgogi for Mia'],
  [{ isByUs: true, mealName: 'Bulgogi', refund: null }, 'We chose Bulgogi for Mia'],
  [{ isByUs: false, mealName: null, refund: '14.99' }, 'You chose the refund of $14.99'],
  [{ isByUs: true, mealName: null, refund: '0.00' }, 'We chose no meal instead'],
])('what was chosen is said: %j', async (chosen, words) => {
  await page.viewport(390, 844);
  await openPage(
    <main>
      <h1>Your order</h1>
      <TrackedOrder
        order={{ ...ORDER, choices: [{ ...A_CHOICE, chosen }] }}
        token="abc"
        answeredAt={ANSWERED}
        PayOwed={NothingOwed}
      />
    </main>,
    { at: '/track/abc' },
  );
  await expect.element(page.getByText(words)).toBeVisible();
  expect(await listViolations()).toEqual([]);
});

const DAYS = ['13', '14', '15', '16', '17', '18', '19'];
const DISHES = ['Butter Chicken', 'Goan Snapper Curry', 'Beef Goulash', 'Cottage Pie with Peas'];

/** Four people who share a box of 28 meals. */
function aWeeklyBox(status: 'planned' | 'delivered'): TrackedOrderReply {
  const [delivery] = ORDER.deliveries;
  const items = DAYS.flatMap((day, index) =>
    ['Mia', 'Ben', 'Grandma Elizabeth', 'Leo'].map((personName, seat) => ({
      ...A_MEAL,
      id: index * 4 + seat + 1,
      allergens: ['wheat'],
      personName,
      mealName: DISHES[(index + seat) % 4] ?? '',
      mealDate: `2026-01-${day}`,
      useBy: `2026-01-${day}`,
    })),
  );
  return { ...ORDER, deliveries: [{ ...delivery!, status, items }] };
}

test.each(['planned', 'delivered'] as const)(
  'a box of 28 meals for four people takes at most three screens of a phone while %s',
  async (status) => {
    await page.viewport(390, 844);
    await openPage(
      <main>
        <h1>Your order</h1>
        <TrackedOrder
          order={aWeeklyBox(status)}
          token="t"
          answeredAt={ANSWERED}
          PayOwed={NothingOwed}
        />
      </main>,
      { at: '/track/t' },
    );
    await expect.element(page.getByText('More about this order')).toBeVisible();
    expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(2532);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    expect(await listViolations()).toEqual([]);
  },
);

test('a meal is heated with a timer that says when it is done', async () => {
  const [delivery] = ORDER.deliveries;
  const [item] = delivery!.items;
  const items = [{ ...item!, heating: 'Microwave for 3 seconds.' }];
  await openPage(
    <TrackedOrder
      order={{ ...ORDER, deliveries: [{ ...delivery!, status: 'delivered', items }] }}
      token="t"
      isOffline
      answeredAt={ANSWERED}
      PayOwed={NothingOwed}
    />,
    { at: '/track/t' },
  );
  await page.getByRole('button', { name: /^Microwave · Start 0:03/ }).click();
  await expect.element(page.getByRole('timer')).toMatchTextContent(/^0:0[1-3]$/);
  await expect.element(page.getByText('Done: check it’s steaming hot')).toBeVisible();
});

test('what is known is live for a minute, then it says from when it is', async () => {
  const show = (answeredAt: number, isOffline = false) =>
    openPage(
      <TrackedOrder
        order={ORDER}
        token="t"
        answeredAt={answeredAt}
        isOffline={isOffline}
        PayOwed={NothingOwed}
      />,
      { at: '/track/t' },
    );
  const live = await show(Date.now());
  await expect.element(page.getByText('● live')).toBeVisible();
  await live.close();
  const old = await show(Date.now() - 61_000);
  await expect.element(page.getByText(/^as of /)).toBeVisible();
  await old.close();
  await show(Date.now(), true);
  await expect.element(page.getByText(/^as of .*offline/)).toBeVisible();
  await expect.element(page.getByText('Change', { exact: true })).not.toBeInTheDocument();
});
