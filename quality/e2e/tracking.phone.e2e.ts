/** What customers do with their link: view, change, save, cancel. */
import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import type { Page } from '@playwright/test';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { refunds } from '#areas/order-book/server/tables/payments.ts';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';

test.use({ expectedStatuses: [404] });

async function openOrder(page: Page, trackingToken: string): Promise<void> {
  await page.goto(`/track/${trackingToken}`);
  await page.getByText('More about this order').click();
  await expect(page.getByRole('heading', { name: 'What you paid' })).toBeVisible();
}

async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

test('a customer changes the instructions, keeps calendar and receipt, cancels and sees the refund', async ({
  page,
  request,
  app,
}) => {
  const { trackingToken, orderNumber, total } = await householdOrders(request);
  // Before any script, and for nobody else.
  const sent = await request.get(`/track/${trackingToken}`);
  expect(await sent.text()).toContain('Next: Tue 13 Jan, 11am-1pm');
  expect(sent.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  expect((await request.get(`/track/${trackingToken}x`)).status()).toBe(404);
  await openOrder(page, trackingToken);
  const main = page.getByRole('main');
  await expect(main).toContainText(
    'Next: Tue 13 Jan, 11am-1pm. Change it until Sunday 11 Jan, 5pm',
  );
  await expect(main).toContainText('Until Sun 11 Jan 2026, 5pm (Brisbane time)');
  expect(await listPageViolations(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);

  await page.getByRole('button', { name: 'Change instructions' }).click();
  await page.getByLabel('For the driver and the kitchen').fill('Side gate, mind the dog');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Change instructions' })).toBeVisible();
  await expect(main.getByText('Side gate, mind the dog')).toBeVisible();
  await page.reload();
  await page.getByText('More about this order').click();
  await expect(main.getByText('Side gate, mind the dog')).toBeVisible();

  const [calendar] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Add to calendar' }).click(),
  ]);
  expect(calendar.suggestedFilename()).toBe(`order-${orderNumber}.ics`);
  expect(await readFile(await calendar.path(), 'utf8')).toContain(
    'DTSTART;TZID=Australia/Brisbane:20260113T110000',
  );
  const [receipt] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Receipt (PDF)' }).click(),
  ]);
  expect(receipt.suggestedFilename()).toBe(`receipt-${orderNumber}.pdf`);
  expect((await readFile(await receipt.path())).subarray(0, 5).toString()).toBe('%PDF-');

  await page.getByRole('button', { name: 'Cancel this order' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' });
  expect(await listPageViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Keep order' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Cancel this order' }).click();
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect(main.getByText(`Cancelled. $${total} went back to your card`)).toBeVisible();
  await expect(main.getByText(`$${total} was refunded to the card you paid with.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel this order' })).toBeHidden();
  const booked = await app.db
    .select({ state: refunds.state, reason: refunds.reason })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(eq(orders.number, orderNumber));
  expect(booked).toEqual([{ state: 'succeeded', reason: 'Order cancelled' }]);
});

test(
  'after the cutoff the page says why nothing can be changed, and a page left open updates',
  { tag: '@release' },
  async ({ page, request, setNow }) => {
    const { trackingToken } = await householdOrders(request);
    await openOrder(page, trackingToken);
    await page.getByRole('button', { name: 'Cancel this order' }).click();
    const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel order' });
    await expect(cancel).toBeVisible();
    // What the page asked when it came alive is answered: it learns of the cutoff by this tap alone.
    await page.waitForLoadState('networkidle');
    await setNow('2026-01-11T07:00:00Z');
    await cancel.click();
    const main = page.getByRole('main');
    await expect(
      main.getByText('Changes to this order closed on Sun 11 Jan 2026 at 5pm').first(),
    ).toBeVisible();
    await page.reload();
    await page.getByText('More about this order').click();
    await expect(main).toContainText('Changes to this order closed on Sun 11 Jan 2026 at 5pm');
    await expect(page.getByRole('button', { name: 'Change instructions' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Cancel this order' })).toBeHidden();
    await expect(main).toContainText('Ordering has closed: call us to change');
  },
);

test(
  'an incomplete link does not lead to someone else’s order',
  { tag: '@release' },
  async ({ page, request }) => {
    const { trackingToken } = await householdOrders(request);
    await page.goto(`/track/${trackingToken.slice(0, -1)}`);
    await expect(page.getByText('We can’t find this order')).toBeVisible();
    await expect(page.getByText('(07) 5550 0164').first()).toBeVisible();
    expect(await listPageViolations(page)).toEqual([]);
  },
);
