import { anOrderedMeal } from '#quality/support/a-meal.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { addDays, formatLongDate, weekFrom } from '#platform/rules/plain-date.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import {
  anOrderOf,
  DINNER,
  LUNCH,
  THURSDAY,
  TUESDAY,
  WEDNESDAY,
} from '#areas/checkout/web/site/order/test-kitchen.ts';
import {
  chosenIn,
  closeMenu,
  continueButton,
  emptyCell,
  filledCell,
  mealInMenu,
  fakeOrdering,
  openWizard,
  orderBar,
  removeButton,
  stepHeading,
  whoNeeds,
} from '#areas/checkout/web/site/order/wizard-under-test.tsx';

const kitchen = fakeOrdering();

const SATURDAY = addDays(TUESDAY, 4);
const TUESDAY_DINNER = { date: TUESDAY, mealType: 'dinner' } as const;
const TUESDAY_LUNCH = { date: TUESDAY, mealType: 'lunch' } as const;
const WEDNESDAY_DINNER = { date: WEDNESDAY, mealType: 'dinner' } as const;

const CURRY = anOrderedMeal({
  id: 3,
  name: 'Green Curry',
  price: '16.50',
  calories: 610,
  allergens: [],
  freezable: true,
});
const STEW = anOrderedMeal({
  id: 4,
  name: 'Lamb Stew',
  price: '17.00',
  allergens: null,
  freezable: true,
});

const menu = () => page.getByRole('dialog');
const sheet = (name: string) => page.getByRole('dialog', { name });
const day = (date: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: formatLongDate(date) }) });

beforeEach(() => {
  kitchen.meals = [DINNER, LUNCH, CURRY, STEW];
});

describe('a meal that is running out', () => {
  const limitOn = (date: string, left: number) => {
    kitchen.week = {
      ...kitchen.week,
      days: kitchen.week.days.map((each) =>
        each.date === date ? { ...each, limited: [{ mealId: CURRY.id, left }] } : each,
      ),
    };
  };

  test('says in the menu how many are left, and nothing on a day with enough', async () => {
    limitOn(TUESDAY, 4);
    await openWizard(kitchen, { order: anOrderOf({ Mia: [] }), step: 2 });
    await emptyCell('Mia', TUESDAY_DINNER).click();
    await expect.element(mealInMenu('Green Curry')).toMatchTextContent('4 left');
    await closeMenu();
    await emptyCell('Mia', WEDNESDAY_DINNER).click();
    await expect.element(mealInMenu('Green Curry')).toBeVisible();
    await expect.element(menu().getByText('4 left')).not.toBeInTheDocument();
  });

  test('is left out by name once it is sold out for the day', async () => {
    limitOn(TUESDAY, 0);
    await openWizard(kitchen, { order: anOrderOf({ Mia: [] }), step: 2 });
    await emptyCell('Mia', TUESDAY_DINNER).click();
    await expect.element(mealInMenu('Green Curry')).not.toBeInTheDocument();
    await menu()
      .getByRole('button', { name: /left out for Mia/ })
      .click();
    await expect
      .element(menu().getByText('Green Curry (sold out for Tue 24 Nov)', { exact: false }))
      .toBeVisible();
  });

  test('is marked on the table where more are laid than are left', async () => {
    limitOn(TUESDAY, 0);
    const order = anOrderOf({ Mia: [TUESDAY, WEDNESDAY] });
    order.draft.people[0]!.mealAssignments.forEach((meal) => {
      meal.mealId = CURRY.id;
    });
    await openWizard(kitchen, { order, step: 2 });
    await expect.element(day(TUESDAY).getByText('Sold out for Tue 24 Nov')).toBeVisible();
    await expect.element(day(WEDNESDAY).getByText(/Sold out/)).not.toBeInTheDocument();
  });
});

