import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { TrackedOrderReply } from '#contract/orders.ts';
import { TrackedOrder } from '#web/site/tracking/tracked-order.tsx';
import { listViolations } from '#web/testing/accessibility.ts';
import { openPage } from '#web/testing/open-page.tsx';

const A_MEAL = {
  personName: 'Mia',
  mealName: 'Bulgogi',
  mealType: 'dinner',
  mealDate: '2026-01-13',
  price: '14.99',
  calories: 520,
  protein: 38,
  allergens: ['wheat', 'soy'],
  agreed: null,
  advice: null,
} as const;

const ORDER: TrackedOrderReply = {
  orderNumber: 'RT-7K3F-9Q2X',
  status: 'confirmed',
  createdAt: '2026-01-07T02:00:00.000Z',
  firstName: 'Mia',
  address: '12 Shore Street West, Cleveland',
  deliveryPreference: 'cold',
  specialInstructions: '',
  deliveryType: 'weekly',
  subtotal: '29.98',
  deliveryFee: '5.99',
  tax: '0.00',
  total: '35.97',
  deliveryLines: [{ label: 'Delivery', amount: '5.99' }],
  changeUntil: '2026-01-11T07:00:00.000Z',
  whyUnchangeable: null,
  refunds: [],
  people: [
    { name: 'Mia', allergens: ['cashew', 'peanut'], diets: ['dairy free'], note: 'no olives' },
  ],
  choices: [],
  deliveries: [
    {
      date: '2026-01-13',
      timeSlot: '11:00-13:00',
      status: 'planned',
      news: null,
      road: null,
      items: [
        { ...A_MEAL, allergens: [...A_MEAL.allergens] },
        { ...A_MEAL, allergens: [...A_MEAL.allergens] },
      ],
    },
  ],
};

test('the customer sees that we know what each person may not eat, and which portion is the second', async () => {
  await page.viewport(390, 844);
  await openPage(
    <main>
      <h1>Your order</h1>
      <TrackedOrder order={ORDER} token="abc" />
    </main>,
    { at: '/track/abc' },
  );
  await expect.element(page.getByRole('heading', { name: 'Allergies and diets' })).toBeVisible();
  await expect
    .element(page.getByText(/no peanut/).first())
    .toHaveTextContent('Mia: no peanut, cashew; no milk in the recipe; note: no olives');
  await expect.element(page.getByText(/second helping/)).toBeVisible();
  expect(await listViolations()).toEqual([]);
});
