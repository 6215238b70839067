/** 5am: the kitchen prints its day, an order changes, and the printouts are reported as out of date. */
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import { signInAsStaff } from './staff-sign-in.ts';

const COOK = { email: 'cook@redlandstable.example', password: 'mangoes and mangroves' };
const DAY = '2026-01-13';

// One after the other, in one app.
test.describe.configure({ mode: 'default' });
test.use({
  owner: COOK,
  // Before the sign-in.
  expectedStatuses: [401],
});

/** A headless browser has no printer, and crashes when asked to print. */
async function watchPrinter(page: Page): Promise<() => number> {
  let printed = 0;
  await page.exposeFunction('countPrint', () => {
    printed += 1;
  });
  await page.addInitScript(() => {
    window.print = () => void Reflect.get(window.top ?? window, 'countPrint')();
  });
  return () => printed;
}

/** Clicks a button and returns what it downloads. */
async function save(page: Page, button: string, toast: string): Promise<Download> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  const download = await saving;
  await expect(page.getByText(toast).first()).toBeVisible();
  return download;
}

async function textOf(download: Download): Promise<string> {
  return (await pdfPages(await readFile(await download.path()))).join('\n').replaceAll('\n', ' ');
}

test('a printout is made, goes out of date with an order, and a slip brings it up to date', async ({
  page,
  request,
}) => {
  await householdOrders(request);
  const second = await householdOrders(request, { phone: '0498 765 432' });
  const countPrinted = await watchPrinter(page);
  await signInAsStaff(page, COOK);
  await page.goto(`/admin?tab=prep&date=${DAY}&part=printouts`);
  await expect(page.getByText('More printouts')).toBeVisible();
  await expect(page.getByText('Not made yet')).toHaveCount(3);

  // Chromium's headless shell has no viewer to print from: the sheet is saved.
  if (await page.evaluate(() => navigator.pdfViewerEnabled)) {
    await page.getByRole('button', { name: 'Print prep sheet' }).click();
    await expect.poll(countPrinted).toBe(1);
  } else {
    const printed = await save(page, 'Print prep sheet', 'Prep Sheet Downloaded');
    expect(await textOf(printed)).toContain('Whole day 2 ');
  }
  await expect(page.getByText(/^Prep sheet of .*: up to date$/)).toBeVisible();
  const sheet = await save(page, 'PDF prep sheet', 'Prep Sheet Downloaded');
  expect(sheet.suggestedFilename()).toMatch(/^prep-sheet-2026-01-13-.*\.pdf$/);
  expect(await textOf(sheet)).toContain('Whole day 2 ');
  const run = await save(page, 'CSV run sheet', 'Run Sheet Downloaded');
  expect(await readFile(await run.path(), 'utf8')).toContain('0498 765 432');
  await save(page, 'PDF meal labels', 'Label Downloaded');

  await changeFirstMeal(page, second.orderNumber);
  const stale = page.getByText(/^Prep sheet of .* is out of date$/);
  await expect(stale).toBeVisible();
  await expect(page.getByText(/^1 order has changed: \+1 .*, −1 /).first()).toBeVisible();
  expect(await listPageViolations(page)).toEqual([]);
  const labels = await save(page, 'Replacement labels PDF for the Prep sheet', 'Label Downloaded');
  expect(await textOf(labels)).toContain(second.orderNumber.slice(-4));
  const slip = await save(page, 'Change slip PDF for the Prep sheet', 'Change Slip Downloaded');
  expect(await textOf(slip)).toMatch(
    new RegExp(`CHANGED \\d+ Mia ${second.orderNumber.slice(-4)}`),
  );
  await expect(stale).toBeHidden();
  await expect(page.getByText(/^Prep sheet of .*, with the slip of .*: up to date$/)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);

  for (const order of await listOrders(page)) {
    await page.request.delete(`/api/admin/orders/${order.id}`);
  }
  await expect(page.getByText('Nothing to fill on this day.')).toBeVisible();
  await expect(stale).toBeVisible();
});

async function listOrders(page: Page): Promise<AdminOrderReply[]> {
  return (await page.request.get('/api/admin/orders')).json();
}

/** As a colleague would in another window: the page must notice automatically. */
async function changeFirstMeal(page: Page, orderNumber: string): Promise<void> {
  const orders = await listOrders(page);
  const order = orders.find((one) => one.orderNumber === orderNumber)!;
  const meals = (await (await page.request.get('/api/meals')).json()) as MealReply[];
  const [item, ...rest] = order.orderItems;
  const other = meals.find(
    ({ id, isActive, mealType }) => isActive && mealType === item!.mealType && id !== item!.mealId,
  )!;
  const orderItems = [{ ...item!, mealId: other.id, price: other.price }, ...rest].map(
    ({ id, mealId, deliveryDate, mealType, price, personName }) => ({
      id,
      mealId,
      deliveryDate,
      mealType,
      price,
      personName,
    }),
  );
  const reply = await page.request.put(`/api/admin/orders/${order.id}`, {
    data: { customer: order.customer, orderItems },
  });
  expect(reply.status(), await reply.text()).toBe(200);
}

test('an order has its labels in the list, and a cancelled one says that it has none', async ({
  page,
  request,
}) => {
  const { orderNumber } = await householdOrders(request);
  await signInAsStaff(page, COOK);
  await page.goto('/admin?tab=orders');
  const label = await save(page, `Label ${orderNumber}`, 'Label Downloaded');
  expect(await textOf(label)).toContain(orderNumber.slice(-4));
  await page.getByRole('combobox', { name: `Status of ${orderNumber}` }).selectOption('cancelled');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Order' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: `Label ${orderNumber}` }).click();
  const toasts = page.getByRole('region', { name: /Notifications/ });
  await expect(toasts).toContainText('is cancelled, so it has no labels');
});
