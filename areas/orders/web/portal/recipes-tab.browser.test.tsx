import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  type GivenFoodReply,
  listGivenFood,
  noteFoodCall,
  listRecipeAlerts,
  type RecipeAlertReply,
  type RecipesToSettleReply,
  settleRecipeAlerts,
} from '#areas/orders/calls/food-to-settle.ts';
import { RecipesTab } from '#areas/orders/web/portal/recipes-tab.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();

const MIA: RecipeAlertReply = {
  id: 1,
  kind: 'stop',
  personName: 'Mia',
  allergens: ['almond'],
  avoid: [],
  diets: [],
  note: '',
  instructions: '',
  isSevere: true,
  why: 'Butter Chicken for Mia contains almond.',
  words: [],
  dietsLost: [],
  orderId: 7,
  orderNumber: 'RT-7K3F-9Q2X',
  customerName: 'Lan Nguyễn',
  phone: '+61412345678',
  deliveryDate: '2026-12-03',
  window: '16:00-18:00',
  portions: [{ mealDate: '2026-12-03', mealType: 'dinner' }],
  price: '14.99',
  canBeAgreed: true,
  swaps: [{ mealId: 9, name: 'Green Curry Chicken', calories: 520 }],
};

const NOTHING: RecipesToSettleReply = { open: 0, recipes: [] };

const listOf = (...alerts: RecipeAlertReply[]): RecipesToSettleReply => ({
  open: alerts.length,
  recipes: [
    {
      mealId: 1,
      mealName: 'Butter Chicken',
      change: 'almond added',
      savedBy: 'kim@example.com',
      savedAt: '2026-11-23T23:12:00.000Z',
      settled: 0,
      total: alerts.length,
      alerts,
    },
  ],
});

const open = () =>
  openPortalPage(<RecipesTab />, { server, heading: 'Food Safety', at: '/admin?tab=recipes' });

const button = (name: string) => page.getByRole('button', { name });

beforeEach(async () => {
  server.answers(listGivenFood, () => []);
  await page.viewport(390, 844);
});

test('who is concerned, why, and how to reach them fits a phone', async () => {
  server.answers(listRecipeAlerts, () => listOf(MIA));
  await open();
  await expect.element(page.getByText('Butter Chicken: almond added')).toBeVisible();
  await expect.element(page.getByText('Severe: call first.')).toBeVisible();
  await expect
    .element(page.getByText('Thu 3 Dec dinner; delivered Thu 3 Dec, 4pm-6pm'))
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: '0412 345 678' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(await listViolations()).toEqual([]);
});

test('a swap is asked first, and ends what it settles', async () => {
  server.answers(listRecipeAlerts, () => listOf(MIA));
  server.answers(settleRecipeAlerts, () => NOTHING);
  await open();
  await button('Swap for Mia').click();
  await expect.element(page.getByText(/Mia gets Green Curry Chicken instead/)).toBeVisible();
  server.answers(listRecipeAlerts, () => NOTHING);
  await button('Swap meal').click();
  await expect.element(page.getByText('No food to settle')).toBeVisible();
  expect(server.sent(settleRecipeAlerts).map(({ body }) => body)).toEqual([
    { ids: [1], action: 'swap', mealId: 9 },
  ]);
});

test('what was agreed needs ten characters, and a refusal stays in the dialog', async () => {
  server.answers(listRecipeAlerts, () => listOf(MIA));
  server.answers(settleRecipeAlerts, () =>
    refused(409, { message: 'Robin settled it at 6:14pm.', code: 'already_settled' }),
  );
  await open();
  await button('Spoken to them for Mia').click();
  await button('Save what was agreed').click();
  await expect.element(page.getByText('Please write at least 10 characters')).toBeVisible();
  expect(server.sent(settleRecipeAlerts)).toEqual([]);
  await page.getByRole('textbox', { name: 'What you agreed' }).fill('traces are fine');
  await button('Save what was agreed').click();
  await expect.element(page.getByText('Robin settled it at 6:14pm.')).toBeVisible();
});

test('a meal that will not keep cannot be agreed, and without another that suits only a refund is left', async () => {
  server.answers(listRecipeAlerts, () =>
    listOf({ ...MIA, why: 'Laksa for Mia keeps until Thu 3 Dec.', canBeAgreed: false, swaps: [] }),
  );
  await open();
  await expect.element(page.getByText('Laksa for Mia keeps until Thu 3 Dec.')).toBeVisible();
  await expect.element(button('Refund $14.99 for Mia')).toBeVisible();
  await expect.element(button('Swap for Mia')).not.toBeInTheDocument();
  await expect.element(button('Spoken to them for Mia')).not.toBeInTheDocument();
});

test('nothing to settle says so', async () => {
  server.answers(listRecipeAlerts, () => NOTHING);
  await open();
  await expect.element(page.getByText('No food to settle')).toBeVisible();
});

test('a list that did not load can be asked for again', async () => {
  server.answers(listRecipeAlerts, () => refused(500, { message: 'It broke', code: 'internal' }));
  await open();
  await expect.element(page.getByText('We couldn’t load the food to settle')).toBeVisible();
});

test('who has food that they may not eat is called first: what was said, or what was tried', async () => {
  const given: GivenFoodReply = {
    kind: 'given_held',
    driver: null,
    id: 3,
    personName: 'Mia',
    mealName: 'Butter Chicken',
    why: 'it may contain almond',
    orderId: 7,
    orderNumber: 'RT-7K3F-9Q2X',
    openedAt: '2026-11-23T23:12:00.000Z',
    people: [{ name: 'Lan Nguyễn', phone: '+61412345678' }],
    calls: [1, 2].map((minute) => ({
      at: `2026-11-23T23:2${minute}:00.000Z`,
      by: 'Kim Owner',
      result: 'no_answer',
      note: '',
    })),
  };
  server.answers(listRecipeAlerts, () => NOTHING);
  server.answers(listGivenFood, () => [given]);
  server.answers(noteFoodCall, () =>
    refused(400, {
      code: 'invalid',
      message: 'Please check the form',
      fields: { note: 'Please say what you tried' },
    }),
  );
  await open();
  await expect
    .element(page.getByText('Butter Chicken for Mia: it may contain almond'))
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: '0412 345 678' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(await listViolations()).toEqual([]);
  await button('No answer from Mia').click();
  await expect.element(page.getByText('Please say what you tried')).toBeVisible();
  server.answers(noteFoodCall, () => []);
  server.answers(listGivenFood, () => []);
  await page.getByRole('textbox', { name: 'What was said' }).fill('Left a message, wrote as well');
  await button('No answer from Mia').click();
  await expect.element(page.getByText('No food to settle')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: /^Call now/ })).not.toBeInTheDocument();
  expect(server.sent(noteFoodCall).map(({ body }) => body)).toEqual([
    { result: 'no_answer', calls: 2 },
    { result: 'no_answer', calls: 2, note: 'Left a message, wrote as well' },
  ]);
});
