import { noteServerTime } from '#platform/web/api/server-time.ts';
import { anOrderedMeal } from '#quality/support/a-meal.ts';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listMeals } from '#areas/menu/calls/meals.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import { readOrderDraft } from '#areas/order-book/web/kept-order-draft.ts';
import { addDays } from '#platform/rules/plain-date.ts';
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
  chosenIn,
  continueButton,
  emptyCell,
  filledCell,
  mealInMenu,
  fakeOrdering,
  openWizard,
  orderBar,
  stepHeading,
  withCustomer,
} from '#areas/checkout/web/site/order/wizard-under-test.tsx';

const kitchen = fakeOrdering();

const TUESDAY_DINNER = { date: TUESDAY, mealType: 'dinner' } as const;
const WEDNESDAY_DINNER = { date: WEDNESDAY, mealType: 'dinner' } as const;
const nameOf = (number: number) => page.getByRole('textbox', { name: `Name of person ${number}` });

describe('while the kitchen does not sell', () => {
  const SALE = { state: 'before', opensOn: '2027-02-03' } as const;

  test('the page says when it will, with the menu and the waitlist, and keeps the order', async () => {
    kitchen.week = { ...kitchen.week, sale: SALE };
    const order = anOrderOf({ Mia: [TUESDAY] });
    await openWizard(kitchen, { order });
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toMatchTextContent('We open on Wednesday 3 February 2027');
    await expect.element(page.getByRole('button', { name: 'Join the waitlist' })).toBeVisible();
    await expect.element(page.getByRole('heading', { name: DINNER.name })).toBeVisible();
    await expect.element(continueButton()).not.toBeInTheDocument();
    expect(page.getByText(/Order by/).query()).toBeNull();
    expect(await listViolations()).toEqual([]);
    expect(readOrderDraft()?.draft.people[0]?.mealAssignments).toHaveLength(1);
  });

  test('a kitchen that closes for good takes no names', async () => {
    kitchen.week = { ...kitchen.week, sale: { state: 'ended' } };
    await openWizard(kitchen);
    await expect.element(page.getByText('Paid orders will still be delivered.')).toBeVisible();
    await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
  });
});

describe('before the kitchen has answered', () => {
  test('the page says that it is loading', async () => {
    kitchen.server.answers(getOrderingWeek, never);
    await openWizard(kitchen);
    await expect.element(page.getByRole('status')).toMatchTextContent('Loading');
    await expect.element(continueButton()).not.toBeInTheDocument();
    expect(await listViolations()).toEqual([]);
  });

  test('a name can be typed, and the order goes on with it', async () => {
    const answer = Promise.withResolvers<typeof kitchen.week>();
    kitchen.server.answers(getOrderingWeek, () => answer.promise);
    await openWizard(kitchen);
    await nameOf(1).click();
    await userEvent.keyboard('Mi');
    answer.resolve(kitchen.week);
    await expect.element(continueButton()).toBeVisible();
    await userEvent.keyboard('a');
    await expect.element(nameOf(1)).toHaveValue('Mia');
    await expect.element(nameOf(1)).toHaveFocus();
  });

  test('without a connection it says so, and trying again leads into the order', async () => {
    kitchen.server.answers(getOrderingWeek, () => UNREACHABLE);
    await openWizard(kitchen);
    await expect.element(page.getByRole('alert')).toMatchTextContent('Check your connection');
    expect(await listViolations()).toEqual([]);
    kitchen.server.answers(getOrderingWeek, () => kitchen.week);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(nameOf(1)).toBeVisible();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  test('a refusal is told in the words of the server', async () => {
    const reply = { message: 'The kitchen is closed for a moment.', code: 'closed' };
    kitchen.server.answers(getOrderingWeek, () => refused(503, reply));
    await openWizard(kitchen);
    await expect.element(page.getByRole('alert')).toMatchTextContent(reply.message);
  });

  test('what was loaded before goes on serving when a later look fails', async () => {
    await openWizard(kitchen);
    await expect.element(nameOf(1)).toBeVisible();
    kitchen.server.answers(getOrderingWeek, () => UNREACHABLE);
    kitchen.server.answers(listMeals, () => UNREACHABLE);
    await continueButton().click();
    await expect.element(emptyCell('Person 1', TUESDAY_DINNER)).toBeVisible();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });
});

describe('the address', () => {
  test('a step that is not allowed yet gives way to the furthest that is', async () => {
    const wizard = await openWizard(kitchen, { step: 4 });
    await expect.element(stepHeading('Number of People')).not.toBeInTheDocument();
    await expect.element(stepHeading('Meal Selection')).toBeVisible();
    expect(wizard.address()).toBe('/order?step=2');
  });

  test('the summary gives way to a customer who is not complete', async () => {
    const order = withCustomer(anOrderOf({ Mia: [TUESDAY] }), { email: '' });
    const wizard = await openWizard(kitchen, { order, step: 4 });
    await expect.element(stepHeading('Customer Info')).toBeVisible();
    await expect.poll(wizard.address).toBe('/order?step=3');
  });

  test('the browser’s way back leads to the step before', async () => {
    const wizard = await openWizard(kitchen);
    await continueButton().click();
    await expect.element(stepHeading('Meal Selection')).toBeVisible();
    wizard.goBack();
    await expect.element(stepHeading('Number of People')).toBeVisible();
  });

  test('steps behind are buttons, steps ahead are not', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY] }), step: 3 });
    const steps = page.getByRole('navigation', { name: 'Steps of your order' });
    await expect.element(steps.getByRole('button', { name: /Number of People/ })).toBeVisible();
    await expect
      .element(steps.getByRole('button', { name: /Order Summary/ }))
      .not.toBeInTheDocument();
    await steps.getByRole('button', { name: /Meal Selection/ }).click();
    await expect.element(stepHeading('Meal Selection')).toBeVisible();
  });

  test('Back leads one step back', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY] }), step: 2 });
    await page.getByRole('button', { name: 'Back' }).click();
    await expect.element(stepHeading('Number of People')).toBeVisible();
  });
});

