import { liveHearts } from '#areas/menu/web/hearts.ts';
import { anOrderedMeal } from '#quality/support/a-meal.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { addDays, weekFrom } from '#platform/rules/plain-date.ts';
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
  cards,
  cellHeading,
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
  whoNeeds,
} from '#areas/checkout/web/site/order/wizard-under-test.tsx';

const kitchen = fakeOrdering();

const SATURDAY = addDays(TUESDAY, 4);
const dinnerOn = (date: string) => ({ date, mealType: 'dinner' }) as const;
const TUESDAY_DINNER = dinnerOn(TUESDAY);
const TUESDAY_LUNCH = { date: TUESDAY, mealType: 'lunch' } as const;
const WEDNESDAY_DINNER = dinnerOn(WEDNESDAY);

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
const seat = (name: string) => chosenIn('Whose meals?', new RegExp(`^${name}`));
const choose = (name: string) => mealInMenu(name).click();
const undo = () => page.getByRole('button', { name: 'Undo' });
const step = async (order: Parameters<typeof openWizard>[1] = {}) => {
  await openWizard(kitchen, { ...order, step: 2 });
};

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

  test('says how many are left, and nothing on a day with enough', async () => {
    limitOn(TUESDAY, 4);
    await step({ order: anOrderOf({ Mia: [] }) });
    await expect.element(mealInMenu('Green Curry')).toMatchTextContent('4 left');
    await emptyCell('Mia', WEDNESDAY_DINNER).click();
    await expect.element(mealInMenu('Green Curry')).not.toMatchTextContent('left');
  });

  test('is grey and last once it is sold out for the day', async () => {
    limitOn(TUESDAY, 0);
    await step({ order: anOrderOf({ Mia: [] }) });
    await expect.element(mealInMenu('Green Curry')).toBeDisabled();
    await expect.element(mealInMenu('Green Curry')).toMatchTextContent('Sold out for Tue 24 Nov');
    await expect.element(cards().getByRole('listitem').last()).toMatchTextContent('Green Curry');
    await emptyCell('Mia', WEDNESDAY_DINNER).click();
    await expect.element(mealInMenu('Green Curry')).toBeEnabled();
  });

  test('is marked in the week where more are placed than are left', async () => {
    limitOn(TUESDAY, 0);
    const order = anOrderOf({ Mia: [TUESDAY, WEDNESDAY] });
    order.draft.people[0]!.mealAssignments.forEach((meal) => {
      meal.mealId = CURRY.id;
    });
    await step({ order });
    const week = await showWeek('Mia');
    await expect.element(week.getByText('Sold out for Tue 24 Nov')).toBeVisible();
    await expect.element(week.getByText('Sold out for Wed 25 Nov')).not.toBeInTheDocument();
  });
});

