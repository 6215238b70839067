/**
 * A family of four on a phone in one hand, with a nut and a milk allergy among them: how many taps and swipes an order
 * takes, and that nothing that arrives for the two contains what they can't have.
 */
import type { Page } from '@playwright/test';
import { and, eq } from 'drizzle-orm';
import { type Allergen, TREE_NUTS } from '#areas/needs/rules/allergens.ts';
import { GOOD_CARD } from '#quality/support/an-order.ts';
import type { Database } from '#platform/server/db/client.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orderItems } from '#areas/order-book/server/tables/order-items.ts';
import { orders, people } from '#areas/order-book/server/tables/orders.ts';
import { listPageViolations } from './accessibility.ts';
import { expect, test } from './app-fixture.ts';
import { cardsOf, expectStep, MIA, orderNumberOnScreen, payButton } from './order-journey.ts';
import { labelsOfDay, signInAsStaff } from './staff-sign-in.ts';
import { startThumb, type Thumb } from './thumb.ts';

const OWNER = { email: 'owner@redlandstable.example', password: 'mangoes and mangroves' };
const FAMILY = ['Mia', 'Ben', 'Leo', 'Ava'];
const NUTS: readonly Allergen[] = [...TREE_NUTS, 'peanut'];
const MILK: readonly Allergen[] = ['milk'];

// One after the other, in one app.
test.describe.configure({ mode: 'default' });
test.use({
  owner: OWNER,
  // Before the sign-in.
  expectedStatuses: [401],
});

test(
  'choosing 26 dinners for four by hand takes at most 45 taps and 15 swipes',
  { tag: '@release' },
  async ({ page, app }) => {
    const thumb = startThumb();
    await sitDown(page, thumb);
    await goOn(page, thumb);
    expect(await listPageViolations(page)).toEqual([]);
    await pickDinners(page, thumb);
    await thumb.tap(page.getByRole('button', { name: 'Done' }));
    const ways = page.getByRole('group', { name: 'How should it arrive?' });
    await thumb.tap(ways.getByRole('radio', { name: 'Daily' }));
    const orderNumber = await payFor(page, thumb);

    console.log(`By hand: ${thumb.taps} taps, ${thumb.swipes} swipes`);
    expect(thumb.taps).toBeLessThanOrEqual(45);
    expect(thumb.swipes).toBeLessThanOrEqual(15);
    expect(await countItems(app.db, orderNumber)).toEqual({ Mia: 7, Ben: 7, Leo: 6, Ava: 6 });
  },
);

test('filling the week takes at most 20 taps and 8 swipes', async ({ page, app }) => {
  const thumb = startThumb();
  await sitDown(page, thumb);
  await cannotHave(page, thumb, 'Mia', ['All tree nuts', 'Peanut']);
  await cannotHave(page, thumb, 'Leo', ['Milk']);
  const { taps } = thumb;
  await goOn(page, thumb);
  await thumb.tap(page.getByRole('button', { name: 'Fill the week for me' }));
  const dialog = page.getByRole('dialog', { name: 'Fill the week' });
  await thumb.tap(dialog.getByRole('button', { name: 'Add 28 meals' }));
  await expect(dialog).toBeHidden();
  await thumb.tap(page.getByRole('button', { name: 'Done' }));
  const ways = page.getByRole('group', { name: 'How should it arrive?' });
  await thumb.tap(ways.getByRole('radio', { name: 'Weekly' }));
  const orderNumber = await payFor(page, thumb);

  console.log(`Filled: ${thumb.taps} taps, ${taps} of them in step 1, ${thumb.swipes} swipes`);
  expect(thumb.taps).toBeLessThanOrEqual(20);
  expect(thumb.swipes).toBeLessThanOrEqual(8);
  expect(await countItems(app.db, orderNumber)).toEqual({ Mia: 7, Ben: 7, Leo: 7, Ava: 7 });
  await expectNothingTheyCannotHave(page, app.db, orderNumber);
});

/** From Home to four people with their names. */
async function sitDown(page: Page, thumb: Thumb): Promise<void> {
  await page.goto('/');
  await thumb.tap(page.getByRole('link', { name: 'Order Now' }).first());
  await thumb.tap(page.getByRole('radio', { name: '4 people' }));
  const names = page.getByRole('textbox', { name: 'Name' });
  await thumb.tap(names.first());
  for (const [index, name] of FAMILY.entries()) await thumb.next(names.nth(index), name);
}

async function goOn(page: Page, thumb: Thumb): Promise<void> {
  await thumb.tap(page.getByRole('button', { name: 'Continue', exact: true }));
  await expectStep(page, 'Meal Selection');
}

async function cannotHave(page: Page, thumb: Thumb, name: string, groups: string[]): Promise<void> {
  await thumb.tap(page.getByText(`Allergies, diet of ${name}`));
  const chips = page.getByRole('group', { name: `${name} can’t have` });
  for (const group of groups) await thumb.tap(chips.getByRole('checkbox', { name: group }));
}

