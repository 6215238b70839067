import { anOrderedMeal } from '#quality/support/a-meal.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { weekFrom } from '#platform/rules/plain-date.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
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
  showWeek,
  stepHeading,
  withWindow,
} from '#areas/checkout/web/site/order/wizard-under-test.tsx';

import type { OrderState } from './order-reducer.ts';

const kitchen = fakeOrdering();

const DAYS = weekFrom(TUESDAY);
const [, , , FRIDAY, SATURDAY, SUNDAY] = DAYS as [string, string, string, string, string, string];
const FIVE_DAYS = DAYS.slice(0, 5);

const NOON = '11:00-13:00';
const EVENING = '16:00-18:00';

const delivery = () => page.getByRole('region', { name: 'Delivery' });
const arrives = (type: string) => chosenIn('How should it arrive?', new RegExp(`^${type}`));
const window = (label: string) => chosenIn('Delivery window', new RegExp(`^${label}`));
const onDate = (date: string, label: string) =>
  chosenIn(`Delivery window on ${date}`, new RegExp(`^${label}`));
const day = (label: string) => chosenIn('Delivery day', new RegExp(`^${label}`));

const full = (timeSlot: typeof NOON | typeof EVENING) => ({ timeSlot, open: false, placesLeft: 0 });

describe('daily or weekly', () => {
  test('is no question before the first meal', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [] }), step: 2 });
    await expect.element(delivery()).toMatchTextContent('Choose your first meal');
    await expect.element(delivery().getByRole('radio')).not.toBeInTheDocument();
  });

  test('with few meals everything arrives once, and it says for whom there are too few', async () => {
    const order = anOrderOf({ Mia: FIVE_DAYS, Ben: [TUESDAY], Ann: [] });
    await openWizard(kitchen, { order, step: 2 });
    await expect.element(delivery()).toMatchTextContent('One delivery for the whole order');
    await expect.element(delivery()).toMatchTextContent('Ben (1 meal) has fewer than 5 meals');
    await expect.element(arrives('Daily')).not.toBeInTheDocument();
    await expect.element(day('Tue 24 Nov')).toBeChecked();
    await expect.element(continueButton()).toBeEnabled();
    await expect.element(orderBar()).toMatchTextContent('incl. $11.98 delivery');
  });

  test('from five meals on the customer chooses, and sees what each would cost', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: FIVE_DAYS }), step: 2 });
    await expect.element(continueButton()).toBeDisabled();
    await expect
      .element(continueButton())
      .toHaveAccessibleDescription('Please choose daily or weekly delivery');
    const choice = page.getByRole('group', { name: 'How should it arrive?' });
    await expect.element(choice).toMatchTextContent(/Daily.*\$14\.95.*Weekly.*\$5\.99/);
    await arrives('Daily').click();
    await expect.element(continueButton()).toBeEnabled();
    await expect.element(orderBar()).toMatchTextContent('$89.90incl. $14.95 delivery');
    await expect.element(page.getByRole('group', { name: 'Delivery day' })).not.toBeInTheDocument();
    await arrives('Weekly').click();
    await expect.element(orderBar()).toMatchTextContent('$80.94incl. $5.99 delivery');
    await expect.element(day('Tue 24 Nov')).toBeChecked();
  });

  test('falls back to one delivery when someone’s fifth meal goes', async () => {
    const order = anOrderOf({ Mia: FIVE_DAYS });
    await openWizard(kitchen, {
      order: { ...order, draft: { ...order.draft, deliveryType: 'daily' } },
      step: 2,
    });
    await expect.element(arrives('Daily')).toBeChecked();
    await filledCell('Butter Chicken', { date: SATURDAY, mealType: 'dinner' }).click();
    await page.getByRole('button', { name: 'Take off' }).click();
    await expect.element(delivery()).toMatchTextContent('Mia (4 meals) has fewer than 5 meals');
    await expect.element(orderBar()).toMatchTextContent('incl. $5.99 delivery');
  });
});

