/** A present for a mother in Cleveland: ordered and paid by her daughter, packed with its card, and brought to her. */
import { and, eq } from 'drizzle-orm';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { pdfPages } from '#quality/support/pdf/pdf-text.ts';
import { GOOD_CARD } from '#quality/support/an-order.ts';
import { expect, test } from './app-fixture.ts';
import {
  continueTo,
  fillCustomer,
  goToPayment,
  nameThePeople,
  payWith,
  pickMeals,
  WEEK,
} from './order-journey.ts';
import type { RunningApp } from './running-app.ts';
import { signInAsStaff } from './staff-sign-in.ts';

const OWNER = { email: 'owner@redlandstable.example', password: 'mangoes and mangroves' };
/** Eleven on the day of the delivery. */
const ELEVEN = '2026-01-13T01:00:00Z';

test.use({
  expectedStatuses: [401],
  owner: OWNER,
});

/** What was written about the arrival of a delivery. */
async function toldOfArrival({ db }: RunningApp, deliveryId: number) {
  const rows = await db
    .select()
    .from(messages)
    .where(and(eq(messages.kind, 'delivery_delivered'), eq(messages.deliveryId, deliveryId)));
  return rows.map(({ channel, recipient, textMessage }) => ({
    channel,
    recipient,
    body: textMessage?.body ?? '',
  }));
}

test('a present is ordered, paid, packed with its card, seen by its own link, and its arrival texted to her', async ({
  page,
  app,
  setNow,
}) => {
  test.slow();
  await page.goto('/order');
  await nameThePeople(page, ['Rose']);
  await continueTo(page, 'Meal Selection');
  await pickMeals(page, { person: 'Rose', mealType: 'dinner', dates: WEEK.slice(0, 1) });
  await continueTo(page, 'Customer Info');
  await fillCustomer(page);
  await page.getByRole('radio', { name: 'Someone else' }).check();
  await page.getByLabel('Their first name').fill('Rose');
  await page.getByLabel('Their last name').fill('Quill');
  await page.getByLabel('Their phone').fill('0498 765 432');
  await page.getByText('It’s a present').click();
  await page.getByLabel('Message on a card').fill('Happy birthday, Mum!');
  await expect(page.getByRole('figure')).toContainText('For Rose');
  await page.getByRole('radio', { name: 'Them', exact: true }).check();
  await continueTo(page, 'Order Summary');
  const main = page.getByRole('main');
  await expect(main).toContainText('Rose Quill, a present');
  await expect(main).toContainText('We text them about the delivery');
  await goToPayment(page);
  await payWith(page, GOOD_CARD);
  await expect(main).toContainText(/A present for:\s*Rose Quill/);
  const link = await page.getByLabel('Link for Rose').inputValue();

  const hers = await page.context().newPage();
  await hers.goto(new URL(link).pathname);
  await expect(hers.getByRole('heading', { name: 'A present for you' })).toBeVisible();
  await expect(hers.getByRole('main')).toContainText('Happy birthday, Mum!');
  expect(await hers.getByRole('main').innerText()).not.toMatch(/\$|@|0412/);
  await hers.close();

  await setNow(ELEVEN);
  await signInAsStaff(page, OWNER);
  const pdf = async (address: string) =>
    (await pdfPages(await (await page.request.get(address)).body())).join('\n');
  const [date] = WEEK;
  expect(await pdf(`/api/admin/labels?date=${date}&kind=delivery`)).toContain('Rose Quill');
  expect(await pdf(`/api/admin/run-sheet?date=${date}`)).toContain('0498 765 432');
  expect(await pdf(`/api/admin/gift-cards?date=${date}`)).toContain('Happy birthday, Mum!');
  await page.goto('/admin?tab=deliveries');
  await expect(page.getByRole('main')).toContainText('Rose Quill');
  await expect(page.getByRole('main')).toContainText('A present from Mia Nguyễn');
  const [stop] = (await (await page.request.get('/api/admin/deliveries?q=quill')).json()) as {
    id: number;
  }[];
  const done = await page.request.post('/api/admin/deliveries/status', {
    headers: { origin: app.url },
    data: { deliveries: [{ id: stop!.id }], status: 'delivered', place: 'front door' },
  });
  expect(done.status(), await done.text()).toBe(200);
  // Until then it could be taken back.
  await setNow('2026-01-13T01:01:00Z');
  await expect
    .poll(() => toldOfArrival(app, stop!.id))
    .toEqual([
      {
        channel: 'recipient_text',
        recipient: '+61498765432',
        body: expect.stringContaining(new URL(link).pathname),
      },
    ]);
});