describe('choosing meals', () => {
  test('nothing can be bought before there is a meal', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [] }), step: 2 });
    await expect.element(continueButton()).toBeDisabled();
    await expect
      .element(continueButton())
      .toHaveAccessibleDescription('Please choose at least one meal');
    await expect.element(orderBar()).toMatchTextContent('+ delivery from $2.99');
  });

  test('a dinner is chosen from the dinners of its day and counted', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [] }), step: 2 });
    await emptyCell('Mia', TUESDAY_DINNER).click();
    await expect
      .element(page.getByRole('dialog', { name: 'Dinner for Mia, Tue 24 Nov' }))
      .toBeVisible();
    await expect.element(mealInMenu('Burrito Bowl')).not.toBeInTheDocument();
    await mealInMenu('Green Curry').click();
    await closeMenu();
    await expect.element(menu()).not.toBeInTheDocument();
    await expect.element(filledCell('Green Curry', TUESDAY_DINNER)).toBeVisible();
    await expect.element(day(TUESDAY)).toMatchTextContent('610 of 900 Cal');
    await expect.element(orderBar()).toMatchTextContent('$22.49incl. $5.99 delivery');
    await expect.element(continueButton()).toBeEnabled();
  });

  test('what is said of a meal is what people decide by', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [] }), step: 2 });
    await emptyCell('Mia', TUESDAY_DINNER).click();
    const butterChicken = mealInMenu('Butter Chicken');
    await expect.element(butterChicken).toMatchTextContent('$14.99');
    await expect.element(butterChicken).toMatchTextContent('560 Cal');
    await expect.element(butterChicken).toMatchTextContent('39 g');
    await expect.element(butterChicken).toMatchTextContent('milk');
    await expect.element(mealInMenu('Lamb Stew')).toMatchTextContent('Allergens: ask us');
  });

  test('with the keyboard: Enter opens the menu, Escape closes it, and the focus is back', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [] }), step: 2 });
    await expect.element(emptyCell('Mia', TUESDAY_LUNCH)).toBeVisible();
    emptyCell('Mia', TUESDAY_LUNCH).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(menu()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(menu()).not.toBeInTheDocument();
    await expect.element(emptyCell('Mia', TUESDAY_LUNCH)).toHaveFocus();
    await expect.element(stepHeading('Meal Selection')).toBeVisible();
  });

  test('the browser’s way back closes the menu and not the step', async () => {
    const wizard = await openWizard(kitchen, { order: anOrderOf({ Mia: [] }), step: 2 });
    await emptyCell('Mia', TUESDAY_LUNCH).click();
    await expect.element(menu()).toBeVisible();
    wizard.goBack();
    await expect.element(menu()).not.toBeInTheDocument();
    await expect.element(stepHeading('Meal Selection')).toBeVisible();
  });

  test('a meal is changed for another', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY] }), step: 2 });
    await filledCell('Butter Chicken', TUESDAY_DINNER).click();
    await expect.element(mealInMenu('Butter Chicken')).toHaveAttribute('aria-pressed', 'true');
    await expect.element(mealInMenu('Green Curry')).toHaveAttribute('aria-pressed', 'false');
    await mealInMenu('Green Curry').click();
    await expect.element(filledCell('Green Curry', TUESDAY_DINNER)).toBeVisible();
    await expect.element(filledCell('Butter Chicken', TUESDAY_DINNER)).not.toBeInTheDocument();
  });

  test('the menu says on which other days the same person has a meal', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY, THURSDAY] }), step: 2 });
    await emptyCell('Mia', WEDNESDAY_DINNER).click();
    await expect
      .element(mealInMenu('Butter Chicken'))
      .toMatchTextContent('Also on Tue 24 Nov, Thu 26 Nov');
    await expect.element(mealInMenu('Green Curry')).not.toMatchTextContent('Also on');
  });

  test('a meal goes by its own button, or by leaving its cell empty', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY, WEDNESDAY] }), step: 2 });
    await removeButton('Butter Chicken', TUESDAY_DINNER).click();
    await expect.element(emptyCell('Mia', TUESDAY_DINNER)).toBeVisible();
    await filledCell('Butter Chicken', WEDNESDAY_DINNER).click();
    await menu().getByRole('button', { name: 'Take off' }).click();
    await expect.element(emptyCell('Mia', WEDNESDAY_DINNER)).toBeVisible();
    await expect.element(continueButton()).toBeDisabled();
  });

  test('an empty cell cannot be left empty once more', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [] }), step: 2 });
    await emptyCell('Mia', TUESDAY_DINNER).click();
    await expect.element(menu().getByRole('button', { name: 'Take off' })).not.toBeInTheDocument();
  });
});

