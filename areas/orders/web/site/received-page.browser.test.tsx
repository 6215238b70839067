import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  seeReceivedOrder,
  type ReceivedOrderReply,
} from '#areas/order-book/calls/received-order.ts';
import { ReceivedPage } from '#areas/orders/web/site/tracking-page.tsx';
import { noteServerTime } from '#platform/web/api/server-time.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';

const ORDER: ReceivedOrderReply = {
  firstName: 'Rose',
  from: 'Anna Lee',
  isGift: true,
  message: 'Happy birthday!\nLove',
  deliveryPreference: 'cold',
  people: [{ name: 'Rose', allergens: ['peanut'], avoid: [], diets: [] }],
  deliveries: [
    {
      date: '2026-01-13',
      timeSlot: '11:00-13:00',
      status: 'planned',
      news: null,
      road: null,
      items: [
        {
          personName: 'Rose',
          mealName: 'Bulgogi',
          mealType: 'dinner',
          mealDate: '2026-01-13',
          allergens: ['wheat', 'soy'],
          agreed: null,
          onHold: null,
          advice: 'Eat by Fri 16 Jan',
          storage: 'Keep in the fridge below 5°C.',
          heating: 'Microwave for 3 minutes.',
          slug: 'bulgogi',
          picture: null,
          useBy: '2026-01-16',
          freezable: false,
          isWarm: false,
          missing: null,
        },
      ],
      cancelled: [],
    },
  ],
};

const server = fakeServer();
const open = () =>
  openPage(
    <main>
      <ReceivedPage />
    </main>,
    { at: '/r/:token' },
  );

beforeEach(async () => {
  // Noon of the delivery's day.
  noteServerTime(new Headers({ date: 'Tue, 13 Jan 2026 02:00:00 GMT' }));
  await page.viewport(390, 844);
});

test('says who sends what and when, what is in it, how to keep and heat it, and no price', async () => {
  server.answers(seeReceivedOrder, () => ORDER);
  await open();
  await expect.element(page.getByRole('heading', { name: 'A present for you' })).toBeVisible();
  await expect
    .element(page.getByText('Anna Lee ordered meals for you', { exact: false }))
    .toBeVisible();
  await page.getByText('Bulgogi').first().click();
  for (const words of ['Tue 13 Jan, 11am-1pm', 'Eat by Fri 16 Jan', 'Microwave'])
    await expect.element(page.getByText(words, { exact: false }).first()).toBeVisible();
  await expect.element(page.getByText('peanut', { exact: false })).toBeVisible();
  expect(document.body.textContent).not.toMatch(/\$|cancel|refund/i);
  expect(await listViolations()).toEqual([]);
});

test('asks again when it is shown again', async () => {
  server.answers(seeReceivedOrder, () => ORDER);
  await open();
  await expect.element(page.getByRole('heading', { name: 'A present for you' })).toBeVisible();
  const before = server.sent(seeReceivedOrder).length;
  globalThis.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => server.sent(seeReceivedOrder).length).toBeGreaterThan(before);
});

test('names nobody when the payer would rather not, and says who decides after a missed delivery', async () => {
  const [delivery] = ORDER.deliveries;
  server.answers(seeReceivedOrder, () => ({
    ...ORDER,
    from: null,
    isGift: false,
    message: '',
    deliveries: [
      {
        ...delivery!,
        status: 'missed' as const,
        news: { at: '2026-01-13T02:00:00.000Z', place: '', reason: 'No one home' },
      },
    ],
  }));
  await open();
  await expect
    .element(page.getByText('someone ordered meals for you', { exact: false }))
    .toBeVisible();
  await expect
    .element(
      page.getByText('The person who ordered them decides what happens next', { exact: false }),
    )
    .toBeVisible();
});

test('a link that leads nowhere says so, with whom to call', async () => {
  server.answers(seeReceivedOrder, () =>
    refused(404, { code: 'not_found', message: 'This order does not exist' }),
  );
  await open();
  await expect.element(page.getByText('We can’t find these meals')).toBeVisible();
});
