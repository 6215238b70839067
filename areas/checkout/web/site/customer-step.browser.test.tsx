import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { quoteOrder } from '#areas/order-book/calls/ordering.ts';
import { weekFrom } from '#platform/rules/plain-date.ts';
import { EMPTY_CUSTOMER } from '#areas/order-book/rules/order-draft.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { never } from '#platform/web/testing/fake-server.ts';
import { readOrderDraft } from '#areas/order-book/web/kept-order-draft.ts';
import { anOrderOf, TUESDAY } from '#areas/checkout/web/site/order/test-kitchen.ts';
import {
  continueButton,
  MIA_DRAFT,
  fakeOrdering,
  openWizard,
  stepHeading,
  withCustomer,
} from '#areas/checkout/web/site/order/wizard-under-test.tsx';

const kitchen = fakeOrdering();

const field = (label: string) => page.getByRole('textbox', { name: label });
const suburb = () => page.getByRole('combobox', { name: 'Suburb' });
const instructions = () => field('Special instructions (optional)');

const order = anOrderOf({ Mia: [TUESDAY] });

beforeEach(() => {
  kitchen.server.answers(quoteOrder, never);
});

async function fillIn(customer: typeof MIA_DRAFT): Promise<void> {
  await field('First name').fill(customer.firstName);
  await field('Last name').fill(customer.lastName);
  await field('Email').fill(customer.email);
  await field('Phone').fill(customer.phone);
  await field('Street address').fill(customer.addressLine1);
  await suburb().selectOptions(customer.suburb);
}

describe('what must be filled in', () => {
  test('the button waits for it and says what is missing', async () => {
    await openWizard(kitchen, { order, step: 3 });
    await expect.element(continueButton()).toBeDisabled();
    await expect
      .element(continueButton())
      .toHaveAccessibleDescription(
        'Still needed: first name, last name, email, phone, street address and suburb',
      );
    await fillIn({ ...MIA_DRAFT, phone: ' ' });
    await expect.element(continueButton()).toHaveAccessibleDescription('Still needed: phone');
    await field('Phone').fill(MIA_DRAFT.phone);
    await expect.element(continueButton()).toBeEnabled();
    await continueButton().click();
    await expect.element(stepHeading('Order Summary')).toBeVisible();
  });

  test.each([
    [true, 'For messages about your delivery, and if the driver can’t find you.'],
    [false, 'Only used if the driver can’t find you.'],
  ])('the phone says what it is for, with texts on: %s', async (sendsTexts, hint) => {
    await openWizard(kitchen, { order, step: 3, config: { sendsTexts } });
    await expect.element(field('Phone')).toHaveAccessibleDescription(hint);
  });

  test('Enter goes on as the button does', async () => {
    await openWizard(kitchen, { order: withCustomer(order), step: 3 });
    await field('Email').click();
    await userEvent.keyboard('{Enter}');
    await expect.element(stepHeading('Order Summary')).toBeVisible();
  });

  test('a unit and instructions may be left out', async () => {
    await openWizard(kitchen, { order: withCustomer(order), step: 3 });
    await expect.element(field('Unit, floor or building (optional)')).toHaveValue('');
    await expect.element(instructions()).toHaveValue('');
    await expect.element(continueButton()).toBeEnabled();
  });
});

