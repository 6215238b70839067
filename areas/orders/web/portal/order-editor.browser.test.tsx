import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { getCustomer } from '#areas/customers/calls/customers.ts';
import { listProblems } from '#areas/customers/calls/aftercare.ts';
import {
  type AdminOrderReply,
  getOrder,
  type OrderConflictReply,
} from '#areas/order-book/calls/admin-orders.ts';
import {
  editOrder,
  type EditPreviewReply,
  previewEdit,
} from '#areas/orders/calls/order-editing.ts';
import { getTimeline } from '#areas/orders/calls/order-timeline.ts';
import { listMeals } from '#areas/menu/calls/meals.ts';
import { TREE_NUTS } from '#areas/needs/rules/allergens.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import {
  quietLiveLine,
  fakeServer,
  never,
  refused,
  UNREACHABLE,
} from '#platform/web/testing/fake-server.ts';
import type { OpenPage } from '#platform/web/testing/open-page.tsx';
import { openPortalPage } from '#platform/web/testing/open-portal-page.tsx';
import { OrdersTab } from './orders-tab.tsx';
import { anAdminItem, anAdminOrder, CHICKEN_BOWL } from '#areas/orders/web/portal/test-order.ts';

const server = fakeServer();
quietLiveLine();

const CURRY = {
  ...CHICKEN_BOWL,
  id: 12,
  name: 'Green Curry',
  mealType: 'dinner',
  price: '16.50',
} as const;
const STEW = { ...CHICKEN_BOWL, id: 13, name: 'Lamb Stew', isActive: false };
const BEN = anAdminItem({ id: 102, personName: 'Ben', mealDate: '2026-01-14' });

const PREVIEW: EditPreviewReply = {
  subtotal: '29.98',
  deliveryFee: '5.99',
  tax: '0.00',
  total: '35.97',
  deliveryType: 'weekly',
  difference: '14.99',
  balance: '14.99',
  owed: '14.99',
  deliveries: [],
  soldOut: [],
  onHold: [],
  eatsAgain: null,
  mail: null,
};

let order: AdminOrderReply;

beforeEach(async () => {
  await page.viewport(1280, 800);
  order = anAdminOrder({ orderItems: [anAdminItem(), BEN] });
  server.answers(getCustomer, never);
  server.answers(listProblems, () => ({ problems: [], open: 0, urgent: 0 }));
  server.answers(getOrder, () => order);
  server.answers(listMeals, () => [CHICKEN_BOWL, CURRY, STEW]);
  server.answers(getTimeline, () => ({ entries: [] }));
  server.answers(editOrder, () => ({ ...order, version: order.version + 1 }));
  server.answers(previewEdit, () => PREVIEW);
});

const EDITOR = '/admin?tab=orders&order=1&edit=1';
const ORDER = '/admin?tab=orders&order=1';

const openEditor = (): Promise<OpenPage> =>
  openPortalPage(<OrdersTab />, { server, heading: 'Admin Portal', at: EDITOR });

const form = () => page.getByRole('form', { name: 'Edit order RT-7K3F-9Q2X' });
const row = (number: number) => page.getByRole('listitem', { name: `Meal ${number}` });
const meal = (number: number) => row(number).getByRole('button', { name: /^Meal: / });
/** For a meal that is being chosen. */
const search = (number: number) => row(number).getByRole('combobox', { name: 'Meal' });
const option = (number: number, text: string) => row(number).getByRole('option', { name: text });
const choose = async (number: number, text: string) => {
  await meal(number).click();
  await option(number, text).click();
};
const person = (number: number) => row(number).getByRole('combobox', { name: 'Person' });
const day = (date: string) => panel('Meals').getByRole('region', { name: date });
const delivered = (date: string) => day(date).getByLabelText('Delivered');
const eaten = (number: number) => row(number).getByLabelText('Eaten');
const panel = (title: string) => form().getByRole('region', { name: title });
const customer = (label: string | RegExp) =>
  panel('Customer').getByRole('textbox', { name: label });
