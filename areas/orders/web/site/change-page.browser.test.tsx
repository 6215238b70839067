import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listMeals } from '#areas/menu/calls/meals.ts';
import { getOrderingWeek, type OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import {
  type ChangeQuoteReply,
  changeTrackedOrder,
  getOrderToChange,
  type OrderToChangeReply,
  quoteOrderChange,
} from '#areas/order-book/calls/order-change.ts';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { anOrderedMeal } from '#quality/support/a-meal.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';
import { ChangePage } from '#areas/orders/web/site/change-page.tsx';
import type { PayingParts } from '#areas/orders/web/site/change-order.tsx';
import {
  aWeek,
  DINNER,
  LUNCH,
  THURSDAY,
  TUESDAY,
} from '#areas/checkout/web/site/order/test-kitchen.ts';
import {
  cellHeading,
  filledCell,
  mealInMenu,
  withWindow,
} from '#areas/checkout/web/site/order/wizard-under-test.tsx';

const NOON = '11:00-13:00';
const EVENING = '16:00-18:00';
const FISH = anOrderedMeal({ id: 7, name: 'Barramundi', price: '17.49', freezable: true });
const TUESDAY_DINNER = { date: TUESDAY, mealType: 'dinner' } as const;

function anItem(id: number, change: Partial<OrderToChangeReply['items'][number]> = {}) {
  return {
    id,
    mealId: DINNER.id,
    mealName: DINNER.name,
    mealType: 'dinner' as const,
    mealDate: TUESDAY,
    deliveryDate: TUESDAY,
    deliveryWindow: NOON,
    personName: 'Mia',
    price: '14.99',
    isOpen: true,
    ...change,
  } as const;
}

const ORDER: Omit<OrderToChangeReply, 'week'> = {
  orderNumber: 'RT-7K3F-9Q2X',
  version: 3,
  status: 'confirmed',
  total: '46.96',
  changeUntil: '2026-11-22T07:00:00.000Z',
  closed: null,
  deliveryType: 'weekly',
  customer: {
    firstName: 'Mia',
    lastName: 'Nguyễn',
    email: 'm…@example.com',
    phoneEnd: '678',
    addressLine1: '12 Shore Street West',
    addressLine2: '',
    suburb: 'Cleveland',
    deliveryPreference: 'cold',
    specialInstructions: '',
  },
  recipient: null,
  people: ['Mia', 'Ben'].map((name) => ({
    name,
    calorieTarget: 1500,
    allergens: [],
    avoid: [],
    diets: [],
    note: '',
  })),
  deliveries: [{ date: TUESDAY, window: NOON, status: 'planned', whyLocked: null }],
  items: [anItem(1), anItem(2, { mealDate: THURSDAY }), anItem(3, { personName: 'Ben' })],
  mealsOffMenu: [],
};

const QUOTE: ChangeQuoteReply = {
  quote: {
    deliveryType: 'weekly',
    items: [],
    fees: [],
    offers: [],
    deliveryLines: [],
    subtotal: '32.48',
    deliveryFee: '11.98',
    tax: '0.00',
    total: '44.46',
    dietWarnings: [],
  },
  difference: '-2.50',
  due: '0.00',
  back: '2.50',
  what: ['−1 Butter Chicken', '+1 Barramundi'],
  version: 3,
};

const server = fakeServer();
let order = ORDER;
let week: OrderingWeekReply;
let quote = QUOTE;

beforeEach(() => {
  sessionStorage.clear();
  order = ORDER;
  quote = QUOTE;
  week = aWeek();
  server.answers(getOrderToChange, () => ({ ...order, week }));
  server.answers(getOrderingWeek, () => week);
  server.answers(listMeals, () => [DINNER, LUNCH, FISH]);
  server.answers(quoteOrderChange, () => quote);
});

const FakeCard: PayingParts['PayDifference'] = ({ due, what, onPaid, onBack }) => (
  <section aria-label="Card">
    <p>
      {what.join(', ')}: {due.amount}
    </p>
    <button onClick={() => onPaid(due.paymentIntentId)}>Pay it</button>
    <button onClick={onBack}>Go back</button>
  </section>
);
const FakeBank: PayingParts['FromBank'] = () => null;

async function open() {
  await page.viewport(390, 844);
  const opened = await openPage(<ChangePage PayDifference={FakeCard} FromBank={FakeBank} />, {
    at: '/track/abc/change',
    routes: ['/track/:token/change'],
    meals: [DINNER, LUNCH, FISH],
  });
  await expect.element(page.getByText('RT-7K3F-9Q2X')).toBeVisible();
  return opened;
}

const bar = () => page.getByRole('complementary', { name: 'Your change' });
const review = () => bar().getByRole('button', { name: 'Review change' });
const dialog = () => page.getByRole('dialog', { name: 'Your change' });

async function swapTuesday(): Promise<void> {
  await filledCell('Butter Chicken', TUESDAY_DINNER).click();
  await mealInMenu('Barramundi').click();
}

const TRACKED: TrackedOrderReply = {
  orderNumber: 'RT-7K3F-9Q2X',
  status: 'confirmed',
  createdAt: '2026-11-17T02:00:00.000Z',
  firstName: 'Mia',
  email: 'm…@example.com',
  address: '12 Shore Street West, Cleveland',
  deliveryPreference: 'cold',
  specialInstructions: '',
  deliveryType: 'weekly',
  subtotal: '32.48',
  deliveryFee: '11.98',
  tax: '0.00',
  total: '44.46',
  deliveryLines: [],
  changeUntil: '2026-11-22T07:00:00.000Z',
  whyUnchangeable: null,
  version: 4,
  changes: [],
  owed: null,
  recipient: null,
  refunds: [],
  people: [],
  choices: [],
  deliveries: [],
};
const tracked = () => TRACKED;

describe('the table', () => {
  test('shows the order as it is, until when it can be changed, and that nothing is changed yet', async () => {
    await open();
    await expect.element(filledCell('Butter Chicken', TUESDAY_DINNER)).toBeVisible();
    await expect
      .element(page.getByText(/until Sun 22 Nov 2026, 5pm \(Brisbane time\)/))
      .toBeVisible();
    await expect.element(bar()).toMatchTextContent(/Nothing changed yet.*\$46\.96/);
    await expect.element(review()).toBeDisabled();
    expect(await listViolations()).toEqual([]);
  });

  test('a meal swapped is priced before anything happens, by its id and the version seen', async () => {
    await open();
    await swapTuesday();
    await expect.element(bar()).toMatchTextContent(/\$2\.50 less.*New total \$44\.46/);
    const [asked] = server.sent(quoteOrderChange);
    expect(asked?.body).toMatchObject({ version: 3, deliveryType: 'weekly' });
    expect(asked?.body.orderItems).toContainEqual(
      expect.objectContaining({ id: 1, mealId: 7, deliveryDate: TUESDAY }),
    );
    expect(server.sent(changeTrackedOrder)).toEqual([]);
  });

  test('the order’s own window counts as free although it is full for others', async () => {
    week = withWindow(week, TUESDAY, { timeSlot: NOON, open: false, placesLeft: 0 });
    week = withWindow(week, TUESDAY, { timeSlot: EVENING, open: false, placesLeft: 0 });
    await open();
    const windows = page.getByRole('group', { name: 'Delivery window' });
    await expect.element(windows.getByRole('radio', { name: /^11am-1pm/ })).toBeEnabled();
    await expect.element(windows.getByRole('radio', { name: /^4pm-6pm/ })).toBeDisabled();
    await swapTuesday();
    await expect.element(review()).toBeEnabled();
  });

  test('a delivery that is locked is shown with why, and is not on the table', async () => {
    const whyLocked = 'The delivery for Tue 24 Nov is cooked. Call us on (07) 5550 0164.';
    order = {
      ...ORDER,
      deliveries: [
        { date: TUESDAY, window: NOON, status: 'cooked', whyLocked },
        { date: THURSDAY, window: NOON, status: 'planned', whyLocked: null },
      ],
      items: [
        anItem(1, { isOpen: false }),
        anItem(2, { mealDate: THURSDAY, deliveryDate: THURSDAY }),
      ],
    };
    await open();
    const locked = page.getByRole('heading', { name: 'Tue 24 Nov 2026, 11am-1pm' });
    await expect.element(locked).toBeVisible();
    await expect.element(page.getByText(`Can’t be changed here. ${whyLocked}`)).toBeVisible();
    await expect.element(filledCell('Butter Chicken', TUESDAY_DINNER)).not.toBeInTheDocument();
    await expect
      .element(filledCell('Butter Chicken', { date: THURSDAY, mealType: 'dinner' }))
      .toBeVisible();
  });

  test('without meals there is nothing to price, and the way to cancel is shown', async () => {
    order = { ...ORDER, items: [anItem(1)] };
    await open();
    await filledCell('Butter Chicken', TUESDAY_DINNER).click();
    await page.getByRole('button', { name: 'Take off' }).click();
    await expect.element(bar()).toMatchTextContent('No meals are left');
    await expect.element(review()).toBeDisabled();
  });

  test('after the cutoff nothing can be changed, and it says why', async () => {
    order = { ...ORDER, closed: 'Changes to this order closed on Sunday.' };
    await page.viewport(390, 844);
    await openPage(<ChangePage PayDifference={FakeCard} FromBank={FakeBank} />, {
      at: '/track/abc/change',
      routes: ['/track/:token/change'],
    });
    await expect.element(page.getByText('Changes to this order closed on Sunday.')).toBeVisible();
    await expect.element(bar()).not.toBeInTheDocument();
  });
});

describe('making it', () => {
  test('says in words what happens and what goes back, and then leads to the order’s page', async () => {
    server.answers(changeTrackedOrder, tracked);
    const opened = await open();
    await swapTuesday();
    await review().click();
    await expect
      .element(dialog())
      .toMatchTextContent(
        /−1 Butter Chicken, \+1 Barramundi: \$2\.50 less.*\$2\.50 goes back to your card automatically/,
      );
    expect(await listViolations()).toEqual([]);
    await dialog().getByRole('button', { name: 'Change my order' }).click();
    await expect.poll(opened.address).toBe('/track/abc?changed=1');
    expect(server.sent(changeTrackedOrder)[0]?.body).toMatchObject({
      version: 3,
      expectedTotal: '44.46',
    });
    expect(sessionStorage.getItem('orderChange:abc')).toBeNull();
  });

  test('what costs more is paid first, and the change is sent with its payment', async () => {
    quote = { ...QUOTE, difference: '2.50', due: '2.50', back: '0.00' };
    server.answers(changeTrackedOrder, ({ body }) =>
      body.paymentIntentId === undefined
        ? refused(402, {
            code: 'payment_due',
            message: 'Pay $2.50 to change your order.',
            clientSecret: 'pi_1_secret_x',
            paymentIntentId: 'pi_1',
            amount: '2.50',
            holdExpiresAt: '2026-11-18T02:15:00.000Z',
          })
        : tracked(),
    );
    const opened = await open();
    await swapTuesday();
    await review().click();
    await expect.element(dialog()).toMatchTextContent('Nothing changes until it’s paid');
    await dialog().getByRole('button', { name: 'Continue to pay $2.50' }).click();
    const card = page.getByRole('region', { name: 'Card' });
    await expect.element(card).toMatchTextContent('−1 Butter Chicken, +1 Barramundi: 2.50');
    await card.getByRole('button', { name: 'Go back' }).click();
    await dialog().getByRole('button', { name: 'Continue to pay $2.50' }).click();
    await card.getByRole('button', { name: 'Pay it' }).click();
    await expect.poll(opened.address).toBe('/track/abc?changed=1');
    expect(server.sent(changeTrackedOrder).at(-1)?.body).toEqual({ paymentIntentId: 'pi_1' });
  });

  test('paid too late, it says where the money goes and keeps what was chosen', async () => {
    quote = { ...QUOTE, difference: '2.50', due: '2.50', back: '0.00' };
    server.answers(changeTrackedOrder, ({ body }) =>
      body.paymentIntentId === undefined
        ? refused(402, {
            code: 'payment_due',
            message: '',
            clientSecret: 'pi_1_secret_x',
            paymentIntentId: 'pi_1',
            amount: '2.50',
            holdExpiresAt: '2026-11-18T02:15:00.000Z',
          })
        : refused(409, {
            code: 'hold_ended',
            message: 'Your time to pay is over. Nothing was changed or charged.',
          }),
    );
    await open();
    await swapTuesday();
    await review().click();
    await dialog().getByRole('button', { name: 'Continue to pay $2.50' }).click();
    await page.getByRole('button', { name: 'Pay it' }).click();
    await expect.element(page.getByText(/Your time to pay is over/)).toBeVisible();
    await page.getByRole('button', { name: 'Back to your changes' }).click();
    await expect.element(filledCell('Barramundi', TUESDAY_DINNER)).toBeVisible();
  });
});

describe('what is refused', () => {
  test('is said with its reason, and loses nothing', async () => {
    server.answers(changeTrackedOrder, () =>
      refused(409, { code: 'slot_full', message: 'The server’s own sentence.' }),
    );
    await open();
    await swapTuesday();
    await review().click();
    await dialog().getByRole('button', { name: 'Change my order' }).click();
    const alert = dialog().getByRole('alert');
    await expect.element(alert).toMatchTextContent('The server’s own sentence.');
    expect(sessionStorage.getItem('orderChange:abc')).toContain('"mealId":7');
  });

  test('because the order has changed meanwhile loads it again with what was chosen on top', async () => {
    server.answers(changeTrackedOrder, () =>
      refused(409, { code: 'order_changed', message: 'This order has changed.', version: 4 }),
    );
    await open();
    await swapTuesday();
    await review().click();
    await dialog().getByRole('button', { name: 'Change my order' }).click();
    order = {
      ...ORDER,
      version: 4,
      items: [anItem(1), anItem(2, { mealDate: THURSDAY, mealId: 7, mealName: 'Barramundi' })],
    };
    await dialog().getByRole('button', { name: 'Load it again' }).click();
    await expect.element(page.getByText(/changed since. We kept what you chose/)).toBeVisible();
    await expect.element(filledCell('Barramundi', TUESDAY_DINNER)).toBeVisible();
    await expect
      .element(filledCell('Barramundi', { date: THURSDAY, mealType: 'dinner' }))
      .toBeVisible();
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect.element(filledCell('Butter Chicken', TUESDAY_DINNER)).toBeVisible();
  });

  const soldOut = {
    code: 'meal_sold_out',
    message: 'Sold out: Barramundi on Tue 24 Nov 2026. Nothing was changed.',
    meals: [{ mealId: 7, date: TUESDAY, left: 0 }],
  } as const;

  async function expectSoldOutNamed() {
    const alert = dialog().getByRole('alert');
    await expect.element(alert).toMatchTextContent('A meal has just sold out');
    await expect.element(alert).toMatchTextContent('Barramundi is sold out for Tue 24 Nov.');
    await expect.element(alert).toMatchTextContent('Nothing was charged');
    await alert.getByRole('button', { name: 'Dinner for Mia, Tue 24 Nov' }).click();
    await expect.element(cellHeading('Mia', TUESDAY_DINNER)).toHaveFocus();
  }

  test('because a meal has sold out by the time it is sent names it and leads to its cell', async () => {
    server.answers(changeTrackedOrder, () => refused(409, soldOut));
    await open();
    await swapTuesday();
    await review().click();
    await dialog().getByRole('button', { name: 'Change my order' }).click();
    await expectSoldOutNamed();
  });

  test('because a meal is sold out already names it with the price, and nothing can be sent', async () => {
    quote = { ...QUOTE, blocked: { ...soldOut, meals: [...soldOut.meals] } };
    await open();
    await swapTuesday();
    await bar().getByRole('button', { name: 'See why' }).click();
    await expect
      .element(dialog().getByRole('button', { name: 'Change my order' }))
      .not.toBeInTheDocument();
    await expectSoldOutNamed();
  });

  test('because meals are not for their people leads to each one’s cell', async () => {
    server.answers(quoteOrderChange, () =>
      refused(400, {
        code: 'allergen_clash',
        message: 'x',
        clashes: [
          { personName: 'Mia', mealId: 7, mealName: 'Barramundi', allergens: ['fish'] },
          { personName: 'Ben', mealId: DINNER.id, mealName: DINNER.name, allergens: ['milk'] },
        ],
      }),
    );
    await open();
    await swapTuesday();
    await bar().getByRole('button', { name: 'See why' }).click();
    await dialog()
      .getByRole('button', { name: /^Dinner for Mia/ })
      .click();
    await expect.element(cellHeading('Mia', TUESDAY_DINNER)).toHaveFocus();
    await bar().getByRole('button', { name: 'See why' }).click();
    await dialog()
      .getByRole('button', { name: /^Dinner for Ben/ })
      .click();
    await expect.element(cellHeading('Ben', TUESDAY_DINNER)).toHaveFocus();
  });
});

test('one person is cancelled in one action, with what goes back, and the table’s choices are kept', async () => {
  quote = { ...QUOTE, what: ['−1 Butter Chicken'], difference: '-20.98', back: '20.98' };
  server.answers(changeTrackedOrder, tracked);
  const opened = await open();
  await swapTuesday();
  await page.getByText('Cancel something').click();
  await page.getByRole('button', { name: 'Cancel for Ben' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel all meals for Ben?' });
  await expect.element(question).toMatchTextContent('$20.98 goes back to your card automatically');
  await question.getByRole('button', { name: 'Cancel it' }).click();
  await expect.poll(opened.address).toBe('/track/abc?changed=1');
  expect(server.sent(changeTrackedOrder)[0]?.body.orderItems?.map(({ id }) => id)).toEqual([1, 2]);
  expect(sessionStorage.getItem('orderChange:abc')).toContain('"mealId":7');
});

test('a new address and phone number are sent alone, and a wrong one is held up', async () => {
  quote = {
    ...QUOTE,
    what: ['new address', 'new contact details'],
    difference: '0.00',
    back: '0.00',
  };
  await open();
  await page.getByText('Address, phone and instructions').click();
  await page.getByRole('textbox', { name: 'Street address' }).fill('7 Bay Street');
  await page.getByRole('textbox', { name: /^New phone number/ }).fill('12345');
  await expect.element(bar()).toMatchTextContent(/Please enter .*phone/);
  await page.getByRole('textbox', { name: /^New phone number/ }).fill('0412 345 000');
  await expect.element(bar()).toMatchTextContent('Same price');
  expect(server.sent(quoteOrderChange).at(-1)?.body).toEqual({
    version: 3,
    onPayment: true,
    customer: { address: '7 Bay Street, Cleveland', phone: '0412 345 000' },
  });
});

test('what was answered about a new note is sent with it', async () => {
  await open();
  await page.getByText('Address, phone and instructions').click();
  await page.getByRole('textbox', { name: /^Special instructions/ }).fill('No coriander please');
  await page.getByRole('button', { name: 'Coriander may be in it' }).click();
  await expect.element(bar()).toMatchTextContent('$2.50 less');
  expect(server.sent(quoteOrderChange).at(-1)?.body).toMatchObject({
    customer: { specialInstructions: 'No coriander please' },
    foodAnswers: [{ quote: 'No coriander please', personName: null, answer: 'may_be_in' }],
  });
});

test('a note that stands asks again once its person may have what it names', async () => {
  const [mia, ben] = ORDER.people;
  const note = 'No soy please';
  order = { ...ORDER, people: [{ ...mia!, allergens: ['soy'], note }, ben!] };
  await open();
  await page.getByText('People and allergies').click();
  await page.getByText('Allergies, diet').first().click();
  await expect.element(page.getByText(`You wrote “${note}”`)).not.toBeInTheDocument();
  await page.getByRole('checkbox', { name: 'Soy' }).click({ force: true });
  await expect.element(page.getByText(`You wrote “${note}”`)).toBeVisible();
});

test('a present’s phone number and card are changed alone, and a wrong one is held up', async () => {
  const rose = {
    firstName: 'Rose',
    lastName: 'Quill',
    phone: '+61498765432',
    isGift: true,
    message: 'Happy birthday, Mum!',
    news: 'recipient' as const,
    namesPayer: true,
  };
  order = { ...ORDER, recipient: rose };
  quote = { ...QUOTE, what: ['new card'], difference: '0.00', back: '0.00' };
  await open();
  await expect.element(bar()).toMatchTextContent('Nothing changed yet');
  await page.getByText('Who gets the present').click();
  const phone = page.getByRole('textbox', { name: 'Their phone' });
  await expect.element(phone).toHaveValue('0498 765 432');
  await phone.fill('07 3821 0000');
  await expect.element(bar()).toMatchTextContent('We can only text a mobile phone');
  await expect.element(review()).toBeDisabled();
  await phone.fill('0498 000 111');
  await page.getByRole('textbox', { name: /^Message on a card/ }).fill('Get well soon');
  await expect.element(page.getByRole('figure')).toMatchTextContent(/For Rose.*Get well soon/);
  expect(await listViolations()).toEqual([]);
  await expect
    .poll(() => server.sent(quoteOrderChange).at(-1)?.body)
    .toEqual({
      version: 3,
      onPayment: true,
      recipient: { ...rose, phone: '0498 000 111', message: 'Get well soon' },
    });
  await expect.element(review()).toBeEnabled();
});

test('names without a space do not widen a narrow phone', async () => {
  const [mia, ben] = ['W'.repeat(40), 'M'.repeat(40)];
  order = {
    ...ORDER,
    customer: { ...ORDER.customer, email: `m…@${'d'.repeat(40)}.example` },
    people: ORDER.people.map((person, at) => ({ ...person, name: at === 0 ? mia! : ben! })),
    items: [anItem(1, { personName: mia! }), anItem(3, { personName: ben! })],
  };
  await open();
  await page.viewport(320, 640);
  for (const fold of document.querySelectorAll('details')) fold.open = true;
  await expect.element(page.getByRole('button', { name: `Cancel for ${mia}` })).toBeVisible();
  await expect.element(page.getByText(`${mia} can’t have`)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(320);
});

test('an order for its own customer asks nothing of anyone else', async () => {
  await open();
  await expect.element(page.getByText('Address, phone and instructions')).toBeVisible();
  await expect.element(page.getByText('Who gets the food')).not.toBeInTheDocument();
});