describe('what cannot be chosen', () => {
  test('a meal is offered on the days it is cooked, and a day without any says so', async () => {
    kitchen.meals = [DINNER, { ...LUNCH, availableFrom: WEDNESDAY, availableTo: WEDNESDAY }];
    await openWizard(kitchen, { order: anOrderOf({ Mia: [] }), step: 2 });
    await emptyCell('Mia', TUESDAY_LUNCH).click();
    await expect.element(menu()).toMatchTextContent('No lunch on the menu for this day');
    await menu().getByRole('button', { name: 'Close' }).last().click();
    await emptyCell('Mia', { date: WEDNESDAY, mealType: 'lunch' }).click();
    await expect.element(mealInMenu('Burrito Bowl')).toBeVisible();
  });

  test('meals that are switched off are not offered, even where staff are sent them', async () => {
    kitchen.meals = [DINNER, { ...CURRY, isActive: false }];
    await openWizard(kitchen, { order: anOrderOf({ Mia: [] }), step: 2 });
    await emptyCell('Mia', TUESDAY_DINNER).click();
    await expect.element(mealInMenu('Butter Chicken')).toBeVisible();
    await expect.element(mealInMenu('Green Curry')).not.toBeInTheDocument();
  });

  test('with nothing on the menu there is nothing to fill, until the kitchen is asked again', async () => {
    kitchen.meals = [];
    await openWizard(kitchen, { order: anOrderOf({ Mia: [] }), step: 2 });
    await expect.element(page.getByText('No meals on the menu right now')).toBeVisible();
    await expect.element(emptyCell('Mia', TUESDAY_DINNER)).not.toBeInTheDocument();
    kitchen.meals = [DINNER];
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect.element(emptyCell('Mia', TUESDAY_DINNER)).toBeVisible();
  });
});

describe('what a person may not eat', () => {
  const withNeeds = (
    needs: Parameters<typeof whoNeeds>[1],
    people: Record<string, string[]> = { Mia: [] },
  ) => whoNeeds(anOrderOf(people), needs);

  test('is left out of their menu, counted and named, with the number to call', async () => {
    const order = withNeeds({ Mia: { allergens: ['milk'] } });
    await openWizard(kitchen, { order, step: 2 });
    await emptyCell('Mia', TUESDAY_DINNER).click();
    await expect.element(mealInMenu('Green Curry')).toBeVisible();
    await expect.element(mealInMenu('Butter Chicken')).not.toBeInTheDocument();
    await expect.element(mealInMenu('Lamb Stew')).not.toBeInTheDocument();
    const leftOut = menu().getByRole('button', { name: '1 meal, 2 left out for Mia' });
    await expect.element(leftOut).toHaveAttribute('aria-expanded', 'false');
    await leftOut.click();
    await expect.element(leftOut).toHaveAttribute('aria-expanded', 'true');
    await expect
      .element(menu())
      .toMatchTextContent(
        'Butter Chicken (milk), Lamb Stew (allergens not declared yet). We can’t put these on Mia’s plate here. Call us: (07) 5550 0164.',
      );
  });

  test('leaves the others’ menu as it is', async () => {
    const order = withNeeds({ Mia: { allergens: ['milk'] } }, { Mia: [], Ben: [] });
    await openWizard(kitchen, { order, step: 2 });
    await chosenIn('Whose meals?', /Ben/).click();
    await emptyCell('Ben', TUESDAY_DINNER).click();
    await expect.element(mealInMenu('Butter Chicken')).toBeVisible();
    await expect.element(menu()).not.toMatchTextContent('left out');
  });

  test('says so, with the number, when nothing is left of a day', async () => {
    kitchen.meals = [DINNER, LUNCH, STEW];
    const order = withNeeds({ Mia: { allergens: ['milk', 'egg'] } });
    await openWizard(kitchen, { order, step: 2 });
    await emptyCell('Mia', TUESDAY_DINNER).click();
    await expect
      .element(menu())
      .toMatchTextContent('No dinner without milk and egg on Tue 24 Nov. Call us: (07) 5550 0164.');
    await expect.element(menu().getByRole('listitem')).not.toBeInTheDocument();
  });

  test('what does not fit a diet comes last and says so', async () => {
    kitchen.meals = [DINNER, LUNCH, { ...CURRY, dietaryTags: ['vegan'], calories: 900 }];
    await openWizard(kitchen, { order: withNeeds({ Mia: { diets: ['vegetarian'] } }), step: 2 });
    await emptyCell('Mia', TUESDAY_DINNER).click();
    await expect.element(mealInMenu('Butter Chicken')).toMatchTextContent('not vegetarian');
    await expect.element(mealInMenu('Green Curry')).not.toMatchTextContent('not vegetarian');
    await expect.element(menu().getByRole('listitem').first()).toMatchTextContent('Green Curry');
  });

  test('what would not keep is left out, and what has to be frozen says so', async () => {
    kitchen.meals = [DINNER, LUNCH, { ...CURRY, shelfLifeDays: 2, freezable: false }];
    await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY] }), step: 2 });
    await emptyCell('Mia', { date: SATURDAY, mealType: 'dinner' }).click();
    await expect.element(mealInMenu('Butter Chicken')).toMatchTextContent('Freeze on arrival');
    await menu().getByRole('button', { name: '1 meal, 1 left out for Mia' }).click();
    await expect
      .element(menu())
      .toMatchTextContent('Green Curry (keeps until Thu 26 Nov). With this delivery day');
    await userEvent.keyboard('{Escape}');
    await emptyCell('Mia', { date: THURSDAY, mealType: 'dinner' }).click();
    await expect.element(mealInMenu('Green Curry')).toMatchTextContent('Keeps until Thu 26 Nov');
  });
});

