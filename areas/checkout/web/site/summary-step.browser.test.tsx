import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { listMeals } from '#areas/menu/calls/meals.ts';
import { getOrderingWeek, quoteOrder, type QuoteReply } from '#areas/order-book/calls/ordering.ts';
import { addDays } from '#platform/rules/plain-date.ts';
import { readOrderData } from '#areas/checkout/web/site/checkout-page.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { never, refused, UNREACHABLE } from '#platform/web/testing/fake-server.ts';
import {
  anOrderOf,
  aWeek,
  DINNER,
  LUNCH,
  TUESDAY,
  WEDNESDAY,
} from '#areas/checkout/web/site/order/test-kitchen.ts';
import {
  cellHeading,
  filledCell,
  fakeOrdering,
  openWizard,
  orderBar,
  stepHeading,
  withCustomer,
  withWindow,
} from '#areas/checkout/web/site/order/wizard-under-test.tsx';

const kitchen = fakeOrdering();

const order = withCustomer(anOrderOf({ Mia: [TUESDAY, WEDNESDAY], Ben: [TUESDAY] }), {
  addressLine2: 'Unit 3',
  specialInstructions: 'Ring twice.',
});

const payButton = () => page.getByRole('button', { name: 'Continue to Payment' });
const section = (title: string) => page.getByRole('region', { name: title });

function aQuote(changes: Partial<QuoteReply> = {}): QuoteReply {
  const meal = {
    mealId: DINNER.id,
    mealName: DINNER.name,
    mealType: 'dinner' as const,
    personName: 'Mia',
    mealDate: TUESDAY,
    deliveryDate: TUESDAY,
    deliveryWindow: '11:00-13:00' as const,
    price: '14.99',
    advice: null,
  };
  return {
    deliveryType: 'weekly',
    items: [meal, { ...meal, mealDate: WEDNESDAY }, { ...meal, personName: 'Ben' }],
    fees: [
      { personName: 'Mia', reason: 'Mia, weekly', amount: '5.99' },
      { personName: 'Ben', reason: 'Ben, weekly', amount: '5.99' },
    ],
    offers: [],
    deliveryLines: [{ label: 'Delivery, 2 people × $5.99', amount: '11.98' }],
    dietWarnings: [],
    subtotal: '44.97',
    deliveryFee: '11.98',
    tax: '0.00',
    total: '56.95',
    ...changes,
  };
}

beforeEach(() => {
  kitchen.server.answers(quoteOrder, () => aQuote());
});

test('the first card says who can’t have what, as it stands in the order, and leads to where it is said', async () => {
  const [mia, ben] = order.draft.people;
  const people = [
    { ...mia!, allergens: ['peanut' as const], avoid: ['capsicum'], note: 'no spice' },
    ben!,
  ];
  await openWizard(kitchen, { order: { ...order, draft: { ...order.draft, people } }, step: 4 });
  const needs = section('Who can’t have what');
  await expect
    .element(needs)
    .toMatchTextContent(/Mia can’t have: peanut. Leave out: capsicum. “no spice”/);
  await expect.element(needs).toMatchTextContent(/Ben: nothing noted/);
  await expect.element(needs).toMatchTextContent(/You wrote: “Ring twice.”/);
  expect(
    page
      .getByRole('region')
      .elements()
      .findIndex((region) => region === needs.element()),
  ).toBe(0);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(await listViolations()).toEqual([]);
  await needs.getByRole('button', { name: 'Add what Ben can’t have' }).click();
  await expect.element(stepHeading('Number of People')).toBeVisible();
});