describe('the window', () => {
  test('is the usual one until another is chosen, also with the keyboard', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY] }), step: 2 });
    await expect.element(window('11am-1pm')).toBeChecked();
    await window('11am-1pm').click();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(window('4pm-6pm')).toBeChecked();
  });

  test('says how many places are left where there are few', async () => {
    kitchen.week = withWindow(kitchen.week, TUESDAY, { timeSlot: NOON, open: true, placesLeft: 1 });
    kitchen.week = withWindow(kitchen.week, TUESDAY, {
      timeSlot: EVENING,
      open: true,
      placesLeft: 3,
    });
    await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY] }), step: 2 });
    const windows = page.getByRole('group', { name: 'Delivery window' });
    await expect.element(windows).toMatchTextContent('1 place left');
    await expect.element(windows).toMatchTextContent('3 places left');
  });

  test('cannot be one that is full or closed', async () => {
    kitchen.week = withWindow(kitchen.week, TUESDAY, full(EVENING));
    kitchen.week = withWindow(kitchen.week, WEDNESDAY, {
      timeSlot: EVENING,
      open: false,
      placesLeft: null,
    });
    await openWizard(kitchen, { order: anOrderOf({ Mia: [WEDNESDAY] }), step: 2 });
    await expect.element(window('4pm-6pm')).toBeDisabled();
    await expect
      .element(page.getByRole('group', { name: 'Delivery window' }))
      .toMatchTextContent('Closed');
    await day('Tue 24 Nov').click();
    await expect.element(window('4pm-6pm')).toBeDisabled();
    await expect
      .element(page.getByRole('group', { name: 'Delivery window' }))
      .toMatchTextContent('Full');
  });

  test('that has filled since it was chosen is told at the top and leads to the choice', async () => {
    kitchen.week = withWindow(kitchen.week, TUESDAY, full(NOON));
    await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY] }), step: 2 });
    const notice = page.getByRole('status').filter({ hasText: 'A delivery window has filled up' });
    await expect.element(notice).toMatchTextContent('Tue 24 Nov, 11am-1pm');
    await expect.element(orderBar()).toMatchTextContent('A delivery window is full');

    await continueButton().click();
    await expect.element(stepHeading('Meal Selection')).toBeVisible();
    await expect.element(page.getByText(/This window is full on Tue 24 Nov/)).toBeInViewport();
    await window('4pm-6pm').click();
    await expect.element(notice).not.toBeInTheDocument();
    await continueButton().click();
    await expect.element(stepHeading('Customer Info')).toBeVisible();
  });
});

test('a window that staff have closed since is not called full', async () => {
  kitchen.week = withWindow(kitchen.week, TUESDAY, {
    timeSlot: NOON,
    open: false,
    placesLeft: null,
  });
  await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY] }), step: 2 });
  await expect
    .element(page.getByText('A delivery window is closed: Tue 24 Nov, 11am-1pm'))
    .toBeVisible();
  await expect.element(orderBar()).toMatchTextContent('A delivery window is closed');
  await expect.element(page.getByText(/This window is closed on Tue 24 Nov/)).toBeVisible();
  await expect.element(delivery()).not.toMatchTextContent(/full/i);
});

