import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createPaymentIntent } from '#areas/checkout/calls/payments.ts';
import { quoteOrder } from '#areas/order-book/calls/ordering.ts';
import { prepareOrder } from '#areas/order-book/rules/prepared-order.ts';
import { readOrderDraft } from '#areas/order-book/web/kept-order-draft.ts';
import { saveBasket } from '#areas/checkout/web/kept-basket.ts';
import { CheckoutPage } from '#areas/checkout/web/site/checkout-page.tsx';
import { saveHousehold } from '#areas/checkout/web/site/kept-households.ts';
import { saveOrderData } from '#areas/checkout/web/site/kept-order-data.ts';
import {
  anOrderOf,
  DINNER,
  menu,
  TUESDAY,
  WEDNESDAY,
} from '#areas/checkout/web/site/order/test-kitchen.ts';
import {
  continueButton,
  emptyCell,
  fakeOrdering,
  filledCell,
  MIA_DRAFT,
  openWizard,
  stepHeading,
  whoNeeds,
  withCustomer,
} from '#areas/checkout/web/site/order/wizard-under-test.tsx';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { never } from '#platform/web/testing/fake-server.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';

const kitchen = fakeOrdering();

beforeEach(async () => {
  kitchen.server.answers(quoteOrder, () => never());
  kitchen.server.answers(createPaymentIntent, () => never());
  await page.viewport(390, 844);
  localStorage.clear();
  sessionStorage.clear();
});

/** Another tab of this browser that has the order open. */
function otherTab(has: { rev: number; order: object } | null = null) {
  const channel = new BroadcastChannel('basket');
  const heard: { kind: string; rev: number }[] = [];
  const say = (said: object) => channel.postMessage(said);
  const sayOrder = (rev: number, order: object) =>
    say({ kind: 'order', rev, usedAt: Date.now(), order });
  channel.addEventListener('message', ({ data }) => {
    heard.push(data as { kind: string; rev: number });
    if ((data as { kind: string }).kind === 'ask' && has) sayOrder(has.rev, has.order);
  });
  return { heard, say, sayOrder, close: () => channel.close() };
}

const closeBrowser = () => sessionStorage.clear();
const names = (index: number) =>
  page.getByRole('textbox', { name: new RegExp(`^Name of person ${index}`) });
const WHO = 'We kept your meals, not who eats them. Add names and allergies again.';

test('what one tab adds the other shows within a second, and says when it was ordered', async () => {
  const other = otherTab();
  await openWizard(kitchen, { order: withCustomer(anOrderOf({ Ben: [TUESDAY] })), step: 2 });
  await expect.element(stepHeading('Meal Selection')).toBeVisible();
  const rev = other.heard.findLast(({ kind }) => kind === 'order')?.rev ?? 0;
  other.sayOrder(rev + 1, withCustomer(anOrderOf({ Ben: [TUESDAY, WEDNESDAY] })));
  await expect
    .element(filledCell(DINNER.name, { date: WEDNESDAY, mealType: 'dinner' }), { timeout: 1000 })
    .toBeVisible();
  // One with fewer changes comes too late.
  other.sayOrder(rev, withCustomer(anOrderOf({ Ben: [] })));
  await filledCell(DINNER.name, { date: WEDNESDAY, mealType: 'dinner' }).click();
  other.say({ kind: 'gone', orderNumber: 'RT-7K3F-9Q2X' });
  await expect.element(page.getByText('Ordered: RT-7K3F-9Q2X')).toBeVisible();
  await expect
    .element(emptyCell('Person 1', { date: WEDNESDAY, mealType: 'dinner' }))
    .toBeVisible();
  expect(readOrderDraft()).toBeNull();
  other.close();
});

test('a tab that is opened has all that another one has, with who eats it', async () => {
  const order = withCustomer(anOrderOf({ Ben: [TUESDAY] }));
  saveBasket(order);
  closeBrowser();
  const other = otherTab({ rev: 1, order });
  await openWizard(kitchen);
  await expect.element(names(1)).toHaveValue('Ben');
  await expect.element(page.getByText(WHO)).not.toBeInTheDocument();
  other.close();
});