const windowOn = (date: string) => day(date).getByRole('combobox', { name: 'Window' });
const save = () => page.getByRole('button', { name: 'Save changes' });
const discard = () => page.getByRole('button', { name: 'Discard', exact: true });
const toast = () => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
const detail = () => page.getByRole('heading', { level: 1, name: 'Mia Nguyễn' });
const sentEdit = () => server.sent(editOrder).at(-1)?.body;

test('a cancelled order opens to be read, and nothing in it can be changed', async () => {
  order = anAdminOrder({ status: 'cancelled', orderItems: [anAdminItem(), BEN] });
  await openEditor();
  await expect.element(page.getByText('This order is cancelled')).toBeVisible();
  await expect.element(person(1)).toHaveValue('Mia');
  for (const field of [
    person(1),
    meal(1),
    delivered('Tue 13 Jan 2026'),
    eaten(1),
    customer('First name'),
  ])
    await expect.element(field).toBeDisabled();
  await expect.element(windowOn('Tue 13 Jan 2026')).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Add a meal' })).toBeDisabled();
  await expect.element(save()).toBeDisabled();
  expect(await listViolations()).toEqual([]);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.element(detail()).toBeVisible();
});

describe('loading', () => {
  test('says so until order and meals are there', async () => {
    server.answers(listMeals, never);
    await openEditor();
    await expect.element(page.getByRole('status')).toMatchTextContent('Loading the order');
    await expect.element(form()).not.toBeInTheDocument();
  });

  test.each([
    ['the order', () => server.answers(getOrder, () => UNREACHABLE)],
    ['the meals', () => server.answers(listMeals, () => UNREACHABLE)],
  ])('without %s nothing can be edited, until trying again brings it', async (_, breakIt) => {
    breakIt();
    await openEditor();
    await expect.element(page.getByRole('alert')).toMatchTextContent('Check your connection');
    server.answers(getOrder, () => order);
    server.answers(listMeals, () => [CHICKEN_BOWL]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(form()).toBeVisible();
  });

  test('an order that is not there is told in the words of the server', async () => {
    const reply = { message: 'There is no such order.', code: 'not_found' };
    server.answers(getOrder, () => refused(404, reply));
    await openEditor();
    await expect.element(page.getByRole('alert')).toMatchTextContent(reply.message);
  });

  test('shows the order as it is, with nothing to save', async () => {
    await openEditor();
    await expect.element(person(1)).toHaveValue('Mia');
    await expect.element(meal(1)).toMatchTextContent('Chicken bowl');
    await expect.element(row(1)).toMatchTextContent('Lunch');
    await expect.element(delivered('Tue 13 Jan 2026')).toHaveValue('2026-01-13');
    await expect.element(person(2)).toHaveValue('Ben');
    await expect.element(eaten(2)).toHaveValue('2026-01-14');
    await expect.element(customer('Last name')).toHaveValue('Nguyễn');
    await expect.element(windowOn('Tue 13 Jan 2026')).toHaveDisplayValue('11am-1pm');
    await expect.element(save()).toBeDisabled();
  });

  test('without changes there is a way back that asks nothing', async () => {
    const opened = await openEditor();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect.element(detail()).toBeVisible();
    expect(opened.address()).toBe(ORDER);
  });
});

describe('the meals of an order', () => {
  test('one is changed for another; the server prices it, and the order is shown', async () => {
    const opened = await openEditor();
    server.answers(editOrder, () => {
      order = { ...order, version: 2, total: '22.49' };
      return order;
    });
    await choose(1, 'Green Curry, $16.50');
    await save().click();
    await expect.element(toast()).toMatchTextContent('Order Updated');
    await expect
      .element(toast())
      .toMatchTextContent('RT-7K3F-9Q2X now costs $22.49, $1.51 more than before.');
    await expect.element(detail()).toBeVisible();
    expect(opened.address()).toBe(ORDER);
    expect(sentEdit()).toMatchObject({
      version: 1,
      orderItems: [
        { id: 101, mealId: 12, mealType: 'dinner', price: '16.50', personName: 'Mia' },
        { id: 102, mealId: 11, mealType: 'lunch', price: '14.99', personName: 'Ben' },
      ],
    });
  });

  test('offers what was sold at its price, and marks what is off the menu', async () => {
    server.answers(listMeals, () => [{ ...CHICKEN_BOWL, price: '15.99' }, CURRY, STEW]);
    await openEditor();
    await meal(1).click();
    await expect.element(search(1)).toHaveFocus();
    const choices = row(1).getByRole('option');
    expect(choices.elements().map(({ textContent }) => textContent)).toEqual([
      'Chicken bowl, $14.99 as ordered',
      'Lamb Stew, $14.99 (inactive)',
      'Green Curry, $16.50',
    ]);
  });

  test('one goes to someone else', async () => {
    await openEditor();
    await person(1).fill('Zoë');
    await save().click();
    await expect.element(toast()).toMatchTextContent('still costs $20.98');
    expect(sentEdit()?.orderItems.map(({ personName }) => personName)).toEqual(['Zoë', 'Ben']);
  });

  test('a new one is for the last person and day, and must be chosen before it is sent', async () => {
    await openEditor();
    await page.getByRole('button', { name: 'Add a meal' }).click();
    await expect.element(search(3)).toHaveFocus();
    await expect.element(person(3)).toHaveValue('Ben');
    await expect.element(eaten(3)).toHaveValue('2026-01-14');
    await save().click();
    await expect.element(search(3)).toHaveAttribute('aria-invalid');
    await expect.element(search(3)).toHaveAccessibleDescription('Please choose a meal');
    expect(server.sent(editOrder)).toEqual([]);

    await search(3).click();
    await option(3, 'Green Curry, $16.50').click();
    await save().click();
    await expect.element(detail()).toBeVisible();
    expect(sentEdit()?.orderItems).toHaveLength(3);
    expect(sentEdit()?.orderItems[2]).toMatchObject({ id: null, mealId: 12, personName: 'Ben' });
  });

  test('one is taken out, but not the last one', async () => {
    await openEditor();
    await page.getByRole('button', { name: 'Remove meal 1' }).click();
    await expect.element(person(1)).toHaveValue('Ben');
    await page.getByRole('button', { name: 'Remove meal 1' }).click();
    await save().click();
    await expect
      .element(panel('Meals').getByRole('alert'))
      .toHaveTextContent('Please keep at least one meal or cancel the order');
    expect(server.sent(editOrder)).toEqual([]);
  });

  test('a later delivery takes along what is eaten that day or would come too late', async () => {
    await openEditor();
    await delivered('Tue 13 Jan 2026').fill('2026-01-15');
    await expect.element(eaten(1)).toHaveValue('2026-01-15');
    await expect.element(eaten(2)).toHaveValue('2026-01-15');
    await expect.element(windowOn('Thu 15 Jan 2026')).toHaveDisplayValue('11am-1pm');
    await expect.element(day('Tue 13 Jan 2026')).not.toBeInTheDocument();
  });

  test('with one delivery for the week a meal may be eaten later than it comes', async () => {
    await openEditor();
    await eaten(1).fill('2026-01-16');
    await expect.element(delivered('Tue 13 Jan 2026')).toHaveValue('2026-01-13');
  });

  test('with daily delivery it comes on the day it is eaten', async () => {
    order = { ...order, deliveryType: 'daily' };
    await openEditor();
    await eaten(1).fill('2026-01-16');
    await expect.element(delivered('Fri 16 Jan 2026')).toHaveValue('2026-01-16');
    await expect.element(windowOn('Fri 16 Jan 2026')).toBeVisible();
  });

  test('a date that is not chosen is asked for', async () => {
    await openEditor();
    await eaten(1).clear();
    await save().click();
    await expect.element(eaten(1)).toHaveAccessibleDescription('Please choose a date');
    expect(server.sent(editOrder)).toEqual([]);
  });
});

describe('what people may not eat', () => {
  const needsOf = (name: string) =>
    panel('Allergies and diets').getByText(new RegExp(`^${name}(:| can’t have:) `));
  const CLASH = { personName: 'Mia', mealId: 11, mealName: 'Chicken bowl', allergens: ['cashew'] };
  const WHY = 'Why Mia gets it';

  test('is changed for one person, and only that is sent', async () => {
    order = {
      ...order,
      people: [{ name: 'Mia', allergens: ['milk'], avoid: [], diets: [], note: '' }],
    };
    await openEditor();
    await needsOf('Mia').click();
    const miasNeeds = panel('Allergies and diets').getByRole('group', { name: 'Mia can’t have' });
    await expect.element(miasNeeds.getByRole('checkbox', { name: 'Milk' })).toBeChecked();
    await miasNeeds.getByRole('checkbox', { name: 'All tree nuts' }).click();
    await page.getByRole('checkbox', { name: 'vegetarian' }).first().click();
    await page.getByRole('textbox', { name: /Note on what Mia eats/ }).fill('hates mushrooms');
    await expect
      .element(needsOf('Mia'))
      .toHaveTextContent('Mia can’t have: all tree nuts, milk. Vegetarian. “hates mushrooms”');
    expect(await listViolations()).toEqual([]);
    await save().click();
    await expect.element(detail()).toBeVisible();
    expect(sentEdit()?.people).toEqual([
      {
        name: 'Mia',
        allergens: [...TREE_NUTS, 'milk'],
        avoid: [],
        diets: ['vegetarian'],
        note: 'hates mushrooms',
      },
    ]);
    expect(sentEdit()?.overrides).toBeUndefined();
  });

  test('against a meal is told at the meal, and saved once staff say why', async () => {
    await openEditor();
    const message = 'Chicken bowl contains cashew.';
    server.answers(editOrder, () =>
      refused(400, { message, code: 'allergen_clash', clashes: [CLASH] }),
    );
    await eaten(2).fill('2026-01-15');
    await save().click();
    await expect.element(row(1)).toMatchTextContent('Chicken bowl contains cashew.');
    await expect.element(row(2).getByLabelText('Why Ben gets it')).not.toBeInTheDocument();
    await expect.element(toast()).not.toBeInTheDocument();
    await row(1).getByLabelText(WHY).fill('she is ok');
    await save().click();
    expect(sentEdit()?.overrides).toBeUndefined();

    server.answers(editOrder, () => ({ ...order, version: order.version + 1 }));
    await row(1).getByLabelText(WHY).fill('spoke to her mother');
    expect(await listViolations()).toEqual([]);
    await save().click();
    await expect.element(detail()).toBeVisible();
    expect(sentEdit()?.overrides).toEqual([
      { mealId: 11, personName: 'Mia', allergens: ['cashew'], reason: 'spoke to her mother' },
    ]);
  });

  test('a meal that does not keep says until when it does, and cannot be overridden', async () => {
    await openEditor();
    const past = {
      personName: 'Ben',
      mealId: 11,
      mealName: 'Chicken bowl',
      deliveryDate: '2026-01-13',
      mealDate: '2026-01-18',
      eatBy: '2026-01-15',
    };
    server.answers(editOrder, () =>
      refused(400, { message: 'It will not keep.', code: 'will_not_keep', items: [past] }),
    );
    await eaten(2).fill('2026-01-18');
    await save().click();
    await expect.element(row(2)).toMatchTextContent('Eat by Thu 15 Jan');
    await expect.element(row(2).getByLabelText('Why Ben gets it')).not.toBeInTheDocument();
    await expect.element(row(1)).not.toMatchTextContent('Eat by');
  });
});

test('an order opens with what each person may not eat, and what was agreed against it', async () => {
  await page.viewport(390, 844);
  const override = {
    allergens: ['peanut' as const],
    reason: 'spoke to her mother',
    staffEmail: 'kim@example.com',
    at: '2026-01-12T02:00:00.000Z',
  };
  order = anAdminOrder({
    orderItems: [anAdminItem({ override }), BEN],
    people: [
      {
        name: 'Mia',
        allergens: [...TREE_NUTS, 'peanut'],
        avoid: [],
        diets: [],
        note: 'hates mushrooms',
      },
      { name: 'Ben', allergens: [], avoid: [], diets: [], note: '' },
    ],
  });
  await openPortalPage(<OrdersTab />, { server, heading: 'Admin Portal', at: ORDER });
  const band = page.getByRole('region', { name: 'Allergies and diets' });
  await expect.element(band).toMatchTextContent('ALLERGY MIA: ALL TREE NUTS, PEANUT');
  await expect.element(band).toMatchTextContent('Mia: “hates mushrooms”');
  await expect
    .element(band)
    .toMatchTextContent('CONTAINS PEANUT, AGREED: spoke to her mother, kim, Mon 12 Jan');
  await expect.element(band).not.toMatchTextContent('BEN');
  expect(await listViolations()).toEqual([]);
});

describe('the customer', () => {
  test('is changed in all that can be written to them', async () => {
    await openEditor();
    await customer('First name').fill('Maria');
    await customer(/^E-?mail$/).fill('maria@example.com');
    await customer('Address').fill('5 Bay Street, Cleveland');
    await customer('Special instructions (optional)').fill('Side gate.');
    await save().click();
    await expect.element(detail()).toBeVisible();
    expect(sentEdit()?.customer).toEqual({
      ...order.customer,
      firstName: 'Maria',
      email: 'maria@example.com',
      address: '5 Bay Street, Cleveland',
      specialInstructions: 'Side gate.',
    });
  });

  test('what the server finds wrong stands beside its field, until it is saved', async () => {
    await openEditor();
    server.answers(editOrder, () =>
      refused(400, {
        message: 'Please check the order.',
        code: 'invalid',
        fields: {
          'customer.email': 'That is not an email address.',
          'orderItems.1.personName': 'Two names are alike.',
        },
      }),
    );
    await customer(/^E-?mail$/).fill('mia');
    await save().click();
    await expect
      .element(customer(/^E-?mail$/))
      .toHaveAccessibleDescription('That is not an email address.');
    await expect.element(person(2)).toHaveAccessibleDescription('Two names are alike.');
    await expect.element(person(1)).not.toHaveAttribute('aria-invalid');
    await expect.element(form().getByRole('alert')).toMatchTextContent('Not saved');

    server.answers(editOrder, () => order);
    await customer(/^E-?mail$/).fill('mia@example.net');
    await save().click();
    await expect.element(detail()).toBeVisible();
  });
});

describe('delivery windows', () => {
  test('one window holds for everything of its date', async () => {
    await openEditor();
    await windowOn('Tue 13 Jan 2026').selectOptions('4pm-6pm');
    await save().click();
    await expect.element(detail()).toBeVisible();
    expect(sentEdit()?.orderItems.map(({ deliveryWindow }) => deliveryWindow)).toEqual([
      '16:00-18:00',
      '16:00-18:00',
    ]);
  });

  test('a full one is marked, with the way to make room', async () => {
    const conflict: OrderConflictReply = {
      message: 'No place is left on Tue 13 Jan, 4pm-6pm.',
      code: 'slot_full',
      full: [{ date: '2026-01-13', timeSlot: '16:00-18:00' }],
    };
    const opened = await openEditor();
    server.answers(editOrder, () => refused(409, conflict));
    await windowOn('Tue 13 Jan 2026').selectOptions('4pm-6pm');
    await save().click();
    const notice = form().getByRole('alert');
    await expect.element(notice).toMatchTextContent(conflict.message);
    await expect.element(windowOn('Tue 13 Jan 2026')).toHaveAttribute('aria-invalid');
    await expect.element(notice.getByRole('button')).not.toBeInTheDocument();
    await windowOn('Tue 13 Jan 2026').selectOptions('11am-1pm');
    await expect.element(windowOn('Tue 13 Jan 2026')).not.toHaveAttribute('aria-invalid');
    await notice.getByRole('link', { name: 'Delivery Slots' }).click();
    await expect.element(page.getByText('Another page')).toBeVisible();
    expect(opened.address()).toBe('/delivery-slots');
  });
});

describe('someone else has saved in the meantime', () => {
  const takeTheirs = () => page.getByRole('button', { name: 'Discard my changes' });
  const overwrite = () => page.getByRole('button', { name: 'Overwrite with mine' });

  const CONFLICT: OrderConflictReply = {
    message: 'The order has changed.',
    code: 'changed_meanwhile',
    changedBy: 'ana@example.com',
    changedAt: '2026-01-08T02:30:00.000Z',
    changes: [{ field: 'phone', before: '+61412345678', after: '+61499999999' }],
  };
  const theirs = () =>
    anAdminOrder({
      version: 2,
      customer: { ...order.customer, phone: '+61499999999' },
      orderItems: [anAdminItem(), anAdminItem({ id: 103, personName: 'Ann' })],
    });

  async function saveTooLate(conflict: OrderConflictReply = CONFLICT): Promise<OpenPage> {
    const opened = await openEditor();
    await customer('First name').fill('Maria');
    server.answers(editOrder, () => refused(409, conflict));
    server.answers(getOrder, theirs);
    await save().click();
    await expect.element(form().getByRole('alert')).toBeVisible();
    return opened;
  }

  test('the edit is kept, with who changed what and when', async () => {
    await saveTooLate();
    const notice = form().getByRole('alert');
    await expect.element(notice).toMatchTextContent('ana@example.com');
    await expect.element(notice).toMatchTextContent('Thu 8 Jan 2026, 12:30pm');
    await expect.element(notice).toMatchTextContent('Phone: +61412345678 → +61499999999');
    await expect.element(customer('First name')).toHaveValue('Maria');
    await expect.element(toast()).not.toBeInTheDocument();
  });

  test('theirs can be taken, and then nothing is unsaved', async () => {
    await saveTooLate();
    await takeTheirs().click();
    await expect.element(customer('Phone')).toHaveValue('+61499999999');
    await expect.element(customer('First name')).toHaveValue('Mia');
    await expect.element(person(2)).toHaveValue('Ann');
    await expect.element(form().getByRole('alert')).not.toBeInTheDocument();
    await expect.element(save()).toBeDisabled();
  });

  test('mine can be saved over it, on the version they made', async () => {
    await saveTooLate();
    server.answers(editOrder, ({ body }) => ({
      ...theirs(),
      version: (body.version ?? 0) + 1,
    }));
    await overwrite().click();
    await expect.element(toast()).toMatchTextContent('Order Updated');
    await expect.element(detail()).toBeVisible();
    expect(sentEdit()).toMatchObject({
      version: 2,
      customer: { firstName: 'Maria', phone: '+61412345678' },
      // Ben’s meal, which they took out, is put in again.
      orderItems: [
        { id: 101, personName: 'Mia' },
        { id: null, personName: 'Ben' },
      ],
    });
  });

  test('when they have cancelled the order, it cannot be overwritten', async () => {
    const message = 'The order has been cancelled.';
    await saveTooLate({ message, code: 'order_cancelled' });
    await expect.element(form().getByRole('alert')).toMatchTextContent(message);
    await expect.element(takeTheirs()).toBeVisible();
    await expect.element(overwrite()).not.toBeInTheDocument();
  });

  test('when theirs cannot be loaded, mine stays', async () => {
    await saveTooLate();
    server.answers(getOrder, () => UNREACHABLE);
    await takeTheirs().click();
    await expect.element(toast()).toMatchTextContent('Failed to load the order');
    await expect.element(customer('First name')).toHaveValue('Maria');
    await expect.element(form().getByRole('alert')).toBeVisible();
  });
});

describe('saving and leaving', () => {
  const question = () => page.getByRole('dialog', { name: 'Leave without saving?' });

  test('a failure is told, and the edit is still there to be saved again', async () => {
    await openEditor();
    server.answers(editOrder, () => UNREACHABLE);
    await customer('First name').fill('Maria');
    await save().click();
    await expect.element(toast()).toMatchTextContent('Failed to update order');
    await expect.element(customer('First name')).toHaveValue('Maria');
    server.answers(editOrder, () => order);
    await save().click();
    await expect.element(detail()).toBeVisible();
  });

  test('an edit is sent once, however often it is asked for', async () => {
    await openEditor();
    server.answers(editOrder, never);
    await customer('First name').fill('Maria');
    await save().click();
    await expect.element(page.getByRole('button', { name: 'Saving…' })).toBeVisible();
    await customer('First name').click();
    await userEvent.keyboard('{Enter}{Enter}');
    await expect.element(discard()).toBeDisabled();
    expect(server.sent(editOrder)).toHaveLength(1);
  });

  test('Enter in a field saves', async () => {
    await openEditor();
    await customer('First name').fill('Maria');
    await userEvent.keyboard('{Enter}');
    await expect.element(detail()).toBeVisible();
    expect(sentEdit()?.customer.firstName).toBe('Maria');
  });

  test('unsaved changes ask before they are lost', async () => {
    const opened = await openEditor();
    await customer('First name').fill('Maria');
    await discard().click();
    await question().getByRole('button', { name: 'Stay' }).click();
    await expect.element(customer('First name')).toHaveValue('Maria');
    expect(opened.address()).toBe(EDITOR);

    await page.getByRole('link', { name: 'Delivery Slots' }).click();
    await expect.element(question()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(question()).not.toBeInTheDocument();

    await discard().click();
    await question().getByRole('button', { name: 'Leave', exact: true }).click();
    await expect.element(detail()).toBeVisible();
    expect(opened.address()).toBe(ORDER);
    expect(server.sent(editOrder)).toEqual([]);
  });

  test('a change that is taken back is none', async () => {
    await openEditor();
    await customer('First name').fill('Maria');
    await expect.element(discard()).toBeVisible();
    await customer('First name').fill('Mia');
    await expect.element(discard()).not.toBeInTheDocument();
    await expect.element(save()).toBeDisabled();
  });
});

test('eighteen meals take at most 900 px of a laptop, in rows of 40 px, and no name is cut', async () => {
  const name = 'Macadamia-Crusted Barramundi with Sweet Potato Mash';
  order = anAdminOrder({
    deliveryType: 'daily',
    orderItems: Array.from({ length: 18 }, (_, index) =>
      anAdminItem({
        id: 101 + index,
        meal: { ...CHICKEN_BOWL, name },
        personName: ['Peter', 'Gwen', 'Otis'][index % 3]!,
        deliveryDate: `2026-01-1${3 + (index % 2)}`,
        mealDate: `2026-01-1${3 + (index % 2)}`,
      }),
    ),
  });
  await openEditor();
  await expect.element(meal(18)).toBeVisible();
  expect(panel('Meals').element().getBoundingClientRect().height).toBeLessThanOrEqual(900);
  for (const one of page.getByRole('listitem', { name: /^Meal \d+/ }).elements()) {
    expect(one.getBoundingClientRect().height).toBeLessThanOrEqual(42);
    const button = one.querySelector('button');
    expect(button?.textContent).toContain(name);
    expect(button!.scrollWidth).toBeLessThanOrEqual(button!.clientWidth);
  }
});

test('a link to a meal opens the editor with that meal’s search', async () => {
  await openPortalPage(<OrdersTab />, {
    server,
    heading: 'Admin Portal',
    at: '/admin?tab=orders&order=1&do=change&item=102',
  });
  await expect.element(search(2)).toHaveFocus();
  await option(2, 'Green Curry, $16.50').click();
  await save().click();
  await expect.poll(() => sentEdit()?.orderItems[1]).toMatchObject({ id: 102, mealId: 12 });
});

test.each([390, 1280])('axe finds nothing wrong at %i pixels', async (width) => {
  await page.viewport(width, 844);
  await openEditor();
  await page.getByRole('button', { name: 'Add a meal' }).click();
  await save().click();
  await expect.element(search(3)).toHaveAttribute('aria-invalid');
  expect(await listViolations()).toEqual([]);
});

describe('before saving', () => {
  const preview = () => panel('What saving will do');

  test('needs that hold a meal are said before saving, and lead to settling it', async () => {
    const onHold = ['Chicken bowl for Mia contains milk'];
    server.answers(previewEdit, () => ({ ...PREVIEW, onHold }));
    server.answers(editOrder, () => {
      order = { ...order, version: order.version + 1, onHold };
      return order;
    });
    await openEditor();
    await person(1).fill('Zoe');
    await expect
      .element(preview())
      .toMatchTextContent(/These meals go on hold.*Chicken bowl for Mia contains milk\./);
    expect(await listViolations()).toEqual([]);
    await save().click();
    await expect
      .element(page.getByRole('link', { name: 'Settle it' }))
      .toHaveAttribute('href', '/admin?tab=recipes');
  });

  test('who is to eat again what they could not is asked why, and the reason is sent', async () => {
    const eatsAgain = 'Why can Mia eat peanut again?';
    server.answers(previewEdit, () => ({ ...PREVIEW, eatsAgain }));
    const missing = `${eatsAgain} Please give a reason`;
    server.answers(editOrder, () =>
      refused(400, { message: missing, code: 'invalid', fields: { eatsAgain: missing } }),
    );
    await openEditor();
    await person(1).fill('Zoe');
    const reason = panel('Allergies and diets').getByRole('textbox', { name: eatsAgain });
    await expect.element(reason).toBeVisible();
    await save().click();
    await expect
      .element(panel('Allergies and diets'))
      .toMatchTextContent(/peanut again\? Please give a reason/);
    expect(await listViolations()).toEqual([]);
    server.answers(editOrder, () => order);
    await reason.fill('tested at the hospital');
    await save().click();
    await expect.element(detail()).toBeVisible();
    expect(sentEdit()).toMatchObject({ eatsAgain: 'tested at the hospital' });
  });

  test('staff see price, places and email of the edit, and what is owed', async () => {
    const slot = { date: '2026-01-14', window: '11:00-13:00' } as const;
    const from = { date: '2026-01-13', window: '11:00-13:00' } as const;
    server.answers(previewEdit, () => ({
      ...PREVIEW,
      deliveries: [{ ...slot, change: 'moved', from, isFull: false, placesLeft: 5 }],
      mail: { recipient: 'mia@example.com', subject: 'It has changed', text: 'Hello Mia' },
    }));
    await openEditor();
    await expect.element(preview()).not.toBeInTheDocument();
    await person(1).fill('Zoe');
    await expect.element(preview()).toMatchTextContent(/\$35\.97/);
    await expect.element(preview()).toMatchTextContent(/\$14\.99 will be owed/);
    await expect
      .element(preview())
      .toMatchTextContent(/Moved: Tue 13 Jan, 11am-1pm → Wed 14 Jan, 11am-1pm\. 5 places left/);
    await expect
      .element(form())
      .toMatchTextContent(/Unsaved changes\. New total \$35\.97\. \$14\.99 will be owed/);
    await preview().getByText('Read the email it sends').click();
    await expect.element(preview()).toMatchTextContent(/To mia@example\.com: It has changed/);
    expect(await listViolations()).toEqual([]);
    const [asked] = server.sent(previewEdit);
    expect(asked?.body.orderItems[0]?.personName).toBe('Zoe');
    expect(server.sent(editOrder)).toEqual([]);
  });

  test('what is typed quickly is asked about once', async () => {
    await openEditor();
    await person(1).fill('Z');
    await person(1).fill('Zo');
    await person(1).fill('Zoe');
    await expect.element(preview()).toMatchTextContent(/\$35\.97/);
    expect(server.sent(previewEdit)).toHaveLength(1);
  });

  test('a full window and a refusal are said in words', async () => {
    const slot = { date: '2026-01-14', window: '11:00-13:00' } as const;
    server.answers(previewEdit, ({ body }) =>
      body.orderItems[0]?.personName === 'Zoe'
        ? {
            ...PREVIEW,
            balance: '-14.99',
            owed: '0.00',
            deliveries: [{ ...slot, change: 'added', from: null, isFull: true, placesLeft: 0 }],
          }
        : refused(400, { code: 'allergen_clash', message: 'Satay has peanut.', clashes: [] }),
    );
    await openEditor();
    await person(1).fill('Zoe');
    await expect.element(preview()).toMatchTextContent(/No place left there/);
    await expect.element(preview()).toMatchTextContent(/\u2212\$14\.99: refund it after saving/);
    await person(1).fill('Pia');
    await expect.element(preview()).toMatchTextContent(/Saving would be refused.*Satay has peanut/);
  });
});