describe('one meal after the other', () => {
  test('a second tap before the list has followed lays nothing for the next person', async () => {
    const order = whoNeeds(anOrderOf({ Mia: weekFrom(TUESDAY).slice(1), Ben: [] }), {
      Ben: { allergens: ['milk'] },
    });
    await openWizard(kitchen, { order, step: 2 });
    await emptyCell('Mia', TUESDAY_DINNER).click();
    await expect.element(mealInMenu('Butter Chicken')).toBeVisible();
    const card = mealInMenu('Butter Chicken').element() as HTMLElement;
    card.click();
    await Promise.resolve();
    expect(card.isConnected, 'the list is still Mia’s').toBe(true);
    card.click();
    await expect.element(sheet('Dinner for Ben, Tue 24 Nov')).toBeVisible();
    await expect.element(mealInMenu('Butter Chicken')).not.toBeInTheDocument();
    const seats = menu().getByRole('group', { name: 'Who is it for?' });
    await expect
      .element(seats.getByRole('radio', { name: /^Ben/ }))
      .toHaveAccessibleName(/0 meals/);
  });

  test('the sheet moves to the next empty day, and then to the next person', async () => {
    const all = weekFrom(TUESDAY);
    const order = anOrderOf({ Mia: all.filter((date) => date < SATURDAY), Ben: all.slice(1) });
    await openWizard(kitchen, { order, step: 2 });
    await emptyCell('Mia', { date: SATURDAY, mealType: 'dinner' }).click();
    await mealInMenu('Green Curry').click();
    await expect.element(sheet('Dinner for Mia, Sun 29 Nov')).toBeVisible();
    await expect
      .element(menu().getByRole('heading', { name: 'Dinner for Mia, Sun 29 Nov' }))
      .toHaveFocus();
    await expect.element(menu()).toMatchTextContent('Sat 28 Nov done. Next: Sun 29 Nov.');
    await mealInMenu('Green Curry').click();
    await mealInMenu('Green Curry').click();
    await expect.element(sheet('Dinner for Ben, Tue 24 Nov')).toBeVisible();
    await expect.element(menu()).toMatchTextContent('Mon 30 Nov done. Next: Ben, Tue 24 Nov.');
    await mealInMenu('Green Curry').click();
    await expect.element(sheet('All 14 dinners are on the table.')).toBeVisible();
    await menu().getByRole('button', { name: 'Lunches' }).click();
    await expect.element(sheet('Lunch for Mia, Tue 24 Nov')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(emptyCell('Mia', TUESDAY_LUNCH)).toHaveFocus();
  });

  test('Undo takes the last one back and returns to its day', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [] }), step: 2 });
    await emptyCell('Mia', TUESDAY_DINNER).click();
    await mealInMenu('Green Curry').click();
    await menu().getByRole('button', { name: 'Undo' }).click();
    await expect.element(sheet('Dinner for Mia, Tue 24 Nov')).toBeVisible();
    await expect.element(mealInMenu('Green Curry')).toHaveAttribute('aria-pressed', 'false');
    await closeMenu();
    await expect.element(emptyCell('Mia', TUESDAY_DINNER)).toBeVisible();
  });

  test('another person is one tap away, at their first empty day', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [], Ben: [TUESDAY] }), step: 2 });
    await emptyCell('Mia', TUESDAY_DINNER).click();
    await menu().getByRole('radio', { name: /Ben/ }).click();
    await expect.element(sheet('Dinner for Ben, Wed 25 Nov')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(emptyCell('Ben', WEDNESDAY_DINNER)).toHaveFocus();
  });

  test('the meal nearest to what the day needs comes first, and yesterday’s last', async () => {
    kitchen.meals = [
      { ...DINNER, calories: 460 },
      { ...CURRY, calories: 600 },
      { ...STEW, calories: 420 },
    ];
    await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY] }), step: 2 });
    await emptyCell('Mia', WEDNESDAY_DINNER).click();
    const order = menu().getByRole('listitem');
    await expect.element(order.first()).toMatchTextContent('Lamb Stew');
    await expect.element(order.last()).toMatchTextContent('Butter Chicken');
    await menu().getByRole('combobox', { name: 'Sort' }).selectOptions('protein');
    await expect.element(menu().getByRole('combobox', { name: 'Sort' })).toHaveValue('protein');
  });

  test('only what costs less than $14, if asked', async () => {
    kitchen.meals = [DINNER, { ...CURRY, price: '14.00' }, { ...STEW, price: '13.99' }];
    await openWizard(kitchen, { order: anOrderOf({ Mia: [] }), step: 2 });
    await emptyCell('Mia', TUESDAY_DINNER).click();
    await menu().getByRole('checkbox', { name: 'Under $14' }).click();
    await expect.element(menu().getByRole('listitem')).toHaveLength(1);
    await expect.element(mealInMenu('Lamb Stew')).toBeVisible();
  });
});