describe('choosing meals', () => {
  test('nothing can be bought before there is a meal', async () => {
    await step({ order: anOrderOf({ Mia: [] }) });
    await expect.element(continueButton()).toBeDisabled();
    await expect
      .element(continueButton())
      .toHaveAccessibleDescription('Please choose at least one meal');
    await expect.element(orderBar()).toMatchTextContent('+ delivery from $2.99');
  });

  test('begins with the first empty dinner; a tap lays a meal, counts it and moves on', async () => {
    await step({ order: anOrderOf({ Mia: [] }) });
    await expect.element(cellHeading('Mia', TUESDAY_DINNER)).toBeVisible();
    await expect.element(mealInMenu('Burrito Bowl')).not.toBeInTheDocument();
    await choose('Green Curry');
    await expect.element(cellHeading('Mia', WEDNESDAY_DINNER)).toHaveFocus();
    await expect.element(page.getByText('Green Curry for Mia, Tue.')).toBeVisible();
    await expect.element(filledCell('Green Curry', TUESDAY_DINNER)).toBeVisible();
    await expect.element(orderBar()).toMatchTextContent('$22.49incl. $5.99 delivery');
    await expect.element(continueButton()).toBeEnabled();
    const week = await showWeek('Mia');
    await expect.element(week).toMatchTextContent('610 of 900 Cal');
    await expect.element(page.getByRole('button', { name: 'Week', exact: true })).toHaveFocus();
    await page.getByRole('button', { name: 'Choose', exact: true }).click();
    await expect.element(cellHeading('Mia', WEDNESDAY_DINNER)).toHaveFocus();
  });

  test('what is said of a meal is what people decide by', async () => {
    await step({ order: anOrderOf({ Mia: [] }) });
    await expect
      .element(mealInMenu('Butter Chicken'))
      .toHaveAccessibleName('Butter Chicken $14.99 · 560 Cal Contains: milk');
    await expect.element(mealInMenu('Lamb Stew')).toMatchTextContent('Allergens: ask us');
  });

  test('arrow keys lead through the week, and Enter opens a cell', async () => {
    await step({ order: anOrderOf({ Mia: [] }) });
    await expect.element(emptyCell('Mia', TUESDAY_DINNER)).toBeVisible();
    emptyCell('Mia', TUESDAY_DINNER).element().focus();
    await userEvent.keyboard('{ArrowRight}{ArrowUp}{Enter}');
    const wednesdayLunch = { date: WEDNESDAY, mealType: 'lunch' } as const;
    await expect.element(cellHeading('Mia', wednesdayLunch)).toHaveFocus();
    await expect.element(mealInMenu('Burrito Bowl')).toBeVisible();
  });

  test('the browser’s way back closes the cell that was opened, and not the step', async () => {
    const wizard = await openWizard(kitchen, { order: anOrderOf({ Mia: [] }), step: 2 });
    await emptyCell('Mia', TUESDAY_LUNCH).click();
    await emptyCell('Mia', dinnerOn(SATURDAY)).click();
    await choose('Green Curry');
    await expect.element(cellHeading('Mia', dinnerOn(addDays(TUESDAY, 5)))).toBeVisible();
    wizard.goBack();
    await expect.element(cellHeading('Mia', TUESDAY_DINNER)).toBeVisible();
    await expect.element(stepHeading('Meal Selection')).toBeVisible();
  });

  test('a filled cell says what is in it; a tap on another meal changes it and stays', async () => {
    await step({ order: anOrderOf({ Mia: [TUESDAY] }) });
    await filledCell('Butter Chicken', TUESDAY_DINNER).click();
    await expect.element(page.getByText('Chosen: Butter Chicken')).toBeVisible();
    await expect.element(mealInMenu('Butter Chicken')).toHaveAttribute('aria-pressed', 'true');
    await choose('Green Curry');
    await expect.element(filledCell('Green Curry', TUESDAY_DINNER)).toBeVisible();
    await expect.element(cellHeading('Mia', TUESDAY_DINNER)).toBeVisible();
  });

  test('says on which other days the same person has a meal', async () => {
    await step({ order: anOrderOf({ Mia: [TUESDAY, THURSDAY] }) });
    await expect.element(cellHeading('Mia', WEDNESDAY_DINNER)).toBeVisible();
    await expect.element(mealInMenu('Butter Chicken')).toMatchTextContent('Also Tue, Thu');
    await expect.element(mealInMenu('Green Curry')).not.toMatchTextContent('Also');
  });

  test('a meal is taken off in its cell or in the week, each with Undo', async () => {
    await step({ order: anOrderOf({ Mia: [TUESDAY, WEDNESDAY] }) });
    await filledCell('Butter Chicken', TUESDAY_DINNER).click();
    await page.getByRole('button', { name: 'Take off' }).click();
    await expect.element(emptyCell('Mia', TUESDAY_DINNER)).toBeVisible();
    await expect.element(page.getByText('Butter Chicken off for Mia, Tue.')).toBeVisible();
    await undo().click();
    await expect.element(filledCell('Butter Chicken', TUESDAY_DINNER)).toBeVisible();
    const week = await showWeek('Mia');
    await week.getByRole('button', { name: /^Remove Butter Chicken, dinner on Tuesday/ }).click();
    await page.getByRole('button', { name: 'Choose', exact: true }).click();
    await expect.element(emptyCell('Mia', TUESDAY_DINNER)).toBeVisible();
  });

  test('a cell of the week opens for choosing, and Back leads to the week again', async () => {
    const wizard = await openWizard(kitchen, { order: anOrderOf({ Mia: [] }), step: 2 });
    const week = await showWeek('Mia');
    await week.getByRole('button', { name: /^Lunch for Mia, Tuesday/ }).click();
    await expect.element(cellHeading('Mia', TUESDAY_LUNCH)).toHaveFocus();
    wizard.goBack();
    await expect.element(week).toBeVisible();
  });
});

