/** A clerk's afternoon: many orders at once, without the mouse where it is slower. */
import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { checkInvariants } from '#quality/support/check-invariants.ts';
import { anItem, day } from '#quality/support/an-order.ts';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { householdOrders } from './household.ts';
import { signInAsStaff } from './staff-sign-in.ts';

const OWNER = { email: 'many@redlandstable.example', password: 'mangoes and mangroves' };
/** Two in the afternoon of the first day. */
const TWO = '2026-01-13T04:00:00Z';
const COUNT = 17;

test.use({
  expectedStatuses: [401],
  owner: OWNER,
});

test(
  'three are set to delivered but one, two are written to, labels come in one file, and keys lead everywhere',
  { tag: '@release' },
  async ({ page, request, app, setNow }) => {
    test.slow();
    const menu = (await (await request.get('/api/meals')).json()) as MealReply[];
    const meal = menu.find(({ mealType }) => mealType === 'lunch')!;
    const numbers: string[] = [];
    for (let index = 0; index < COUNT; index++) {
      // For the newest three, one is still to come.
      const date = index === COUNT - 2 ? day(2) : day(0);
      const customer = {
        firstName: `Guest${index}`,
        email: `guest${index}@x.example`,
        phone: `0412 345 6${index + 10}`,
        address: `${index + 1} Shore Street, Cleveland`,
      };
      const change = { orderItems: [anItem(meal, { mealDate: date, deliveryDate: date })] };
      numbers.unshift((await householdOrders(request, customer, change)).orderNumber);
    }
    await setNow(TWO);
    await signInAsStaff(page, OWNER);
    await page.goto('/admin?tab=orders');
    await expect(page.getByText(`${COUNT} orders shown`)).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Next delivery' })).toBeVisible();
    const whole = await page.getByRole('row').evaluateAll((rows) => {
      const inView = rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight);
      return { rows: inView.length - 1, heights: inView.slice(1).map((row) => row.clientHeight) };
    });
    expect(whole.rows).toBeGreaterThanOrEqual(15);
    expect(new Set(whole.heights)).toEqual(new Set([36]));

    const box = (index: number) => page.getByRole('checkbox', { name: `Tick ${numbers[index]}` });
    const bar = page.getByRole('region', { name: 'Ticked orders' });
    const dialog = page.getByRole('dialog');
    await page.keyboard.press('j');
    await expect(page.getByRole('link', { name: numbers[0]!, exact: true })).toBeFocused();
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('k');
    await expect(page.getByRole('link', { name: numbers[0]!, exact: true })).toBeFocused();
    await expect(bar).toContainText('2 ticked');
    await box(2).click({ modifiers: ['Shift'] });
    await expect(bar).toContainText('3 ticked');
    expect(await listPageViolations(page)).toEqual([]);

    await bar.getByRole('button', { name: 'Status…' }).click();
    await dialog.getByLabel('Status').selectOption('delivered');
    await expect(dialog).toContainText('2 orders set to delivered.');
    await expect(dialog).toContainText(
      `${numbers[1]}, Guest15 Nguyễn: 1 delivery is still to come.`,
    );
    expect(await listPageViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Set 2 orders to delivered' }).click();
    await expect(dialog.getByRole('region', { name: 'Not changed' })).toContainText(numbers[1]!);
    await dialog.getByRole('button', { name: 'Done', exact: true }).click();
    await expect(page.getByLabel(`Status of ${numbers[0]}`)).toHaveValue('delivered');
    await expect(page.getByLabel(`Status of ${numbers[1]}`)).toHaveValue('confirmed');
    await expect(box(1), 'what was refused stays ticked').toBeChecked();
    await expect(box(0)).not.toBeChecked();

    await box(3).click();
    await bar.getByRole('button', { name: 'Message…' }).click();
    await dialog.getByLabel('Subject').fill('The bridge is shut');
    await dialog.getByLabel('Message', { exact: true }).fill('We come an hour later.');
    expect(await listPageViolations(page)).toEqual([]);
    await expect(dialog).toContainText('2 emails.');
    await expect(dialog).toContainText('We come an hour later.');
    await dialog.getByRole('button', { name: 'Send to 2 customers' }).click();
    await expect(dialog).toContainText('On its way to 2 customers');
    await dialog.getByRole('button', { name: 'Done', exact: true }).click();
    const written = () =>
      app.db.select().from(messages).where(eq(messages.kind, 'staff_message')).orderBy(messages.id);
    await expect
      .poll(async () => (await written()).map(({ state, recipient }) => `${recipient} ${state}`), {
        timeout: 60_000,
      })
      .toEqual(['guest15@x.example kept', 'guest13@x.example kept']);
    const bulk = await app.db.select().from(auditLog).where(eq(auditLog.entityId, 'many'));
    expect(bulk.map(({ action }) => action)).toEqual([
      'order.set_status_of_many',
      'order.message_many',
    ]);

    // Those that still are to be driven, in the sequence of the round and not of the list.
    await box(3).click();
    await box(5).click();
    const saving = page.waitForEvent('download');
    await bar.getByRole('button', { name: 'Labels' }).click();
    const labels = (await pdfPages(await readFile(await (await saving).path()))).join('\n');
    const places = [numbers[5]!, numbers[3]!].map((number) => labels.indexOf(number.slice(-4)));
    expect(places[0]).toBeGreaterThanOrEqual(0);
    expect(places[0]).toBeLessThan(places[1]!);
    await page.keyboard.press('Escape');
    await expect(bar).toBeHidden();

    await page.keyboard.press('Control+k');
    await expect(dialog.getByRole('combobox')).toBeFocused();
    expect(await listPageViolations(page)).toEqual([]);
    await page.keyboard.type('guest7');
    await expect(dialog.getByRole('option', { name: /Guest7/ }).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: /^Guest7/ })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(dialog.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('deliveries');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('checkbox', { name: /^Stop 1, / })).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await expect(page.getByRole('region', { name: 'Ticked deliveries' })).toContainText('1 ticked');
    await checkInvariants(app.db);
    // The server goes away while it starts at another time.
    await page.goto('about:blank');
  },
);