describe('a second helping', () => {
  test('is laid in a laid cell, counted, and taken off again', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY] }), step: 2 });
    await filledCell('Butter Chicken', TUESDAY_DINNER).click();
    await menu().getByRole('button', { name: 'Second helping' }).click();
    await expect.element(sheet('Dinner for Mia, Tue 24 Nov, second helping')).toBeVisible();
    await mealInMenu('Green Curry').click();
    await expect.element(menu()).not.toBeInTheDocument();
    const cell = filledCell('Butter Chicken', TUESDAY_DINNER);
    await expect.element(cell).toMatchTextContent('with the second helping + Green Curry');
    await expect.element(cell).toMatchTextContent('1170 Cal');
    await expect.element(day(TUESDAY)).toMatchTextContent('1,170 Cal with the second helping');
    await expect.element(orderBar()).toMatchTextContent('$37.48');
    await cell.click();
    await menu().getByRole('button', { name: 'Second helping' }).click();
    await menu().getByRole('button', { name: 'Take off' }).click();
    await expect.element(day(TUESDAY)).not.toMatchTextContent('second helping +');
    await expect.element(orderBar()).toMatchTextContent('$20.98');
  });

  test('becomes the first when the first is taken off', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY] }), step: 2 });
    await filledCell('Butter Chicken', TUESDAY_DINNER).click();
    await menu().getByRole('button', { name: 'Second helping' }).click();
    await mealInMenu('Green Curry').click();
    await removeButton('Butter Chicken', TUESDAY_DINNER).click();
    await expect.element(filledCell('Green Curry', TUESDAY_DINNER)).toBeVisible();
  });
});