describe('windows by date, with daily delivery', () => {
  const daily = () => {
    const order = anOrderOf({ Mia: FIVE_DAYS });
    return { ...order, draft: { ...order.draft, deliveryType: 'daily' as const } };
  };

  test('one day can have another window than the others', async () => {
    const wizard = await openWizard(kitchen, { order: daily(), step: 2 });
    await delivery()
      .getByText(/on some days/)
      .click();
    await onDate('Wednesday 25 November', '4pm-6pm').click();
    await expect.element(onDate('Wednesday 25 November', '4pm-6pm')).toBeChecked();
    await expect.element(onDate('Tuesday 24 November', '11am-1pm')).toBeChecked();
    await wizard.close();
    await openWizard(kitchen, { step: 2 });
    await expect.element(onDate('Wednesday 25 November', '4pm-6pm')).toBeVisible();
    await expect.element(onDate('Wednesday 25 November', '4pm-6pm')).toBeChecked();
  });

  test('a window for the whole order takes the others back', async () => {
    const order = daily();
    await openWizard(kitchen, {
      order: { ...order, draft: { ...order.draft, windowByDate: { [WEDNESDAY]: EVENING } } },
      step: 2,
    });
    await expect.element(onDate('Wednesday 25 November', '4pm-6pm')).toBeChecked();
    await window('4pm-6pm').click();
    await window('11am-1pm').click();
    await expect.element(window('11am-1pm')).toBeChecked();
    await delivery()
      .getByText(/on some days/)
      .click();
    await expect.element(onDate('Wednesday 25 November', '11am-1pm')).toBeChecked();
  });

  test('says on which days a window is full, and shows those days at once', async () => {
    kitchen.week = withWindow(kitchen.week, WEDNESDAY, full(NOON));
    await openWizard(kitchen, { order: daily(), step: 2 });
    await expect
      .element(page.getByRole('group', { name: 'Delivery window', exact: true }))
      .toMatchTextContent('Full on Wed 25 Nov');
    await expect.element(onDate('Wednesday 25 November', '11am-1pm')).toBeDisabled();
    await expect.element(page.getByText(/This window is full on Wed 25 Nov/)).toBeVisible();
    await onDate('Wednesday 25 November', '4pm-6pm').click();
    await expect.element(page.getByText(/This window is full/)).not.toBeInTheDocument();
    await continueButton().click();
    await expect.element(stepHeading('Customer Info')).toBeVisible();
  });
});

describe('a lunch that would come after lunch', () => {
  const lunches = (order: OrderState): OrderState => ({
    ...order,
    draft: {
      ...order.draft,
      deliveryWindow: EVENING,
      people: order.draft.people.map((person) => ({
        ...person,
        mealAssignments: person.mealAssignments.map((meal) => ({
          ...meal,
          mealType: 'lunch' as const,
          mealId: LUNCH.id,
        })),
      })),
    },
  });
  const question = () => page.getByText('Tuesday’s 2 lunches would come after lunch.');
  const button = (name: string) => page.getByRole('button', { name });

  test('is asked about once when going on; anyone who goes on again wants it so', async () => {
    await openWizard(kitchen, {
      order: lunches(anOrderOf({ Mia: [TUESDAY], Ben: [TUESDAY] })),
      step: 2,
    });
    await expect.element(question()).toBeVisible();
    await continueButton().click();
    await expect
      .element(page.elementLocator(document.activeElement!))
      .toMatchTextContent(/after lunch/);
    await expect.element(stepHeading('Meal Selection')).toBeVisible();
    await continueButton().click();
    await expect.element(stepHeading('Customer Info')).toBeVisible();
  });

  test('comes earlier by one tap, and the result has the focus', async () => {
    await openWizard(kitchen, {
      order: lunches(anOrderOf({ Mia: [TUESDAY], Ben: [TUESDAY] })),
      step: 2,
    });
    await expect.element(button('Move them to Wednesday')).toBeVisible();
    await button('Bring Tuesday 11am-1pm').click();
    await expect.element(question()).not.toBeInTheDocument();
    await expect
      .poll(() => document.activeElement?.textContent)
      .toBe('Tuesday comes 11am-1pm now.');
    await expect.element(window('11am-1pm')).toBeChecked();
    await continueButton().click();
    await expect.element(stepHeading('Customer Info')).toBeVisible();
  });

  test('is moved to the next day by one tap, or kept', async () => {
    await openWizard(kitchen, {
      order: lunches(anOrderOf({ Mia: [TUESDAY], Ben: [TUESDAY] })),
      step: 2,
    });
    await button('Keep them').click();
    await expect.element(page.getByText('Tuesday’s 2 lunches come after lunch.')).toBeVisible();
    await button('Move them to Wednesday').click();
    await expect.poll(() => document.activeElement?.textContent).toBe('Moved them to Wednesday.');
  });
});