describe('messages', () => {
  test('a field that is left empty is not scolded', async () => {
    await openWizard(kitchen, { order, step: 3 });
    await field('Email').click();
    await userEvent.tab();
    await expect.element(field('Phone')).toHaveFocus();
    await expect.element(field('Email')).not.toHaveAttribute('aria-invalid');
  });

  test('a wrong entry is told on leaving the field, and the message goes with the next letter', async () => {
    await openWizard(kitchen, { order, step: 3 });
    await field('Email').fill('mia@');
    await expect.element(field('Email')).not.toHaveAttribute('aria-invalid');
    await userEvent.tab();
    await expect.element(field('Email')).toHaveAttribute('aria-invalid');
    await expect.element(field('Email')).toHaveAccessibleDescription(/Please enter .*email/);
    await field('Email').fill('mia@e');
    await expect.element(field('Email')).not.toHaveAttribute('aria-invalid');
  });

  test('going on marks everything that is wrong and leads to the first of it', async () => {
    const customer = { email: 'mia', phone: '12345', addressLine1: 'x', suburb: 'Cleveland' };
    await openWizard(kitchen, { order: withCustomer(order, customer), step: 3 });
    await continueButton().click();
    await expect.element(field('Email')).toHaveFocus();
    await expect.element(field('Email')).toHaveAttribute('aria-invalid');
    await expect.element(field('Phone')).toHaveAttribute('aria-invalid');
    await expect.element(field('Street address')).toHaveAttribute('aria-invalid');
    await expect.element(field('First name')).not.toHaveAttribute('aria-invalid');
    await expect.element(suburb()).not.toHaveAttribute('aria-invalid');
    await expect.element(stepHeading('Customer Info')).toBeVisible();
  });

  test.each(['0412 345 678', '+61 412 345 678', '(07) 3821 1234'])(
    'the phone number %s is taken',
    async (phone) => {
      await openWizard(kitchen, { order: withCustomer(order, { phone: '' }), step: 3 });
      await field('Phone').fill(phone);
      await continueButton().click();
      await expect.element(stepHeading('Order Summary')).toBeVisible();
    },
  );

  test('a phone number from elsewhere is not', async () => {
    await openWizard(kitchen, {
      order: withCustomer(order, { phone: '+1 202 555 0143' }),
      step: 3,
    });
    await continueButton().click();
    await expect.element(field('Phone')).toHaveFocus();
    await expect.element(field('Phone')).toHaveAccessibleDescription(/Please enter .*phone/);
  });

  test('instructions have a limit', async () => {
    await openWizard(kitchen, { order: withCustomer(order), step: 3 });
    await instructions().fill('x'.repeat(501));
    await userEvent.tab();
    await expect.element(instructions()).toHaveAttribute('aria-invalid');
    await instructions().fill('x'.repeat(500));
    await continueButton().click();
    await expect.element(stepHeading('Order Summary')).toBeVisible();
  });
});

describe('where it goes', () => {
  test('only suburbs that are delivered to can be chosen', async () => {
    await openWizard(kitchen, { order, step: 3 });
    await expect.element(suburb()).toHaveValue('');
    await expect.element(suburb().getByRole('option')).toHaveLength(13);
    await suburb().selectOptions('Redland Bay 4165');
    await expect.element(suburb()).toHaveValue('Redland Bay');
  });

  test('an address too long for a label is refused where it can be shortened', async () => {
    const customer = { addressLine1: `1 ${'A'.repeat(98)}`, addressLine2: '' };
    await openWizard(kitchen, { order: withCustomer(order, customer), step: 3 });
    const unit = field('Unit, floor or building (optional)');
    await unit.fill('B'.repeat(200));
    await expect.element(unit).toHaveValue('B'.repeat(100));
  });
});