describe('an order that was begun before', () => {
  test('is there again after a reload, with people, what they may not eat, and meals', async () => {
    kitchen.meals = [DINNER, LUNCH, anOrderedMeal({ id: 3, name: 'Green Curry', allergens: [] })];
    const wizard = await openWizard(kitchen);
    await nameOf(1).fill('Mia');
    await page.getByText('Allergies, diet of Mia').click();
    await page.getByRole('checkbox', { name: 'Milk' }).click();
    await continueButton().click();
    await emptyCell('Mia', TUESDAY_DINNER).click();
    await mealInMenu('Green Curry').click();
    await chosenIn('Delivery window', /4pm-6pm/).click();

    await wizard.close();
    await openWizard(kitchen, { step: 2 });
    await expect.element(page.getByRole('group', { name: 'Mia’s days' })).toBeVisible();
    await expect.element(chosenIn('Delivery window', /4pm-6pm/)).toBeChecked();
    await expect.element(orderBar()).toMatchTextContent('$20.98');
    await filledCell('Green Curry', TUESDAY_DINNER).click();
    await expect.element(page.getByText(/^1 meal left out for Mia/)).toBeVisible();
  });

  test('counts the last hour by the server’s clock, and moves on when orders close', async () => {
    const says = (now: string) => {
      noteServerTime(new Headers({ date: new Date(now).toUTCString() }));
      document.dispatchEvent(new Event('visibilitychange'));
    };
    await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY] }), step: 2 });
    await expect.element(page.getByText(/Orders close/)).not.toBeInTheDocument();
    says('2026-11-22T06:18:30Z');
    await expect.element(page.getByText('Orders close at 5pm: 42 min')).toBeVisible();
    await expect
      .element(page.getByRole('status').filter({ hasText: /^Orders close/ }))
      .toMatchTextContent('Orders close at 5pm: 60 min');
    kitchen.week = { ...aWeek(addDays(TUESDAY, 7)), cutoff: '2026-11-29T07:00:00Z' };
    says('2026-11-22T07:00:01Z');
    await expect.element(page.getByText(/^Ordering for 24-30 Nov closed at 5pm/)).toBeVisible();
    await expect
      .element(page.getByRole('heading', { name: /^Dinner for Mia, .* December/ }))
      .toBeVisible();
    await expect
      .poll(() => document.activeElement?.textContent)
      .toContain('Your meals are now on 1-7 Dec');
    await expect.element(page.getByText(/Orders close/)).not.toBeInTheDocument();
    await expect
      .element(filledCell('Butter Chicken', { ...TUESDAY_DINNER, date: addDays(TUESDAY, 7) }))
      .toBeVisible();
  });

  test('does not ask without end while the server still takes orders', async () => {
    let asked = 0;
    await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY] }), step: 2 });
    kitchen.server.answers(getOrderingWeek, () => {
      asked += 1;
      return { ...kitchen.week, now: new Date(Date.parse(kitchen.week.now) + asked).toISOString() };
    });
    noteServerTime(new Headers({ date: new Date('2026-11-22T07:00:01Z').toUTCString() }));
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(() => asked).toBeGreaterThan(0);
    const aSecond = () => new Promise((done) => setTimeout(done, 1000));
    await aSecond();
    const atFirst = asked;
    await aSecond();
    expect(asked).toBe(atFirst);
  });

  test('of a week that has closed is moved to the same days of the open one, with a notice', async () => {
    const before = anOrderOf({ Mia: [addDays(TUESDAY, -7), addDays(WEDNESDAY, -7)] });
    const order = { ...before, draft: { ...before.draft, weekStart: addDays(TUESDAY, -7) } };
    await openWizard(kitchen, { order, step: 2 });
    const notice = page
      .getByRole('status')
      .filter({ hasText: 'Ordering for 17-23 Nov closed at 5pm' });
    await expect.element(notice).toMatchTextContent('Your meals are now on 24-30 Nov');
    await expect.element(filledCell('Butter Chicken', TUESDAY_DINNER)).toBeVisible();
    await expect.element(filledCell('Butter Chicken', WEDNESDAY_DINNER)).toBeVisible();
    await page.getByRole('button', { name: 'Got it' }).click();
    await expect.element(notice).not.toBeInTheDocument();
  });

  test('loses a meal that has left the menu, and says which', async () => {
    const gone = anOrderedMeal({ allergens: ['milk'], id: 7, name: 'Green Curry' });
    const order = anOrderOf({ Mia: [TUESDAY, WEDNESDAY] });
    const [mia] = order.draft.people;
    const mealAssignments = mia!.mealAssignments.map((meal) =>
      meal.date === TUESDAY ? { ...meal, mealId: gone.id } : meal,
    );
    await openWizard(kitchen, {
      order: {
        ...order,
        mealNames: { 7: gone.name },
        draft: { ...order.draft, people: [{ ...mia!, mealAssignments }] },
      },
      step: 2,
    });
    const notice = page.getByRole('status').filter({ hasText: 'No longer available' });
    await expect.element(notice).toMatchTextContent('Green Curry (Mia, Tue 24 Nov, dinner)');
    await expect.element(emptyCell('Mia', TUESDAY_DINNER)).toBeVisible();
    await expect.element(filledCell('Butter Chicken', WEDNESDAY_DINNER)).toBeVisible();
  });

  test('loses what leaves the menu while it is on the screen', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY] }) });
    await expect.element(nameOf(1)).toHaveValue('Mia');
    kitchen.meals = [{ ...DINNER, isActive: false }, LUNCH];
    await continueButton().click();
    await expect.element(emptyCell('Mia', { date: TUESDAY, mealType: 'lunch' })).toBeVisible();
    await expect
      .element(page.getByRole('status').filter({ hasText: 'No longer available' }))
      .toMatchTextContent('Butter Chicken');
    await expect.element(orderBar()).toMatchTextContent('Please choose at least one meal');
  });

  test('is begun again when what the browser keeps cannot be read', async () => {
    sessionStorage.setItem('orderDraft', '{"draft":');
    await openWizard(kitchen);
    await expect.element(nameOf(1)).toHaveValue('Person 1');
  });

  test('goes on in a browser that keeps nothing', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    await openWizard(kitchen);
    await nameOf(1).fill('Mia');
    await continueButton().click();
    await expect.element(page.getByRole('group', { name: 'Mia’s days' })).toBeVisible();
  });
});