describe('the day of a weekly delivery', () => {
  test('follows the first meal', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [WEDNESDAY] }), step: 2 });
    await expect.element(day('Wed 25 Nov')).toBeChecked();
    await emptyCell('Mia', { date: TUESDAY, mealType: 'dinner' }).click();
    await mealInMenu('Butter Chicken').click();
    await expect.element(day('Tue 24 Nov')).toBeChecked();
  });

  test('can be earlier than the first meal', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [WEDNESDAY] }), step: 2 });
    await day('Tue 24 Nov').click();
    await expect.element(day('Tue 24 Nov')).toBeChecked();
    await expect
      .element(filledCell('Butter Chicken', { date: WEDNESDAY, mealType: 'dinner' }))
      .toBeVisible();
  });

  test('cannot be one without any open window', async () => {
    kitchen.week = withWindow(withWindow(aWeek(), TUESDAY, full(NOON)), TUESDAY, full(EVENING));
    await openWizard(kitchen, { order: anOrderOf({ Mia: [WEDNESDAY] }), step: 2 });
    await expect.element(day('Tue 24 Nov')).toBeDisabled();
    await expect.element(day('Wed 25 Nov')).toBeEnabled();
  });

  test('a later day moves the meals before it, after asking, and Undo brings them back', async () => {
    const order = anOrderOf({ Mia: [TUESDAY, WEDNESDAY, FRIDAY] });
    await openWizard(kitchen, { order, step: 2 });
    await day('Fri 27 Nov').click();
    const question = page.getByRole('dialog', { name: 'Deliver on Friday 27 November?' });
    await expect.element(question).toMatchTextContent('2 meals');
    await question.getByRole('button', { name: 'Keep as it is' }).click();
    await expect.element(day('Tue 24 Nov')).toBeChecked();

    await day('Fri 27 Nov').click();
    await question.getByRole('button', { name: 'Move 2 meals' }).click();
    await expect.element(day('Fri 27 Nov')).toBeChecked();
    for (const date of [FRIDAY, SATURDAY, SUNDAY]) {
      await expect
        .element(filledCell('Butter Chicken', { date, mealType: 'dinner' }))
        .toBeVisible();
    }
    await expect.element(emptyCell('Mia', { date: TUESDAY, mealType: 'dinner' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(day('Tue 24 Nov')).toBeChecked();
    await expect
      .element(filledCell('Butter Chicken', { date: TUESDAY, mealType: 'dinner' }))
      .toBeVisible();
  });

  test('a day with too few free cells after it is refused with the reason', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: DAYS.slice(0, 4) }), step: 2 });
    await day('Mon 30 Nov').click();
    const refusal = page.getByRole('dialog');
    await expect.element(refusal).toMatchTextContent('not enough free');
    await expect.element(refusal.getByRole('button', { name: /^Move/ })).not.toBeInTheDocument();
    await refusal.getByRole('button', { name: 'Keep as it is' }).click();
    await expect.element(day('Tue 24 Nov')).toBeChecked();
  });

  test('far before a meal brings advice on keeping it', async () => {
    kitchen.meals = [
      { ...DINNER, freezable: true },
      anOrderedMeal({ allergens: ['milk'], id: 5, name: 'Salad', freezable: false }),
    ];
    await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY, SUNDAY] }), step: 2 });
    await expect.element(delivery()).toMatchTextContent('Freeze on arrival: 1 meal');
    const week = await showWeek('Mia');
    await expect
      .element(week.getByRole('listitem').filter({ hasText: 'Sunday 29 November' }))
      .toMatchTextContent('Freeze on arrival');
    await expect
      .element(week.getByRole('listitem').filter({ hasText: 'Tuesday 24 November' }))
      .not.toMatchTextContent('Freeze on arrival');
  });
});