describe('several people', () => {
  test('each has a week of their own', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY], Ben: [] }), step: 2 });
    await expect.element(page.getByRole('list', { name: 'Mia’s week' })).toBeVisible();
    await chosenIn('Whose meals?', /Ben/).click();
    await emptyCell('Ben', WEDNESDAY_DINNER).click();
    await mealInMenu('Green Curry').click();
    await closeMenu();
    await expect.element(filledCell('Green Curry', WEDNESDAY_DINNER)).toBeVisible();
    await chosenIn('Whose meals?', /Mia/).click();
    await expect.element(emptyCell('Mia', WEDNESDAY_DINNER)).toBeVisible();
    await expect.element(filledCell('Butter Chicken', TUESDAY_DINNER)).toBeVisible();
  });

  test('one alone is not asked whose meals they are', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY] }), step: 2 });
    await expect.element(page.getByRole('list', { name: 'Mia’s week' })).toBeVisible();
    await expect.element(page.getByRole('group', { name: 'Whose meals?' })).not.toBeInTheDocument();
  });

  test('the same meal can be given to everyone at once', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [], Ben: [TUESDAY] }), step: 2 });
    await emptyCell('Mia', TUESDAY_DINNER).click();
    await menu().getByRole('checkbox', { name: 'Same for everyone (2)' }).click();
    await mealInMenu('Green Curry').click();
    await expect.element(menu()).toMatchTextContent('On 2 tables.');
    await closeMenu();
    await expect.element(filledCell('Green Curry', TUESDAY_DINNER)).toBeVisible();
    await chosenIn('Whose meals?', /Ben/).click();
    await expect.element(filledCell('Green Curry', TUESDAY_DINNER)).toBeVisible();
    await expect.element(orderBar()).toMatchTextContent('$44.98');
  });

  test('a meal for everyone does not go to those who may not have it', async () => {
    const order = whoNeeds(anOrderOf({ Mia: [], Ben: [] }), { Ben: { allergens: ['milk'] } });
    await openWizard(kitchen, { order, step: 2 });
    await emptyCell('Mia', TUESDAY_DINNER).click();
    await menu().getByRole('checkbox', { name: 'Same for everyone (2)' }).click();
    await mealInMenu('Butter Chicken').click();
    await expect.element(menu()).toMatchTextContent('On 1 table. Not on Ben’s: milk.');
    await menu().getByRole('button', { name: 'Choose for Ben' }).click();
    await expect.element(sheet('Dinner for Ben, Tue 24 Nov')).toBeVisible();
    await expect.element(mealInMenu('Butter Chicken')).not.toBeInTheDocument();
  });

  test('copying leaves out what someone may not have, and leads to the cell', async () => {
    const order = whoNeeds(anOrderOf({ Mia: [TUESDAY, WEDNESDAY], Ben: [], Leo: [] }), {
      Ben: { allergens: ['milk'] },
    });
    await openWizard(kitchen, { order, step: 2 });
    await page.getByRole('button', { name: 'Copy Mia’s meals to everyone' }).click();
    await expect.element(orderBar()).toMatchTextContent('2 meals added');
    await expect.element(page.getByText('On 2 tables.')).toBeVisible();
    await expect.element(page.getByText('Not on Ben’s: milk.')).toBeVisible();
    await page.getByRole('button', { name: 'Choose for Ben' }).click();
    await expect.element(sheet('Dinner for Ben, Tue 24 Nov')).toBeVisible();
  });

  test('one’s meals are copied into the empty cells of the others, and taken back by Undo', async () => {
    const order = anOrderOf({ Mia: [TUESDAY, WEDNESDAY], Ben: [] });
    await openWizard(kitchen, { order, step: 2 });
    await chosenIn('Whose meals?', /Ben/).click();
    await emptyCell('Ben', TUESDAY_DINNER).click();
    await mealInMenu('Green Curry').click();
    await closeMenu();
    await chosenIn('Whose meals?', /Mia/).click();
    await page.getByRole('button', { name: 'Copy Mia’s meals to everyone' }).click();
    await expect.element(orderBar()).toMatchTextContent('1 meal added');
    await expect
      .element(page.getByRole('button', { name: 'Copy Mia’s meals to everyone' }))
      .toBeDisabled();
    await chosenIn('Whose meals?', /Ben/).click();
    await expect.element(filledCell('Green Curry', TUESDAY_DINNER)).toBeVisible();
    await expect.element(filledCell('Butter Chicken', WEDNESDAY_DINNER)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(emptyCell('Ben', WEDNESDAY_DINNER)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });
});