describe('what cannot be chosen', () => {
  test('a meal is offered on the days it is cooked, and a day without any says so', async () => {
    kitchen.meals = [DINNER, { ...LUNCH, availableFrom: WEDNESDAY, availableTo: WEDNESDAY }];
    await step({ order: anOrderOf({ Mia: [] }) });
    await emptyCell('Mia', TUESDAY_LUNCH).click();
    await expect.element(page.getByText('No lunch on the menu for this day')).toBeVisible();
    await emptyCell('Mia', { date: WEDNESDAY, mealType: 'lunch' }).click();
    await expect.element(mealInMenu('Burrito Bowl')).toBeVisible();
  });

  test('a day on which no food comes says so, and offers nothing', async () => {
    const closed = { open: false, placesLeft: 0 };
    kitchen.week = {
      ...kitchen.week,
      days: kitchen.week.days.map((day) => ({
        ...day,
        windows: day.windows.map((one) => (day.date === TUESDAY ? { ...one, ...closed } : one)),
      })),
    };
    await step({ order: anOrderOf({ Mia: [] }) });
    await expect.element(cellHeading('Mia', WEDNESDAY_DINNER)).toBeVisible();
    await page
      .getByRole('button', { name: 'Dinner, Tuesday 24 November: no food comes that day' })
      .click();
    await expect.element(page.getByText('No food comes on Tue 24 Nov')).toBeVisible();
    await expect.element(cards()).not.toBeInTheDocument();
  });

  test('with one kind of meal there is one row of days', async () => {
    kitchen.meals = [DINNER];
    await step({ order: anOrderOf({ Mia: [] }) });
    await expect.element(emptyCell('Mia', TUESDAY_DINNER)).toBeVisible();
    await expect.element(emptyCell('Mia', TUESDAY_LUNCH)).not.toBeInTheDocument();
  });

  test('meals that are switched off are not offered, even where staff are sent them', async () => {
    kitchen.meals = [DINNER, { ...CURRY, isActive: false }];
    await step({ order: anOrderOf({ Mia: [] }) });
    await expect.element(mealInMenu('Butter Chicken')).toBeVisible();
    await expect.element(mealInMenu('Green Curry')).not.toBeInTheDocument();
  });

  test('with nothing on the menu there is nothing to fill, until the kitchen is asked again', async () => {
    kitchen.meals = [];
    await step({ order: anOrderOf({ Mia: [] }) });
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

  test('is left out, counted in a fold, and named in it with the number to call', async () => {
    await step({ order: withNeeds({ Mia: { allergens: ['milk'] } }) });
    await expect.element(mealInMenu('Green Curry')).toBeVisible();
    await expect.element(mealInMenu('Butter Chicken')).not.toBeInTheDocument();
    await expect.element(mealInMenu('Lamb Stew')).not.toBeInTheDocument();
    await page.getByText(/^2 meals left out for Mia: it declares milk; we don’t know all/).click();
    await expect.element(page.getByText('Butter Chicken: contains milk')).toBeVisible();
    await expect.element(page.getByText('Lamb Stew: allergens not declared yet')).toBeVisible();
    await expect
      .element(page.getByText(/on Mia’s plate here\. Call us: \(07\) 5550 0164/))
      .toBeVisible();
  });

  test('leaves the others’ menu as it is', async () => {
    await step({ order: withNeeds({ Mia: { allergens: ['milk'] } }, { Mia: [], Ben: [] }) });
    await seat('Ben').click();
    await expect.element(mealInMenu('Butter Chicken')).toBeVisible();
    await expect.element(page.getByText(/left out/)).not.toBeInTheDocument();
  });

  test('says so, with the number, when nothing is left of a day', async () => {
    kitchen.meals = [DINNER, LUNCH, STEW];
    await step({ order: withNeeds({ Mia: { allergens: ['milk', 'egg'] } }) });
    await expect
      .element(
        page.getByText('No dinner without milk and egg on Tue 24 Nov. Call us: (07) 5550 0164.'),
      )
      .toBeVisible();
  });

  test('what does not fit a diet comes last and says so', async () => {
    kitchen.meals = [DINNER, LUNCH, { ...CURRY, dietaryTags: ['vegan'], calories: 900 }];
    await step({ order: withNeeds({ Mia: { diets: ['vegetarian'] } }) });
    await expect.element(mealInMenu('Butter Chicken')).toMatchTextContent('not vegetarian');
    await expect.element(mealInMenu('Green Curry')).not.toMatchTextContent('not vegetarian');
    await expect.element(cards().getByRole('listitem').first()).toMatchTextContent('Green Curry');
  });

  test('what would not keep is left out, and what has to be frozen says so', async () => {
    kitchen.meals = [DINNER, LUNCH, { ...CURRY, shelfLifeDays: 2, freezable: false }];
    await step({ order: anOrderOf({ Mia: [TUESDAY] }) });
    await emptyCell('Mia', dinnerOn(SATURDAY)).click();
    await expect.element(mealInMenu('Butter Chicken')).toMatchTextContent('Freeze on arrival');
    await page.getByText('1 meal left out for Mia: some would not keep until then.').click();
    await expect.element(page.getByText('Green Curry: keeps until Thu 26 Nov')).toBeVisible();
  });
});

describe('finding a meal', () => {
  test('chips count what this person may have, and narrow it until another person is served', async () => {
    kitchen.meals = [
      { ...DINNER, ingredients: 'Chicken thigh, milk.' },
      { ...CURRY, ingredients: 'Chicken breast.' },
      { ...STEW, ingredients: 'Lamb.', allergens: [] },
    ];
    const order = whoNeeds(anOrderOf({ Mia: [], Ben: [] }), { Mia: { allergens: ['milk'] } });
    await step({ order });
    const chip = (name: string) => page.getByRole('button', { name, exact: true });
    await chip('Chicken 1').click();
    await expect.element(cards().getByRole('listitem')).toHaveLength(1);
    await choose('Green Curry');
    await expect.element(chip('Chicken 1')).toHaveAttribute('aria-pressed', 'true');
    await seat('Ben').click();
    await expect.element(chip('Chicken 2')).toHaveAttribute('aria-pressed', 'false');
    liveHearts();
    await page.getByRole('button', { name: 'Favourite: Lamb Stew' }).click();
    await chip('Favourites 1').click();
    await expect.element(cards().getByRole('listitem')).toHaveLength(1);
    await page.getByRole('button', { name: 'Favourite: Lamb Stew' }).click();
  });

  test('words that leave out an allergen narrow the view, and ask whether it is a need', async () => {
    await step({ order: anOrderOf({ Mia: [] }) });
    await page.getByRole('button', { name: 'Search these meals' }).click();
    await page.getByRole('searchbox', { name: 'Search these meals' }).fill('no milk');
    await expect.element(mealInMenu('Butter Chicken')).not.toBeInTheDocument();
    await expect.element(page.getByText('Is this a need of Mia’s?')).toBeVisible();
    await page.getByRole('button', { name: 'Close the search' }).click();
    await expect.element(mealInMenu('Butter Chicken')).toBeVisible();
    await page.getByRole('button', { name: 'Search these meals' }).click();
    await page.getByRole('searchbox', { name: 'Search these meals' }).fill('no milk');
    await page.getByRole('button', { name: 'Add it for Mia' }).click();
    await expect.element(page.getByText(/^2 meals left out for Mia/)).toBeVisible();
  });
});

describe('one meal after the other', () => {
  test('a second tap before the cards have followed lays nothing for the next person', async () => {
    const order = whoNeeds(anOrderOf({ Mia: weekFrom(TUESDAY).slice(1), Ben: [] }), {
      Ben: { allergens: ['milk'] },
    });
    await step({ order });
    await expect.element(mealInMenu('Butter Chicken')).toBeVisible();
    // Cards that are still being drawn take no tap.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const card = mealInMenu('Butter Chicken').element() as HTMLElement;
    card.click();
    await Promise.resolve();
    expect(card.isConnected, 'the cards are still Mia’s').toBe(true);
    card.click();
    await expect.element(cellHeading('Ben', TUESDAY_DINNER)).toBeVisible();
    await expect.element(mealInMenu('Butter Chicken')).not.toBeInTheDocument();
    await expect.element(seat('Ben')).toHaveAccessibleName(/0 meals/);
  });

  test('two taps on one card within 300 ms lay it once', async () => {
    await step({ order: anOrderOf({ Mia: [] }) });
    await userEvent.dblClick(mealInMenu('Green Curry'));
    await expect.element(cellHeading('Mia', WEDNESDAY_DINNER)).toBeVisible();
    await expect.element(emptyCell('Mia', WEDNESDAY_DINNER)).toBeVisible();
  });

  test('goes on to the next empty day, the next person, and the other kind only when asked', async () => {
    const all = weekFrom(TUESDAY);
    const order = anOrderOf({ Mia: all.slice(0, 6), Ben: all.slice(1) });
    await step({ order });
    await choose('Green Curry');
    await expect.element(cellHeading('Ben', TUESDAY_DINNER)).toHaveFocus();
    await choose('Lamb Stew');
    await expect.element(page.getByText('All 14 dinners are chosen.')).toBeVisible();
    await page.getByRole('button', { name: 'Lunches too' }).click();
    await expect.element(cellHeading('Mia', TUESDAY_LUNCH)).toBeVisible();
  });

  test('Skip leaves a cell empty, and does not come back to it; Done leads to the delivery', async () => {
    const all = weekFrom(TUESDAY);
    await step({ order: anOrderOf({ Mia: all.slice(2) }) });
    await page.getByRole('button', { name: 'Skip' }).click();
    await expect.element(cellHeading('Mia', WEDNESDAY_DINNER)).toBeVisible();
    await choose('Green Curry');
    await expect.element(page.getByText('That was the last empty dinner.')).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.element(page.getByRole('region', { name: 'Delivery' })).toHaveFocus();
  });

  test('Undo takes the last one back and returns to its day', async () => {
    await step({ order: anOrderOf({ Mia: [] }) });
    await choose('Green Curry');
    await undo().click();
    await expect.element(cellHeading('Mia', TUESDAY_DINNER)).toBeVisible();
    await expect.element(emptyCell('Mia', TUESDAY_DINNER)).toBeVisible();
    await expect.element(undo()).not.toBeInTheDocument();
  });

  test('another person is one tap away, at their first empty day', async () => {
    await step({ order: anOrderOf({ Mia: [], Ben: [TUESDAY] }) });
    await seat('Ben').click();
    await expect.element(cellHeading('Ben', WEDNESDAY_DINNER)).toBeVisible();
  });
});

describe('a second helping', () => {
  test('is placed in a filled cell, counted, and taken off again', async () => {
    await step({ order: anOrderOf({ Mia: [TUESDAY] }) });
    await filledCell('Butter Chicken', TUESDAY_DINNER).click();
    await page.getByRole('button', { name: 'Second helping' }).click();
    await choose('Green Curry');
    const cell = filledCell('Butter Chicken and Green Curry', TUESDAY_DINNER);
    await expect.element(cell).toBeVisible();
    await expect.element(orderBar()).toMatchTextContent('$37.48');
    await page.getByRole('button', { name: 'Second helping' }).click();
    await expect.element(page.getByText('Chosen: Green Curry')).toBeVisible();
    await page.getByRole('button', { name: 'Take off' }).click();
    await expect.element(cell).not.toBeInTheDocument();
    await expect.element(orderBar()).toMatchTextContent('$20.98');
  });

  test('becomes the first when the first is taken off', async () => {
    await step({ order: anOrderOf({ Mia: [TUESDAY] }) });
    await filledCell('Butter Chicken', TUESDAY_DINNER).click();
    await page.getByRole('button', { name: 'Second helping' }).click();
    await choose('Green Curry');
    await page.getByRole('button', { name: 'Take off' }).click();
    await expect.element(filledCell('Green Curry', TUESDAY_DINNER)).toBeVisible();
  });
});

describe('several people', () => {
  test('one alone is not asked whose meals they are', async () => {
    await step({ order: anOrderOf({ Mia: [TUESDAY] }) });
    await expect.element(cards()).toBeVisible();
    await expect.element(page.getByRole('group', { name: 'Whose meals?' })).not.toBeInTheDocument();
  });

  test('Everyone stays on until it is tapped off, and names whom it left out', async () => {
    const order = whoNeeds(anOrderOf({ Mia: [], Ben: [TUESDAY], Leo: [] }), {
      Ben: { allergens: ['milk'] },
    });
    order.draft.people[1]!.mealAssignments = [];
    await step({ order });
    const everyone = page.getByRole('checkbox', { name: 'Everyone' });
    await everyone.click();
    await choose('Green Curry');
    await expect.element(page.getByText('Green Curry for everyone, Tue.')).toBeVisible();
    await expect.element(everyone).toBeChecked();
    await expect.element(cellHeading('Mia', WEDNESDAY_DINNER)).toBeVisible();
    await choose('Butter Chicken');
    await expect.element(page.getByText('Butter Chicken for Mia and Leo, Wed.')).toBeVisible();
    await expect.element(page.getByText('Not Ben: milk.')).toBeVisible();
    await page.getByRole('button', { name: 'Choose for Ben' }).click();
    await expect.element(cellHeading('Ben', WEDNESDAY_DINNER)).toBeVisible();
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
    await expect.element(seat('Ben')).toHaveAccessibleName(/7 meals/);
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
    await expect.element(await showWeek('Mia')).toMatchTextContent(/Dinner of 3[468]0/);
    await seat('Ben').click();
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
    await expect.element(menu()).toMatchTextContent('$98.96 + delivery.');
    await limit.fill('90');
    await expect
      .element(menu())
      .toMatchTextContent(
        'These dinners cost at least $98.96. Raise the limit or take fewer days.',
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
    const week = page.getByRole('group', { name: 'Mia’s days' });
    await expect
      .element(week.getByRole('button', { name: /Butter Chicken|Lamb Stew/ }))
      .not.toBeInTheDocument();
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
  test.each([
    [390, 844, 1],
    [390, 844, 6],
    [320, 640, 1],
    [320, 640, 6],
  ])('%i x %i shows four meals to %i without scrolling', async (width, height, count) => {
    await page.viewport(width, height);
    kitchen.meals = Array.from({ length: 8 }, (_, at) =>
      anOrderedMeal({
        id: at + 1,
        name: `Roast Pork Fillet with Apple and Fennel ${at}`,
        allergens: ['milk', 'sulphites'],
      }),
    );
    const names = ['Mia', 'Ben', 'Grandma Elizabeth of Cleveland', 'Leo', 'Ava', 'Zoe'];
    await step({
      order: anOrderOf(Object.fromEntries(names.slice(0, count).map((name) => [name, []]))),
    });
    await expect.element(cards()).toBeVisible();
    const bar = orderBar().element().getBoundingClientRect();
    expect(bar.bottom).toBe(height);
    const fourth = cards()
      .getByText(/^\$14\.99/)
      .nth(3)
      .element();
    expect(fourth.getBoundingClientRect().bottom).toBeLessThanOrEqual(bar.top);
    expect(document.documentElement.scrollWidth).toBe(width);
  });

  test('a wide screen has the person’s week beside the cards, and the order beside both', async () => {
    await page.viewport(1440, 900);
    await step({ order: anOrderOf({ Mia: [TUESDAY], Ben: [] }) });
    await expect.element(cards()).toBeVisible();
    const week = page.getByRole('group', { name: 'Mia’s days' }).element().getBoundingClientRect();
    const list = cards().element().getBoundingClientRect();
    expect(week.right).toBeLessThan(list.left);
    expect(list.right).toBeLessThan(orderBar().element().getBoundingClientRect().left);
    await expect.element(orderBar()).toMatchTextContent(/Mia1 meal · \$14\.99Ben0 meals · \$0\.00/);
    await expect.element(orderBar()).toMatchTextContent('Arrives Tue 24 Nov, 11am-1pm');
  });

  test.each([390, 1280])('axe finds nothing wrong at %i pixels', async (width) => {
    await page.viewport(width, 844);
    await step({ order: anOrderOf({ Mia: [TUESDAY], Ben: [] }) });
    await filledCell('Butter Chicken', TUESDAY_DINNER).click();
    await choose('Green Curry');
    expect(await listViolations()).toEqual([]);
    await showWeek('Mia');
    expect(await listViolations()).toEqual([]);
    await page.getByRole('button', { name: 'Fill the week for me' }).click();
    await expect.element(menu()).toMatchTextContent('13 dinners');
    expect(await listViolations()).toEqual([]);
  });
});