describe('warm or cold', () => {
  const warm = () => page.getByRole('radio', { name: /^Warm/ });

  test('is asked with daily delivery', async () => {
    const daily = anOrderOf({ Mia: weekFrom(TUESDAY).slice(0, 5) });
    const delivery = { deliveryType: 'daily' as const, deliveryWindow: '16:00-18:00' as const };
    const state = { ...daily, draft: { ...daily.draft, ...delivery } };
    const wizard = await openWizard(kitchen, { order: withCustomer(state), step: 3 });
    await expect.element(page.getByRole('radio', { name: /^Cold/ })).toBeChecked();
    await warm().click();
    await expect.element(warm()).toBeChecked();
    await wizard.close();
    await openWizard(kitchen, { step: 3 });
    await expect.element(warm()).toBeChecked();
  });

  test('is cold where no meal is eaten when it comes', async () => {
    const daily = anOrderOf({ Mia: weekFrom(TUESDAY).slice(0, 5) });
    const state = { ...daily, draft: { ...daily.draft, deliveryType: 'daily' as const } };
    await openWizard(kitchen, {
      order: withCustomer(state, { deliveryPreference: 'warm' }),
      step: 3,
    });
    await expect.element(warm()).toBeDisabled();
    await expect
      .element(page.getByText('None of your meals is eaten when it arrives.'))
      .toBeVisible();
    await expect.element(page.getByRole('radio', { name: /^Cold/ })).toBeChecked();
  });

  test('is cold with one delivery for the week', async () => {
    await openWizard(kitchen, { order: withCustomer(order), step: 3 });
    await expect.element(page.getByText(/^Cold, at your door/)).toBeVisible();
    await expect.element(warm()).not.toBeInTheDocument();
  });
});

test('what was entered is there again after going back, and after a reload', async () => {
  const wizard = await openWizard(kitchen, { order, step: 3 });
  await fillIn(MIA_DRAFT);
  await instructions().fill('Ring twice.\nMind the dog.');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.element(stepHeading('Meal Selection')).toBeVisible();
  await wizard.close();
  await openWizard(kitchen, { step: 3 });
  await expect.element(field('Last name')).toHaveValue('Nguyễn');
  await expect.element(suburb()).toHaveValue('Cleveland');
  await expect.element(instructions()).toHaveValue('Ring twice.\nMind the dog.');
});

test('fields tell browsers what belongs into them', async () => {
  await openWizard(kitchen, { order, step: 3 });
  await expect.element(field('First name')).toHaveAttribute('autocomplete', 'given-name');
  await expect.element(field('Email')).toHaveAttribute('type', 'email');
  await expect.element(field('Phone')).toHaveAttribute('inputmode', 'tel');
  await expect.element(suburb()).toHaveAttribute('autocomplete', 'address-level2');
});

test('axe finds nothing wrong, with messages and without', async () => {
  await openWizard(kitchen, {
    order: { ...order, draft: { ...order.draft, customer: EMPTY_CUSTOMER } },
    step: 3,
  });
  await expect.element(field('Email')).toBeVisible();
  expect(await listViolations()).toEqual([]);
  await field('Email').fill('mia');
  await userEvent.tab();
  await expect.element(field('Email')).toHaveAttribute('aria-invalid');
  expect(await listViolations()).toEqual([]);
});

test('instructions that speak of an allergen ask whose it is, and one tap keeps it off that plate', async () => {
  const both = anOrderOf({ Mia: [TUESDAY], Leo: [TUESDAY] });
  await openWizard(kitchen, { order: both, step: 3 });
  await instructions().fill('Ring twice');
  await expect.element(page.getByText(/You wrote/u)).not.toBeInTheDocument();
  await instructions().fill('Leo is allergic to sesame');
  await page.getByRole('button', { name: 'Leave sesame out for Leo' }).click();
  await expect.element(page.getByText(/You wrote/u)).not.toBeInTheDocument();
  expect(readOrderDraft()?.draft.people.map(({ allergens }) => allergens)).toEqual([
    [],
    ['sesame'],
  ]);
});

test('what came off can be brought back, however much the bar says is still needed', async () => {
  await page.viewport(320, 640);
  await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY], Leo: [TUESDAY] }), step: 3 });
  await instructions().fill('Leo is allergic to milk');
  await page.getByRole('button', { name: 'Leave milk out for Leo' }).click();
  await expect.element(continueButton()).toHaveAccessibleDescription(/^Still needed: first name/);
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect.element(undo).toBeVisible();
  const { left, right, top, bottom } = undo.element().getBoundingClientRect();
  for (const y of [top + 2, bottom - 2])
    expect(document.elementFromPoint((left + right) / 2, y)).toBe(undo.element());
});