/** A dinner every day after a look through the menu for each person; two of them skip their last. */
async function pickDinners(page: Page, thumb: Thumb): Promise<void> {
  const heading = page.getByRole('heading', { level: 2, name: /^Dinner for/ });
  const skip = page.getByRole('button', { name: 'Skip' });
  for (const [person, name] of FAMILY.entries()) {
    await expect(heading).toContainText(`for ${name},`);
    for (let looks = 0; looks < 2; looks += 1) await thumb.browse(cardsOf(page).first());
    for (let day = 0; day < 7; day += 1) {
      const title = await heading.innerText();
      if (person > 1 && day === 6) await thumb.tap(skip);
      else
        await thumb.tap(
          cardsOf(page)
            .nth(await inSight(page))
            .getByRole('button')
            .first(),
        );
      if (person < 3 || day < 6) await expect(heading).not.toHaveText(title);
    }
  }
}

/** Which card can be tapped as the page is, and is none that they have already. */
async function inSight(page: Page): Promise<number> {
  return cardsOf(page).evaluateAll((cards) =>
    cards.findIndex((card) => {
      const { left, top, width, height } = card.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return card.contains(hit) && !card.textContent.includes('Also ');
    }),
  );
}

/** From the meals to the order number. The phone fills in the address, suburb included. */
async function payFor(page: Page, thumb: Thumb): Promise<string> {
  await thumb.tap(page.getByRole('button', { name: 'Continue', exact: true }));
  await expectStep(page, 'Customer Info');
  await thumb.tap(page.getByLabel('First name'));
  // The keyboard's offer to fill in name and address.
  thumb.taps += 1;
  await thumb.next(page.getByLabel('First name'), MIA.firstName);
  await thumb.next(page.getByLabel('Last name'), MIA.lastName);
  await thumb.next(page.getByLabel('Email'), MIA.email);
  await thumb.next(page.getByLabel('Phone'), MIA.phone);
  await thumb.next(page.getByLabel('Street address'), MIA.addressLine1);
  await page.getByLabel('Suburb').selectOption(MIA.suburb);
  await thumb.tap(page.getByRole('button', { name: 'Continue', exact: true }));
  await expectStep(page, 'Order Summary');
  await thumb.tap(page.getByRole('button', { name: 'Continue to Payment' }));
  await expectStep(page, 'Complete Your Order');
  await thumb.tap(page.getByLabel('Card number'));
  await thumb.next(page.getByLabel('Card number'), GOOD_CARD);
  await thumb.next(page.getByLabel('Expiry (MM / YY)'), '12 / 40');
  await thumb.next(page.getByLabel('CVC'), '123');
  await thumb.tap(payButton(page));
  return orderNumberOnScreen(page);
}

/** What the kitchen keeps of the order's meals: whose each is, and what it declares. */
async function itemsOf(db: Database, orderNumber: string) {
  return db
    .select({ person: people.name, meal: orderItems.meal })
    .from(orderItems)
    .innerJoin(people, eq(people.id, orderItems.personId))
    .innerJoin(orders, and(eq(orders.id, orderItems.orderId), eq(orders.number, orderNumber)));
}

async function deliveryDatesOf(db: Database, orderNumber: string): Promise<string[]> {
  const found = await db
    .select({ date: deliveries.date })
    .from(deliveries)
    .innerJoin(orders, and(eq(orders.id, deliveries.orderId), eq(orders.number, orderNumber)));
  return found.map(({ date }) => date);
}

async function countItems(db: Database, orderNumber: string): Promise<Record<string, number>> {
  const byPerson = Map.groupBy(await itemsOf(db, orderNumber), ({ person }) => person);
  return Object.fromEntries([...byPerson].map(([person, items]) => [person, items.length]));
}

async function expectNothingTheyCannotHave(
  page: Page,
  db: Database,
  orderNumber: string,
): Promise<void> {
  for (const { person, meal } of await itemsOf(db, orderNumber)) {
    const forbidden = person === 'Mia' ? NUTS : person === 'Leo' ? MILK : [];
    expect(meal.allergens, `${meal.name} for ${person}`).not.toBeNull();
    expect(meal.allergens?.filter((one) => forbidden.includes(one))).toEqual([]);
  }
  await signInAsStaff(page, OWNER);
  const dates = await deliveryDatesOf(db, orderNumber);
  const labels = (await Promise.all(dates.map((date) => labelsOfDay(page, date)))).flat();
  const code = orderNumber.split('-').at(-1) ?? orderNumber;
  const own = labels.filter((text) => text.includes(code));
  expectLabels(own, 'ALLERGY MIA: ALL TREE NUTS, PEANUT', NUTS);
  expectLabels(own, 'ALLERGY LEO: MILK', MILK);
}

/** The person's food labels carry the band, and their "Contains" names nothing of the list. */
function expectLabels(labels: string[], band: string, forbidden: readonly Allergen[]): void {
  const banded = labels.filter((text) => text.includes(band) && text.includes('Ingredients'));
  expect(banded.length, band).toBeGreaterThan(0);
  for (const text of banded) {
    const contains = /(?:Contains: (.*?)|No declared allergens) Ingredients:/.exec(text);
    expect(contains, text).not.toBeNull();
    const named = contains?.[1]?.split(', ') ?? [];
    expect(
      forbidden.filter((allergen) => named.includes(allergen)),
      text,
    ).toEqual([]);
  }
}