test('names and an address without a space do not widen a narrow phone, here and where needs are chosen', async () => {
  await page.viewport(320, 640);
  const name = 'W'.repeat(40);
  const people = order.draft.people.map((person, at) => ({ ...person, name: `${name}${at}` }));
  const customer = { ...order.draft.customer, email: `${'e'.repeat(60)}@kitchen.example` };
  const draft = { ...order.draft, people, customer };
  await openWizard(kitchen, { order: { ...order, draft }, step: 4 });
  await expect.element(page.getByText(/^e+@kitchen/)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(320);
  await page.getByRole('button', { name: 'Edit needs' }).click();
  await page.getByText('Allergies, diet').first().click();
  await expect.element(page.getByText(`${name}0 can’t have`)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(320);
});

describe('while the price is on its way', () => {
  test('the page says so, and nothing can be paid', async () => {
    kitchen.server.answers(quoteOrder, never);
    await openWizard(kitchen, { order, step: 4 });
    await expect.element(page.getByText('Adding it all up').first()).toBeInTheDocument();
    await expect.element(payButton()).toBeDisabled();
    await expect.element(section('What it costs')).not.toBeInTheDocument();
    expect(await listViolations()).toEqual([]);
  });

  test('the order is sent as the customer has put it together', async () => {
    await openWizard(kitchen, { order, step: 4 });
    await expect.element(payButton()).toBeEnabled();
    const [request] = kitchen.server.sent(quoteOrder);
    expect(request?.body.orderData).toMatchObject({
      cartKey: order.draft.cartKey,
      deliveryType: 'weekly',
      customer: { firstName: 'Mia', address: '12 Shore Street West, Unit 3, Cleveland' },
      people: [
        { name: 'Mia', calorieTarget: 1500 },
        { name: 'Ben', calorieTarget: 1500 },
      ],
      total: '56.95',
    });
    expect(request?.body.orderData.orderItems).toHaveLength(3);
  });
});

describe('what it costs', () => {
  test('is told line by line, as the server says', async () => {
    await openWizard(kitchen, { order, step: 4 });
    const costs = section('What it costs');
    await expect.element(costs).toMatchTextContent('3 meals$44.97');
    await expect.element(costs).toMatchTextContent('Delivery, 2 people × $5.99$11.98');
    await expect.element(costs).toMatchTextContent('Tax$0.00');
    await expect.element(costs).toMatchTextContent('Total$56.95');
    await expect.element(orderBar()).toMatchTextContent('$56.95incl. $11.98 delivery');
  });

  test('an offer is a line of its own', async () => {
    const deliveryLines = [{ label: 'First delivery free', amount: '-11.98' }];
    kitchen.server.answers(quoteOrder, () => aQuote({ deliveryLines, total: '44.97' }));
    await openWizard(kitchen, { order, step: 4 });
    await expect
      .element(section('What it costs'))
      .toMatchTextContent(/First delivery free[-−]\$11\.98/);
    await expect.element(orderBar()).toMatchTextContent('$44.97');
  });

  test('of a business that is registered says the GST in it', async () => {
    const business = { ...defaultBusiness, gstRegistered: true };
    await openWizard(kitchen, { order, step: 4, config: { business } });
    const costs = section('What it costs');
    await expect.element(costs).toMatchTextContent('Includes GST$5.18');
    await expect.element(costs).not.toMatchTextContent('Tax');
  });

  test('follows the server where a price has changed since', async () => {
    const items = aQuote().items.map((item) => ({ ...item, price: '15.99' }));
    kitchen.server.answers(quoteOrder, () => aQuote({ items, subtotal: '47.97', total: '59.95' }));
    const wizard = await openWizard(kitchen, { order, step: 4 });
    await expect.element(orderBar()).toMatchTextContent('$59.95');
    await payButton().click();
    await expect.element(page.getByText('Another page')).toBeVisible();
    expect(wizard.address()).toBe('/checkout');
    expect(readOrderData()).toMatchObject({
      total: '59.95',
      orderItems: [{ price: '15.99' }, { price: '15.99' }, { price: '15.99' }],
    });
  });
});

describe('weekly instead of daily', () => {
  const five = Array.from({ length: 5 }, (_, index) => addDays(TUESDAY, index));
  const everyDay = withCustomer(anOrderOf({ Mia: five }));
  const daily = {
    ...everyDay,
    draft: { ...everyDay.draft, deliveryType: 'daily' as const, weeklyDeliveryDay: null },
  };
  const offer = {
    date: TUESDAY,
    timeSlot: '11:00-13:00' as const,
    saves: '8.96',
    toFreeze: 2,
    losesWarm: true,
  };
  const isDaily = (body: { orderData: { deliveryType?: string | undefined } }) =>
    body.orderData.deliveryType === 'daily';

  test('is offered with all it means, switched by one tap and taken back by another', async () => {
    kitchen.server.answers(quoteOrder, ({ body }) =>
      aQuote({
        deliveryType: isDaily(body) ? 'daily' : 'weekly',
        weeklyInstead: isDaily(body) ? offer : null,
        total: isDaily(body) ? '89.90' : '80.94',
      }),
    );
    await openWizard(kitchen, { order: daily, step: 4 });
    await expect.element(page.getByText('Deliver weekly instead: $8.96 less')).toBeVisible();
    await expect
      .element(page.getByRole('main'))
      .toMatchTextContent(
        /arrive together on Tue 24 Nov 2026, 11am-1pm\. You would have to freeze 2 meals when they arrive\. They come cold/,
      );
    expect(await listViolations()).toEqual([]);
    await page.getByRole('button', { name: 'Deliver weekly instead' }).click();
    await expect.element(page.getByText('Weekly delivery: $8.96 less')).toBeVisible();
    await expect.element(orderBar()).toMatchTextContent('$80.94');
    expect(kitchen.server.sent(quoteOrder).at(-1)?.body.orderData).toMatchObject({
      deliveryType: 'weekly',
      orderItems: five.map(() => ({ deliveryDate: TUESDAY, deliveryWindow: '11:00-13:00' })),
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(orderBar()).toMatchTextContent('$89.90');
    expect(kitchen.server.sent(quoteOrder).at(-1)?.body.orderData.deliveryType).toBe('daily');
  });

  test('is not mentioned when the server offers nothing', async () => {
    kitchen.server.answers(quoteOrder, () =>
      aQuote({ deliveryType: 'daily', weeklyInstead: null }),
    );
    await openWizard(kitchen, { order: daily, step: 4 });
    await expect.element(section('What it costs')).toBeVisible();
    await expect.element(page.getByText(/weekly instead/i)).not.toBeInTheDocument();
  });
});

describe('what is delivered', () => {
  test('is listed by delivery and person', async () => {
    await openWizard(kitchen, { order, step: 4 });
    const deliveries = section('One delivery');
    await expect
      .element(deliveries.getByRole('heading', { level: 3 }))
      .toHaveTextContent('Tue 24 Nov 2026, 11am-1pm');
    await expect
      .element(deliveries)
      .toMatchTextContent(/Mia.*dinner\$14\.99.*dinner on Wed 25 Nov\$14\.99.*Ben.*dinner\$14\.99/);
  });

  test('with daily delivery each date has its part', async () => {
    const [first, second, third] = aQuote().items;
    const items = [first!, { ...second!, deliveryDate: WEDNESDAY }, third!];
    kitchen.server.answers(quoteOrder, () => aQuote({ items, deliveryType: 'daily' }));
    await openWizard(kitchen, { order, step: 4 });
    const dates = section('Daily deliveries').getByRole('heading', { level: 3 });
    await expect.element(dates).toHaveLength(2);
    await expect.element(dates.last()).toHaveTextContent('Wed 25 Nov 2026, 11am-1pm');
  });

  test('says which meals are against a diet', async () => {
    const dietWarnings = [
      { personName: 'Ben', mealId: DINNER.id, mealName: DINNER.name, diets: ['vegan' as const] },
    ];
    kitchen.server.answers(quoteOrder, () => aQuote({ dietWarnings }));
    await openWizard(kitchen, { order, step: 4 });
    await expect.element(page.getByText('Butter Chicken for Ben: not vegan')).toBeVisible();
    await expect.element(payButton()).toBeEnabled();
  });

  test('tells a second helping from the first', async () => {
    const [first, ...others] = aQuote().items;
    const items = [first, first, ...others].filter((item) => item !== undefined);
    kitchen.server.answers(quoteOrder, () => aQuote({ items }));
    await openWizard(kitchen, { order, step: 4 });
    await expect.element(section('One delivery').getByText(/, second helping/)).toHaveLength(1);
  });

  test('says which meals to freeze', async () => {
    const items = aQuote().items.map((item) => ({ ...item, advice: 'Freeze on arrival' }));
    kitchen.server.answers(quoteOrder, () => aQuote({ items }));
    await openWizard(kitchen, { order, step: 4 });
    await expect
      .element(section('One delivery').getByText('Freeze on arrival', { exact: true }))
      .toHaveLength(3);
  });

  test('goes where the customer said', async () => {
    await openWizard(kitchen, { order, step: 4 });
    const contact = section('Delivers to');
    await expect.element(contact).toMatchTextContent('Mia Nguyễn');
    await expect
      .element(contact)
      .toMatchTextContent('12 Shore Street West, Unit 3, Cleveland 4163');
    await expect.element(contact).toMatchTextContent('mia@example.com · 0412 345 678');
    await expect
      .element(section('Who can’t have what'))
      .toMatchTextContent('You wrote: “Ring twice.”');
  });

  test.each([
    ['Edit people', 'Number of People'],
    ['Edit meals', 'Meal Selection'],
    ['Edit details', 'Customer Info'],
  ])('%s leads back to %s', async (button, heading) => {
    await openWizard(kitchen, { order, step: 4 });
    await page.getByRole('button', { name: button }).click();
    await expect.element(stepHeading(heading)).toBeVisible();
  });
});

describe('when there is no price', () => {
  test('without a connection it can be asked for again', async () => {
    kitchen.server.answers(quoteOrder, () => UNREACHABLE);
    await openWizard(kitchen, { order, step: 4 });
    const alert = page.getByRole('alert');
    await expect.element(alert).toMatchTextContent('Check your connection');
    await expect.element(payButton()).toBeDisabled();
    expect(await listViolations()).toEqual([]);
    kitchen.server.answers(quoteOrder, () => aQuote());
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect.element(section('What it costs')).toBeVisible();
    await expect.element(payButton()).toBeEnabled();
  });

  test('a failure of ours is not blamed on the order', async () => {
    kitchen.server.answers(quoteOrder, () =>
      refused(500, { message: 'Something broke in the kitchen.', code: 'internal' }),
    );
    await openWizard(kitchen, { order, step: 4 });
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('Something broke in the kitchen.');
  });

  test('what is wrong is told by step, each once, with the way to where it is put right', async () => {
    const shorter = 'Please enter a shorter name';
    kitchen.server.answers(quoteOrder, () =>
      refused(400, {
        message: 'Please check your order.',
        code: 'invalid_order',
        fields: {
          'customer.email': 'That address takes no email',
          'people.0.name': shorter,
          'people.1.name': shorter,
        },
      }),
    );
    await openWizard(kitchen, { order, step: 4 });
    await expect.element(page.getByRole('alert')).toHaveLength(2);
    const people = page.getByRole('alert').filter({ hasText: shorter });
    await expect.element(people.getByRole('listitem')).toHaveLength(1);
    await expect.element(payButton()).toBeDisabled();
    await page.getByRole('button', { name: 'Go to Customer Info' }).click();
    await expect.element(stepHeading('Customer Info')).toBeVisible();
  });

  test('a meal that is not for its person is named, with the way to its cell', async () => {
    const words = 'Butter Chicken contains cashew. It can’t go to Mia.';
    kitchen.server.answers(quoteOrder, () =>
      refused(400, {
        message: words,
        code: 'allergen_clash',
        clashes: [
          {
            personName: 'Mia',
            mealId: DINNER.id,
            mealName: DINNER.name,
            allergens: ['cashew'],
          },
        ],
      }),
    );
    await openWizard(kitchen, { order, step: 4 });
    const alert = page.getByRole('alert');
    await expect.element(alert).toMatchTextContent(words);
    await expect.element(alert).toMatchTextContent('please call us: (07) 5550 0164');
    await expect.element(payButton()).toBeDisabled();
    await alert.getByRole('link', { name: 'Dinner for Mia, Tue 24 Nov' }).click();
    await expect.element(cellHeading('Mia', { date: TUESDAY, mealType: 'dinner' })).toHaveFocus();
  });

  test('a meal that would not keep is named with its days', async () => {
    kitchen.server.answers(quoteOrder, () =>
      refused(400, {
        message: 'No.',
        code: 'will_not_keep',
        items: [
          {
            personName: 'Mia',
            mealId: DINNER.id,
            mealName: DINNER.name,
            deliveryDate: TUESDAY,
            mealDate: WEDNESDAY,
            eatBy: TUESDAY,
          },
        ],
      }),
    );
    await openWizard(kitchen, { order, step: 4 });
    const alert = page.getByRole('alert');
    await expect
      .element(alert)
      .toMatchTextContent('Butter Chicken for Mia keeps until Tue 24 Nov: it can’t be eaten on');
    await expect.element(alert.getByRole('link', { name: /Wed 25 Nov/ })).toBeVisible();
    expect(await listViolations()).toEqual([]);
  });

  test('an order for another menu is fitted to the new one and priced again', async () => {
    kitchen.server.answers(quoteOrder, async ({ body }) => {
      if (body.orderData.orderItems.length === 1) return aQuote({ total: '20.98' });
      // Only after the step has been entered, where the kitchen is asked anyway.
      await expect.poll(() => kitchen.server.sent(listMeals)).not.toEqual([]);
      kitchen.meals = [{ ...DINNER, availableTo: TUESDAY }, LUNCH];
      return refused(409, { message: 'The menu has changed.', code: 'menu_changed' });
    });
    const dinners = anOrderOf({ Mia: [TUESDAY, WEDNESDAY] });
    await openWizard(kitchen, { order: withCustomer(dinners), step: 4 });
    await expect
      .element(page.getByRole('status').filter({ hasText: 'No longer available' }))
      .toMatchTextContent('Butter Chicken (Mia, Wed 25 Nov, dinner)');
    await expect.element(payButton()).toBeEnabled();
    await expect.element(orderBar()).toMatchTextContent('$20.98');
  });

  test('an order for a week that has closed is moved to the open one', async () => {
    await openWizard(kitchen, { order, step: 3 });
    await expect.element(stepHeading('Customer Info')).toBeVisible();
    kitchen.server.answers(getOrderingWeek, () => aWeek(addDays(TUESDAY, 7)));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect
      .element(page.getByRole('status').filter({ hasText: 'Ordering for 24-30 Nov closed at 5pm' }))
      .toMatchTextContent('Your meals are now on 1-7 Dec');
    await page.getByRole('button', { name: 'Look at them' }).click();
    await expect.element(stepHeading('Meal Selection')).toBeVisible();
  });
});

describe('on to the payment', () => {
  test('a window that has filled is told, with the way to another', async () => {
    kitchen.week = withWindow(kitchen.week, TUESDAY, {
      timeSlot: '11:00-13:00',
      open: false,
      placesLeft: 0,
    });
    await openWizard(kitchen, { order, step: 4 });
    await expect
      .element(page.getByText('A delivery window has filled up: Tue 24 Nov, 11am-1pm'))
      .toBeVisible();
    await page.getByRole('button', { name: 'Choose another' }).click();
    await expect.element(stepHeading('Meal Selection')).toBeVisible();
    await expect
      .element(filledCell('Butter Chicken', { date: TUESDAY, mealType: 'dinner' }))
      .toBeVisible();
  });

  test('the order is kept for the checkout', async () => {
    const wizard = await openWizard(kitchen, { order, step: 4 });
    await payButton().click();
    await expect.element(page.getByText('Another page')).toBeVisible();
    expect(wizard.address()).toBe('/checkout');
    expect(readOrderData()).toMatchObject({ total: '56.95', customer: { lastName: 'Nguyễn' } });
  });

  test('a browser that does not keep it is told of, and nothing is lost', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const wizard = await openWizard(kitchen, { order, step: 4 });
    await expect.element(payButton()).toBeEnabled();
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await payButton().click();
    const alert = page.getByRole('alert');
    await expect
      .element(alert)
      .toMatchTextContent('We couldn’t take your order to the payment page');
    expect(wizard.address()).toBe('/order?step=4');
    full.mockRestore();
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('Another page')).toBeVisible();
    expect(readOrderData()).toMatchObject({ total: '56.95' });
  });
});

test.each([390, 1280])('axe finds nothing wrong at %i pixels', async (width) => {
  await page.viewport(width, 844);
  await openWizard(kitchen, { order, step: 4 });
  await expect.element(section('What it costs')).toBeVisible();
  expect(await listViolations()).toEqual([]);
});
