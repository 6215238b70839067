import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { quoteOrder } from '#areas/order-book/calls/ordering.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { never } from '#platform/web/testing/fake-server.ts';
import { readOrderDraft } from '#areas/order-book/web/kept-order-draft.ts';
import { anOrderOf, TUESDAY } from '#areas/checkout/web/site/order/test-kitchen.ts';
import {
  continueButton,
  fakeOrdering,
  openWizard,
  stepHeading,
  withCustomer,
} from '#areas/checkout/web/site/order/wizard-under-test.tsx';

const kitchen = fakeOrdering();
const order = withCustomer(anOrderOf({ Mia: [TUESDAY] }));

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const choose = (name: string) => page.getByRole('radio', { name, exact: true }).click();
const draft = () => readOrderDraft()?.draft.recipient;

beforeEach(async () => {
  await page.viewport(390, 844);
  kitchen.server.answers(quoteOrder, never);
});

async function fillRose(): Promise<void> {
  await choose('Someone else');
  await field('Their first name').fill('Rose');
  await field('Their last name').fill('Lee');
  await field('Their phone').fill('0498 765 432');
}

test('for oneself nothing more is asked, and nothing is kept of anyone else', async () => {
  await openWizard(kitchen, { order, step: 3 });
  await expect.element(page.getByRole('radio', { name: 'Me', exact: true })).toBeChecked();
  expect(field('Their first name').query()).toBeNull();
  await continueButton().click();
  await expect.element(stepHeading('Order Summary')).toBeVisible();
  expect(draft()).toBeUndefined();
});

test('for someone else their name and phone are needed, the address is theirs, and the browser fills nothing in', async () => {
  await openWizard(kitchen, { order, step: 3 });
  await choose('Someone else');
  await expect
    .element(continueButton())
    .toHaveAccessibleDescription('Still needed: their name and phone');
  await continueButton().click();
  await expect.element(field('Their first name')).toHaveFocus();
  await expect.element(page.getByRole('group', { name: 'Their address' })).toBeVisible();
  await expect.element(field('Their phone')).toHaveAttribute('autocomplete', 'off');
  await expect.element(field('Street address')).toHaveAttribute('autocomplete', 'off');
  await fillRose();
  expect(await listViolations()).toEqual([]);
  await continueButton().click();
  await expect.element(stepHeading('Order Summary')).toBeVisible();
  expect(draft()).toMatchObject({ firstName: 'Rose', phone: '0498 765 432', news: 'payer' });
});

test('a present gets a card that is shown as it is typed, with what is left of its 300 characters', async () => {
  await openWizard(kitchen, { order, step: 3 });
  await fillRose();
  expect(field('Message on a card (optional)').query()).toBeNull();
  await page.getByRole('switch', { name: 'It’s a present' }).click({ force: true });
  await field('Message on a card (optional)').fill('Happy birthday!');
  await expect
    .element(page.getByText('285 of 300 characters left', { exact: false }))
    .toBeVisible();
  await expect
    .element(page.getByRole('figure'))
    .toHaveTextContent('The cardFor RoseHappy birthday!Mia Nguyễn');
  await page.getByRole('switch', { name: 'Tell them it’s from me' }).click({ force: true });
  await expect.element(page.getByRole('figure')).not.toHaveTextContent('Mia Nguyễn');
  await field('Message on a card (optional)').fill('x'.repeat(301));
  await continueButton().click();
  await expect
    .element(field('Message on a card (optional)'))
    .toHaveAccessibleDescription(expect.stringContaining('300 characters or fewer'));
  await expect.element(field('Message on a card (optional)')).toHaveFocus();
});

test('texts to a landline are refused beside the choice, and another phone clears that', async () => {
  await openWizard(kitchen, { order, step: 3 });
  await fillRose();
  await field('Their phone').fill('07 3821 0000');
  await choose('Both');
  await continueButton().click();
  const problem = page.getByText('We can only text a mobile phone', { exact: false });
  await expect.element(problem).toBeVisible();
  await field('Their phone').fill('0498 765 432');
  await expect.element(problem).not.toBeInTheDocument();
});

test('what was typed comes back when it is for them after all', async () => {
  await openWizard(kitchen, { order, step: 3 });
  await fillRose();
  await page.getByRole('group', { name: 'Who is it for?' }).getByRole('radio').first().click();
  expect(draft()).toBeUndefined();
  await choose('Someone else');
  await expect.element(field('Their first name')).toHaveValue('Rose');
});