describe('meals that would not keep', () => {
  const FISH = anOrderedMeal({
    id: 7,
    name: 'Goan Snapper',
    calories: 510,
    shelfLifeDays: 2,
    freezable: false,
    allergens: ['fish'],
  });
  const swapButton = () => page.getByRole('button', { name: /^Swap (it|them)$/ });
  const fishFor = (...dates: string[]) => {
    const order = anOrderOf({ Mia: dates });
    const [mia] = order.draft.people;
    for (const meal of mia?.mealAssignments ?? []) meal.mealId = FISH.id;
    return order;
  };

  test('hold the order up, with a link to where they can be swapped', async () => {
    kitchen.meals = [DINNER, FISH];
    await openWizard(kitchen, { order: fishFor(TUESDAY, SATURDAY, SUNDAY), step: 2 });
    await expect.element(continueButton()).toBeDisabled();
    await expect.element(swapButton()).toBeVisible();
    await orderBar().getByRole('link', { name: '2 meals would not keep.' }).click();
    await expect.element(swapButton()).toHaveFocus();
    expect(await listViolations()).toEqual([]);
  });

  test('are swapped for the nearest that keep, shown before it happens, with a way back', async () => {
    kitchen.meals = [DINNER, FISH];
    await openWizard(kitchen, { order: fishFor(TUESDAY, SATURDAY), step: 2 });
    await swapButton().click();
    const dialog = page.getByRole('dialog', { name: 'Meals that keep until their day' });
    await expect
      .element(dialog)
      .toMatchTextContent(
        /Mia, Sat 28 Nov, dinner.*Goan Snapper.*510 Cal, \$14\.99.*Butter Chicken.*560 Cal, \$14\.99/,
      );
    await dialog.getByRole('button', { name: 'Swap 1 meal' }).click();
    const saturday = { date: SATURDAY, mealType: 'dinner' } as const;
    await expect.element(filledCell('Butter Chicken', saturday)).toBeVisible();
    await expect.element(continueButton()).toBeEnabled();
    await expect.element(page.getByText(/^1 meal swapped/)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(filledCell('Goan Snapper', saturday)).toBeVisible();
  });

  test('say so where nothing else keeps', async () => {
    kitchen.meals = [FISH];
    await openWizard(kitchen, { order: fishFor(TUESDAY, SATURDAY), step: 2 });
    await swapButton().click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog).toMatchTextContent('take it off or choose another day');
    await expect.element(dialog.getByRole('button', { name: 'Swap 0 meals' })).toBeDisabled();
  });

  test('move the delivery to a later day, if all keep from there', async () => {
    kitchen.meals = [DINNER, FISH];
    const order = fishFor(WEDNESDAY, FRIDAY);
    order.draft.weeklyDeliveryDay = TUESDAY;
    await openWizard(kitchen, { order, step: 2 });
    await page.getByRole('button', { name: 'Move the day to Wed 25 Nov' }).click();
    await expect.element(day('Wed 25 Nov')).toBeChecked();
    await expect.element(swapButton()).not.toBeInTheDocument();
    await expect.element(continueButton()).toBeEnabled();
  });

  test('appear when daily becomes weekly', async () => {
    kitchen.meals = [DINNER, FISH];
    const order = fishFor(...DAYS);
    order.draft.deliveryType = 'daily';
    await openWizard(kitchen, { order, step: 2 });
    await expect.element(swapButton()).not.toBeInTheDocument();
    await arrives('Weekly').click();
    await expect.element(page.getByText('4 meals would not keep.').first()).toBeVisible();
  });
});

test('axe finds nothing wrong with a full window, on a phone and on a wide screen', async () => {
  kitchen.week = withWindow(kitchen.week, TUESDAY, full(NOON));
  await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY] }), step: 2 });
  await expect.element(page.getByText(/This window is full/)).toBeVisible();
  expect(await listViolations()).toEqual([]);
  await page.viewport(1280, 800);
  expect(await listViolations()).toEqual([]);
});