test('to open the page is no change: it does not put itself before a tab that has been used', async () => {
  const order = withCustomer(anOrderOf({ Ben: [TUESDAY] }));
  saveBasket(order);
  const rev = () => (JSON.parse(localStorage.getItem('basket') ?? '{}') as { rev?: number }).rev;
  const before = rev();
  closeBrowser();
  const other = otherTab();
  await openWizard(kitchen);
  await expect.element(page.getByText(WHO)).toBeVisible();
  expect(other.heard.map(({ kind }) => kind)).not.toContain('order');
  expect(rev()).toBe(before);
  other.sayOrder(1, order);
  await expect.element(names(1)).toHaveValue('Ben');
  other.close();
});

test('after the browser was closed the meals are kept and who eats them is asked once', async () => {
  saveBasket(withCustomer(anOrderOf({ Ben: [TUESDAY], Mia: [WEDNESDAY] })));
  closeBrowser();
  await openWizard(kitchen, { step: 2 });
  await expect.element(stepHeading('Number of People')).toBeVisible();
  await expect.element(page.getByText(WHO)).toBeVisible();
  expect(await listViolations()).toEqual([]);
  await names(1).fill('Ben');
  await page.getByText('Allergies, diet').first().click();
  await page.getByRole('checkbox', { name: 'Fish', exact: true }).first().click({ force: true });
  await continueButton().click();
  const question = page.getByRole('dialog', { name: 'No allergies for Person 2?' });
  await expect.element(question).toBeVisible();
  await question.getByRole('button', { name: 'Add them' }).click();
  await expect.element(stepHeading('Number of People')).toBeVisible();
  await continueButton().click();
  await question.getByRole('button', { name: 'No allergies' }).click();
  await expect.element(stepHeading('Meal Selection')).toBeVisible();
  await expect
    .element(filledCell(DINNER.name, { date: TUESDAY, mealType: 'dinner' }))
    .toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.element(page.getByText(WHO)).not.toBeInTheDocument();
  await continueButton().click();
  await expect.element(stepHeading('Meal Selection')).toBeVisible();
});

test('after the browser was closed all is there of those who are remembered', async () => {
  const us = { id: 'us', name: 'Us' };
  saveHousehold({ ...us, people: [], customer: MIA_DRAFT, lastOrder: null });
  const order = whoNeeds(withCustomer(anOrderOf({ Ben: [TUESDAY] })), {
    Ben: { allergens: ['fish'] },
  });
  saveBasket({ ...order, household: us });
  closeBrowser();
  await openWizard(kitchen);
  await expect.element(names(1)).toHaveValue('Ben');
  await expect.element(page.getByText(WHO)).not.toBeInTheDocument();
  await continueButton().click();
  await expect.element(stepHeading('Meal Selection')).toBeVisible();
  expect(readOrderDraft()?.draft.customer).toEqual(MIA_DRAFT);
  expect(readOrderDraft()?.draft.people[0]?.allergens).toEqual(['fish']);
});

test('at the checkout what is on screen is paid for, until someone asks for what another tab has', async () => {
  const order = withCustomer(anOrderOf({ Ben: [TUESDAY] }));
  saveBasket(order);
  const prepared = prepareOrder(order.draft, menu.priceCentsOf, defaultBusiness);
  saveOrderData(prepared);
  const other = otherTab();
  await openPage(
    <main>
      <CheckoutPage />
    </main>,
    { at: '/checkout' },
  );
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  other.sayOrder(9, withCustomer(anOrderOf({ Ben: [TUESDAY, WEDNESDAY] })));
  const said = page.getByText(/^Your order changed in another tab\./);
  await expect.element(said).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Show it' }))
    .toHaveAttribute('href', '/order?step=4');
  expect(await listViolations()).toEqual([]);
  expect(readOrderDraft()?.draft.people[0]?.mealAssignments).toHaveLength(1);
  other.say({ kind: 'gone', orderNumber: 'RT-7K3F-9Q2X' });
  await expect.element(page.getByRole('heading', { name: 'Ordered: RT-7K3F-9Q2X' })).toBeVisible();
  expect(sessionStorage.getItem('orderData')).toBeNull();
  other.close();
});