describe('filling the week', () => {
  const openFill = async () => {
    await page.getByRole('button', { name: 'Fill the week for me' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Fill the week' })).toBeVisible();
  };

  test('says how many meals it adds and what they cost, before it adds them', async () => {
    kitchen.meals = [DINNER, LUNCH];
    await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY] }), step: 2 });
    await openFill();
    await expect.element(menu()).toMatchTextContent('$89.94');
    await menu().getByRole('radio', { name: 'Both' }).click();
    await expect.element(menu().getByRole('button', { name: 'Add 13 meals' })).toBeVisible();
    await menu().getByRole('radio', { name: 'Lunches' }).click();
    await expect.element(menu()).toMatchTextContent('$97.93');
    await menu().getByRole('button', { name: 'Add 7 meals' }).click();
    await expect.element(menu()).not.toBeInTheDocument();
    await expect.element(filledCell('Burrito Bowl', TUESDAY_LUNCH)).toBeVisible();
    await expect.element(filledCell('Butter Chicken', TUESDAY_DINNER)).toBeVisible();
    await expect.element(emptyCell('Mia', WEDNESDAY_DINNER)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(emptyCell('Mia', TUESDAY_LUNCH)).toBeVisible();
  });

  test('is for everyone and for dinners, unless it is asked for one person', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [], Ben: [TUESDAY] }), step: 2 });
    await openFill();
    await expect.element(menu()).toMatchTextContent('13 dinners');
    await menu().getByRole('checkbox', { name: 'Ben' }).click();
    await expect.element(menu().getByRole('button', { name: 'Add 7 meals' })).toBeVisible();
    await menu().getByRole('checkbox', { name: 'Ben' }).click();
    await menu().getByRole('button', { name: 'Add 13 meals' }).click();
    await expect.element(chosenIn('Whose meals?', /Ben.*7 meals/)).toBeVisible();
  });

  test('comes near the plan of each, with other meals for another plan', async () => {
    kitchen.meals = [340, 360, 380, 400, 520, 540, 560, 580].map((calories, at) =>
      anOrderedMeal({
        id: at + 10,
        name: `Dinner of ${calories}`,
        calories,
        allergens: [],
        freezable: true,
      }),
    );
    const order = anOrderOf({ Mia: [], Ben: [] });
    order.draft.people = order.draft.people.map((person, at) => ({
      ...person,
      calorieTarget: at === 0 ? 1200 : 1800,
    }));
    await openWizard(kitchen, { order, step: 2 });
    await openFill();
    await expect
      .element(menu())
      .toMatchTextContent(
        '14 dinners, 8 different dishes. Nobody has one twice. $209.86 + delivery.',
      );
    await menu().getByRole('button', { name: 'Add 14 meals' }).click();
    await expect
      .element(page.getByRole('list', { name: 'Mia’s week' }))
      .toMatchTextContent(/Dinner of 3[468]0/);
    await chosenIn('Whose meals?', /Ben/).click();
    await expect
      .element(page.getByRole('list', { name: 'Ben’s week' }))
      .toMatchTextContent(/Dinner of 5[468]0/);
  });

  test('says how far the menu is from the plan where it has nothing nearer', async () => {
    kitchen.meals = [{ ...DINNER, calories: 600 }];
    await openWizard(kitchen, { order: anOrderOf({ Mia: [] }), step: 2 });
    await openFill();
    await expect
      .element(menu())
      .toMatchTextContent(
        'Mia’s dinners average 600 Cal, the plan asks for 450: none is that light.',
      );
  });

  test('keeps a limit, or says what the meals cost at least', async () => {
    kitchen.meals = [DINNER, { ...CURRY, price: '14.00' }, { ...STEW, price: '13.99' }];
    await openWizard(kitchen, { order: anOrderOf({ Mia: [] }), step: 2 });
    await openFill();
    const limit = menu().getByRole('textbox', { name: /Spend at most/ });
    await limit.fill('99');
    await expect.element(menu()).toMatchTextContent('$98.94 + delivery.');
    await limit.fill('90');
    await expect
      .element(menu())
      .toMatchTextContent(
        'These dinners cost at least $98.94. Raise the limit or take fewer days.',
      );
    await expect.element(menu().getByRole('button', { name: 'Add 0 meals' })).toBeDisabled();
    await limit.fill('0');
    await expect.element(menu()).toMatchTextContent('Enter an amount');
  });

  test('a tap on a dish swaps it, and only the days that are asked for are filled', async () => {
    kitchen.meals = [DINNER, CURRY, STEW];
    await openWizard(kitchen, { order: anOrderOf({ Mia: [] }), step: 2 });
    await openFill();
    for (const weekday of ['Wed', 'Thu', 'Fri', 'Sat', 'Sun', 'Mon']) {
      await menu()
        .getByRole('checkbox', { name: new RegExp(`^${weekday}`) })
        .click();
    }
    const food = () =>
      menu().getByRole('list', { name: 'What we would add' }).element().textContent;
    await expect.element(menu().getByRole('button', { name: 'Add 1 meal' })).toBeVisible();
    const before = food();
    await menu()
      .getByRole('button', { name: /Swap it for another/ })
      .click();
    await expect.poll(food).not.toBe(before);
    await menu()
      .getByRole('button', { name: /Swap it for another/ })
      .click();
    await menu()
      .getByRole('button', { name: /Swap it for another/ })
      .click();
    await expect.poll(food).toBe(before);
  });

  test('names the places for which there is nothing', async () => {
    kitchen.meals = [{ ...DINNER, availableTo: WEDNESDAY }];
    await openWizard(kitchen, { order: anOrderOf({ Mia: [], Ben: [] }), step: 2 });
    await openFill();
    await expect
      .element(menu())
      .toMatchTextContent(/No dinner for Ben on Thu 26 Nov, .*: we leave that empty\./);
    await menu().getByRole('button', { name: 'Add 4 meals' }).click();
    await expect.element(emptyCell('Mia', { date: THURSDAY, mealType: 'dinner' })).toBeVisible();
  });

  test('gives nobody what they may not have', async () => {
    const order = whoNeeds(anOrderOf({ Mia: [] }), { Mia: { allergens: ['milk'] } });
    await openWizard(kitchen, { order, step: 2 });
    await openFill();
    await menu().getByRole('button', { name: 'Add 7 meals' }).click();
    await expect.element(filledCell('Green Curry', TUESDAY_DINNER)).toBeVisible();
    await expect.element(page.getByText('Butter Chicken')).not.toBeInTheDocument();
    await expect.element(page.getByText('Lamb Stew')).not.toBeInTheDocument();
  });

  test('has nothing to do where the week is full', async () => {
    const order = anOrderOf({ Mia: kitchen.week.days.map(({ date }) => date) });
    await openWizard(kitchen, { order, step: 2 });
    await openFill();
    await expect.element(menu().getByRole('button', { name: /^Add/ })).toBeDisabled();
    await menu().getByRole('button', { name: 'Cancel' }).click();
    await expect.element(menu()).not.toBeInTheDocument();
  });
});

