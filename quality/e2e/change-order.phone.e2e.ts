/** A customer changes a paid order on the phone; mail, portal, books and the kitchen's paper follow. */
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { desc, eq } from 'drizzle-orm';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { TimelineReply } from '#areas/orders/calls/order-timeline.ts';
import type { PrintoutReply } from '#areas/printouts/calls/printouts.ts';
import { payments, refunds } from '#areas/order-book/server/tables/payments.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { anItem, DECLINED_CARD, GOOD_CARD } from '#quality/support/an-order.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import { cardsOf, cellOf, chooseWindow, fillCard, WEEK } from './order-journey.ts';
import { startThumb } from './thumb.ts';
import type { RunningApp } from './running-app.ts';
import { signInAsStaff } from './staff-sign-in.ts';

const COOK = { email: 'change@redlandstable.example', password: 'mangoes and mangroves' };
const [TUESDAY, WEDNESDAY] = WEEK as [string, string];

test.use({
  owner: COOK,
  expectedStatuses: [401],
});

type Kitchen = { app: RunningApp; staff: APIRequestContext; orderId: number };

async function openChange(page: Page, token: string): Promise<void> {
  await page.goto(`/track/${token}`);
  await page.getByRole('link', { name: 'Change this order' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Change your order' })).toBeVisible();
  await expect(page.getByText('You can change it until')).toBeVisible();
}

const dinnerOf = (page: Page, { name, mealType }: MealReply, date: string): Locator =>
  cellOf(page, { person: 'Mia', date, mealType }, `${name}. Change`);

async function swap(page: Page, from: MealReply, to: MealReply, thumb = startThumb()) {
  await thumb.tap(dinnerOf(page, from, TUESDAY));
  await thumb.tap(cardsOf(page).filter({ hasText: to.name }).getByRole('button').first());
  await expect(dinnerOf(page, to, TUESDAY)).toBeVisible();
}

const review = (page: Page) => page.getByRole('button', { name: 'Review change' });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Your change' });

async function expectOnTrackingPage(page: Page, words: string): Promise<void> {
  const notice = page.getByRole('status').filter({ hasText: 'Your order has been changed' });
  await expect(notice).toContainText(words);
}

/** What the customer is told, and what staff and kitchen see. */
async function expectKnown({ app, staff, orderId }: Kitchen, words: string): Promise<void> {
  const newestEmail = async () => {
    const [message] = await app.db
      .select()
      .from(messages)
      .where(eq(messages.kind, 'order_changed'))
      .orderBy(desc(messages.id));
    return message?.mail?.text.replaceAll(/\s+/g, ' ') ?? '';
  };
  await expect.poll(newestEmail, { timeout: 30_000 }).toContain(words);
  const timeline = await staff.get(`/api/admin/orders/${orderId}/timeline`);
  const { entries } = (await timeline.json()) as TimelineReply;
  const changes = entries.flatMap((entry) => (entry.kind === 'change' ? [entry.words ?? ''] : []));
  expect(changes.join('\n')).toContain(words);
  const printouts = await staff.get(`/api/admin/papers?date=${TUESDAY}`);
  expect((await printouts.json()) as PrintoutReply[]).toMatchObject([{ isStale: true }]);
  await checkInvariants(app.db);
  await staff.get(`/api/admin/prep-sheet?date=${TUESDAY}`);
}

test('a cheaper dinner, a dearer one, another day and one person less, in two tabs', async ({
  page,
  context,
  request,
  browser,
  app,
}) => {
  test.slow();
  const menu = (await (await request.get('/api/meals')).json()) as MealReply[];
  const dinners = menu
    .filter(({ mealType }) => mealType === 'dinner')
    .toSorted((a, b) => Number(a.price) - Number(b.price));
  const [cheap, usual, dear] = [dinners[0]!, dinners[1]!, dinners.at(-1)!];
  expect(Number(dear.price)).toBeGreaterThan(Number(cheap.price));
  const at = (meal: MealReply, personName: string) => anItem(meal, { personName });
  const { trackingToken, orderNumber } = await householdOrders(
    request,
    {},
    {
      orderItems: [at(dear, 'Mia'), at(usual, 'Ben')],
    },
  );
  const [order] = await app.db.select().from(orders).where(eq(orders.number, orderNumber));
  const staffPage = await browser.newPage({ baseURL: app.url });
  await signInAsStaff(staffPage, COOK);
  const kitchen = { app, staff: staffPage.request, orderId: order!.id };
  await kitchen.staff.get(`/api/admin/prep-sheet?date=${TUESDAY}`);

  // Another tab, opened before anything changes.
  const other = await context.newPage();
  await openChange(other, trackingToken);

  await openChange(page, trackingToken);
  expect(await listPageViolations(page)).toEqual([]);
  const thumb = startThumb();
  await swap(page, dear, cheap, thumb);
  await thumb.tap(review(page));
  await expect(dialogOf(page)).toContainText('goes back to your card automatically');
  expect(await listPageViolations(page)).toEqual([]);
  await thumb.tap(dialogOf(page).getByRole('button', { name: 'Change my order' }));
  // With the one on the order's page that led here.
  expect(thumb.taps + 1).toBeLessThanOrEqual(6);
  expect(thumb.swipes).toBeLessThanOrEqual(2);
  await expectOnTrackingPage(page, `${dear.name} → ${cheap.name}`);
  await expectKnown(kitchen, `${dear.name} → ${cheap.name}`);
  const back = Math.round((Number(dear.price) - Number(cheap.price)) * 100);
  expect(await app.db.select().from(refunds)).toMatchObject([{ amountCents: back }]);

  // The other tab is about an older version: it keeps its choice on top of the newer one.
  await chooseWindow(other, '4pm-6pm');
  await other.getByRole('button', { name: 'See why' }).click();
  await dialogOf(other).getByRole('button', { name: 'Load it again' }).click();
  await expect(
    other.getByText('Your order has changed since. We kept what you chose'),
  ).toBeVisible();
  await expect(dinnerOf(other, cheap, TUESDAY)).toBeVisible();
  await swap(other, cheap, dear);
  await review(other).click();
  await expect(dialogOf(other)).toContainText('Nothing changes until it’s paid');
  await dialogOf(other)
    .getByRole('button', { name: /^Continue to pay/ })
    .click();
  const card = other.getByRole('region', { name: 'Pay the difference' });
  await fillCard(other, DECLINED_CARD);
  await card.getByRole('button', { name: /^Pay / }).click();
  await expect(card).toContainText('The payment did not go through');
  expect(await listPageViolations(other)).toEqual([]);
  await fillCard(other, GOOD_CARD);
  await card.getByRole('button', { name: /^Pay / }).click();
  await expectOnTrackingPage(other, `${cheap.name} → ${dear.name}`);
  await expectKnown(kitchen, `${cheap.name} → ${dear.name}`);
  expect(await app.db.$count(payments, eq(payments.orderId, kitchen.orderId))).toBe(2);
  await other.close();

  await openChange(page, trackingToken);
  const days = page.getByRole('group', { name: 'Delivery day' });
  await days.getByRole('radio', { name: 'Wed 14 Jan' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move 2 meals' }).click();
  await review(page).click();
  await expect(dialogOf(page)).toContainText(/Tue 13 Jan, .* → Wed 14 Jan.*same price/);
  await dialogOf(page).getByRole('button', { name: 'Change my order' }).click();
  await expectOnTrackingPage(page, 'Tue 13 Jan, 4pm-6pm → Wed 14 Jan');
  await expectKnown(kitchen, 'Tue 13 Jan, 4pm-6pm → Wed 14 Jan');

  await openChange(page, trackingToken);
  await expect(dinnerOf(page, dear, WEDNESDAY)).toBeVisible();
  await page.getByText('Cancel something').click();
  await page.getByRole('button', { name: 'Cancel for Ben' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel all meals for Ben?' });
  await expect(question).toContainText('goes back to your card automatically');
  await question.getByRole('button', { name: 'Cancel it' }).click();
  await expectOnTrackingPage(page, 'Ben taken off');
  await expect(page.getByRole('main').getByText('Ben', { exact: true })).toBeHidden();
  await checkInvariants(app.db);
  await staffPage.close();
});