describe('on the screen', () => {
  test('a phone has one day below the other and the total at its foot', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY] }), step: 2 });
    await expect.element(day(WEDNESDAY)).toBeInTheDocument();
    const [tuesday, wednesday] = [TUESDAY, WEDNESDAY].map((date) =>
      day(date).element().getBoundingClientRect(),
    );
    expect(wednesday!.top).toBeGreaterThan(tuesday!.bottom);
    expect(orderBar().element().getBoundingClientRect().bottom).toBe(innerHeight);
    await expect.element(page.getByRole('heading', { name: 'Your table' })).not.toBeInTheDocument();
    expect(document.documentElement.scrollWidth).toBe(390);
  });

  test('a wide screen has the week side by side and the order beside it', async () => {
    await page.viewport(1280, 800);
    await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY], Ben: [] }), step: 2 });
    await expect.element(day(WEDNESDAY)).toBeInTheDocument();
    const [tuesday, wednesday] = [TUESDAY, WEDNESDAY].map((date) =>
      day(date).element().getBoundingClientRect(),
    );
    expect(wednesday!.top).toBe(tuesday!.top);
    expect(wednesday!.left).toBeGreaterThan(tuesday!.right);
    await expect.element(orderBar()).toMatchTextContent(/Mia1 meal · \$14\.99Ben0 meals · \$0\.00/);
    await expect.element(orderBar()).toMatchTextContent('Arrives Tue 24 Nov, 11am-1pm');
  });

  test.each([390, 1280])('axe finds nothing wrong at %i pixels', async (width) => {
    await page.viewport(width, 844);
    await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY], Ben: [] }), step: 2 });
    await expect.element(filledCell('Butter Chicken', TUESDAY_DINNER)).toBeVisible();
    expect(await listViolations()).toEqual([]);
    await emptyCell('Mia', TUESDAY_LUNCH).click();
    await expect.element(mealInMenu('Burrito Bowl')).toBeVisible();
    expect(await listViolations()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Fill the week for me' }).click();
    await expect.element(menu()).toMatchTextContent('13 dinners');
    expect(await listViolations()).toEqual([]);
  });
});
