import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { saveRecommendedPlan } from '#areas/calculator/web/site/kept-recommended-plan.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { anOrderOf, TUESDAY, WEDNESDAY } from '#areas/checkout/web/site/order/test-kitchen.ts';
import {
  chosenIn,
  continueButton,
  filledCell,
  fakeOrdering,
  openWizard,
  orderBar,
  showWeek,
  stepHeading,
} from '#areas/checkout/web/site/order/wizard-under-test.tsx';

const kitchen = fakeOrdering();

const TUESDAY_DINNER = { date: TUESDAY, mealType: 'dinner' } as const;

const count = (number: number) =>
  chosenIn('How many people are eating?', number === 1 ? '1 person' : `${number} people`);
const nameOf = (number: number) => page.getByRole('textbox', { name: `Name of person ${number}` });
const planOf = (name: string) =>
  page.getByRole('combobox', { name: `How many calories a day for ${name}?` });

describe('how many people eat', () => {
  test('an order begins with one person, who is ready to go on', async () => {
    await openWizard(kitchen);
    await expect.element(stepHeading('Number of People')).toBeVisible();
    await expect.element(count(1)).toBeChecked();
    await expect.element(nameOf(1)).toHaveValue('Person 1');
    await expect
      .element(page.getByRole('main'))
      .toMatchTextContent('use the calorie calculator. Each person');
    await continueButton().click();
    await expect.element(stepHeading('Meal Selection')).toHaveFocus();
  });

  test('six people fit, with one tap, and not one more', async () => {
    await openWizard(kitchen);
    await count(6).click();
    await expect.element(nameOf(6)).toHaveValue('Person 6');
    await expect.element(page.getByRole('radio', { name: '7 people' })).not.toBeInTheDocument();
    await count(5).click();
    await expect.element(nameOf(6)).not.toBeInTheDocument();
  });

  test('the meal that the customer came with is named, and can be left out', async () => {
    const order = anOrderOf({ Mia: [] });
    order.draft.wish = 1;
    await openWizard(kitchen, { order });
    await expect.element(page.getByText('For your table: Butter Chicken')).toBeVisible();
    await page.getByRole('button', { name: 'Leave Butter Chicken out' }).click();
    await expect.element(page.getByText(/^For your table/)).not.toBeInTheDocument();
  });

  test('someone without meals leaves at once', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [], Ben: [] }) });
    await page.getByRole('button', { name: 'Remove Mia' }).click();
    await expect.element(nameOf(1)).toHaveValue('Ben');
    await expect.element(page.getByRole('button', { name: /^Remove/ })).not.toBeInTheDocument();
  });

  test('someone with meals stays until the question is answered', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY], Ben: [TUESDAY, WEDNESDAY] }) });
    await count(1).click();
    const question = page.getByRole('dialog', { name: /Ben/ });
    await expect.element(question).toMatchTextContent('2 meals');
    await question.getByRole('button', { name: 'Keep' }).click();
    await expect.element(nameOf(2)).toHaveValue('Ben');

    await page.getByRole('button', { name: 'Remove Ben' }).click();
    await expect.element(question).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(nameOf(2)).toHaveValue('Ben');

    await page.getByRole('button', { name: 'Remove Ben' }).click();
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect.element(count(1)).toBeChecked();
    await expect.element(orderBar()).toMatchTextContent('$20.98');
  });

  test('those who stay keep their names and meals when the first leaves', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [], Ben: [TUESDAY] }) });
    await page.getByRole('button', { name: 'Remove Mia' }).click();
    await continueButton().click();
    await expect.element(filledCell('Butter Chicken', TUESDAY_DINNER)).toBeVisible();
    await expect.element(page.getByRole('group', { name: 'Ben’s days' })).toBeVisible();
  });
});

describe('names', () => {
  test('a name is taken along to the meals', async () => {
    await openWizard(kitchen);
    await nameOf(1).fill('Mia');
    await continueButton().click();
    await expect.element(page.getByRole('group', { name: 'Mia’s days' })).toBeVisible();
  });

  test('clicking into a name selects it, so that typing replaces it', async () => {
    await openWizard(kitchen);
    await nameOf(1).click();
    await userEvent.keyboard('Zoë');
    await expect.element(nameOf(1)).toHaveValue('Zoë');
  });

  test('an empty name holds the order up, and is marked once the field has been left', async () => {
    const message = 'Please enter a name for person 1';
    await openWizard(kitchen);
    await nameOf(1).fill('   ');
    await expect.element(continueButton()).toBeDisabled();
    await expect.element(orderBar()).toMatchTextContent(message);
    await expect.element(nameOf(1)).not.toBeInvalid();
    await userEvent.tab();
    await expect.element(nameOf(1)).toBeInvalid();
    await expect.element(nameOf(1)).toHaveAccessibleDescription(message);
    await nameOf(1).fill('Mia');
    await expect.element(nameOf(1)).not.toBeInvalid();
    await expect.element(continueButton()).toBeEnabled();
  });

  test('two people cannot have one name, however it is written', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [], Ben: [] }) });
    await nameOf(2).fill(' mIA');
    await userEvent.tab();
    await continueButton().click();
    await expect.element(nameOf(2)).toHaveFocus();
    await expect
      .element(continueButton())
      .toHaveAccessibleDescription(/give each person a different name/);
    await expect.element(nameOf(1)).not.toBeInvalid();
    await expect.element(nameOf(2)).toBeInvalid();
    await nameOf(1).fill('Ann');
    await expect.element(nameOf(2)).not.toBeInvalid();
    await continueButton().click();
    await expect.element(stepHeading('Meal Selection')).toBeVisible();
  });

  test('Enter in a name goes on', async () => {
    await openWizard(kitchen);
    await nameOf(1).fill('Mia');
    await userEvent.keyboard('{Enter}');
    await expect.element(stepHeading('Meal Selection')).toBeVisible();
  });
});

describe('calorie plans', () => {
  test('each person has a plan of their own', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [], Ben: [] }) });
    const [mia, ben] = [planOf('Mia'), planOf('Ben')];
    await expect.element(mia).toHaveValue('1500');
    await mia.selectOptions('1200');
    await expect.element(mia).toHaveValue('1200');
    await expect.element(ben).toHaveValue('1500');
    await expect
      .element(page.getByText(/^1,200 Cal a day: about 720 from lunch and dinner here/))
      .toBeVisible();
    await expect
      .element(page.getByText(/^1,500 Cal a day: about 900 from lunch and dinner here/))
      .toBeVisible();
    await continueButton().click();
    await expect.element(await showWeek('Mia')).toMatchTextContent('0 of 720 Cal');
  });

  test('a new order starts with the plan that the calculator recommended', async () => {
    saveRecommendedPlan({ planCalories: 1800, secondHelpings: 1 });
    await openWizard(kitchen);
    await expect.element(planOf('Person 1')).toHaveValue('1800');
    await expect.element(page.getByRole('button', { name: 'Got it' })).not.toBeInTheDocument();
    await expect
      .element(page.getByText(/as the calculator advised: about 1,620 from here\.$/))
      .toBeVisible();
  });

  test('a plan recommended since is given to the first person, with a notice to read', async () => {
    saveRecommendedPlan({ planCalories: 1200, secondHelpings: 0 });
    await openWizard(kitchen, { order: anOrderOf({ Mia: [], Ben: [] }) });
    await expect.element(planOf('Mia')).toHaveValue('1200');
    await expect.element(planOf('Ben')).toHaveValue('1500');
    const notice = page.getByRole('status').filter({ hasText: '1200 Cal plan' });
    await expect.element(notice).toMatchTextContent('Mia');
    await page.getByRole('button', { name: 'Got it' }).click();
    await expect.element(notice).not.toBeInTheDocument();
  });
});

describe('what a person may not eat', () => {
  const fold = (name: string) => page.getByText(`Allergies, diet of ${name}`);
  const cannotHave = (name: string) => page.getByRole('group', { name: `${name} can’t have` });
  const chip = (name: string, label: string) =>
    cannotHave(name).getByRole('checkbox', { name: label, exact: true });

  test('is folded until wanted, and the folded line says what is inside', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [], Ben: [] }) });
    await expect.element(cannotHave('Mia')).not.toBeInTheDocument();
    await fold('Mia').click();
    await chip('Mia', 'All tree nuts').click();
    await chip('Mia', 'Milk').click();
    await page
      .getByRole('group', { name: 'Mia’s diet' })
      .getByRole('checkbox', { name: 'Vegetarian' })
      .click();
    await page.getByRole('textbox', { name: /^Note on what Mia eats/ }).fill('hates mushrooms');
    await expect.element(page.getByText('15/200')).toBeVisible();
    await expect
      .element(page.getByText('Mia can’t have: all tree nuts, milk. Vegetarian. “hates mushrooms”'))
      .toBeVisible();
    await expect.element(fold('Ben')).toHaveTextContent('Allergies, diet of Ben');
  });

  test('a group is half on while some of it is, and whole with one more tap', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [] }) });
    await fold('Mia').click();
    await cannotHave('Mia').getByRole('button', { name: 'More allergens' }).click();
    await chip('Mia', 'Cashew').click();
    const nuts = chip('Mia', 'All tree nuts');
    await expect.element(nuts).toHaveAttribute('aria-checked', 'mixed');
    await nuts.click();
    await expect.element(nuts).toBeChecked();
    await expect.element(chip('Mia', 'Walnut')).toBeChecked();
    await nuts.click();
    await expect.element(chip('Mia', 'Cashew')).not.toBeChecked();
  });

  test('a note that speaks of an allergy is answered before going on', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Zoe: [], Ben: [] }) });
    await page.getByText('Allergies, diet of Ben').click();
    await page.getByRole('textbox', { name: /^Note on what Ben eats/ }).fill('Allergic to soy');
    const asked = page.getByRole('button', { name: 'Leave soy out for Ben', exact: true });
    await expect.element(asked).toBeVisible();
    await expect.element(orderBar()).toMatchTextContent('Answer the question about Ben’s note');
    await continueButton().click();
    await expect.element(page.getByLabelText('Questions about your note')).toHaveFocus();
    await asked.click();
    await expect.element(page.getByText('Ben can’t have: soy. “Allergic to soy”')).toBeVisible();
    await continueButton().click();
    await expect.element(stepHeading('Meal Selection')).toBeVisible();
  });

  test('says that traces are possible, whom to call, and that we keep it', async () => {
    await openWizard(kitchen);
    await fold('Person 1').click();
    await expect
      .element(page.getByText(/uses milk, so traces are possible.*call us.*\(07\) 5550 0164\./))
      .toBeVisible();
    await expect.element(page.getByText(/^We keep this with your order/)).toBeVisible();
  });

  test('takes meals off that clash now, names them, and brings all back with Undo', async () => {
    await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY, WEDNESDAY] }) });
    await fold('Mia').click();
    await chip('Mia', 'Milk').click();
    const notice = page.getByRole('status').filter({ hasText: 'came off because of an allergy' });
    await expect.element(notice).toMatchTextContent('2 meals');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect
      .element(page.getByText('Butter Chicken (Mia, Tue 24 Nov, dinner): contains milk'))
      .toBeVisible();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(notice).not.toBeInTheDocument();
    await expect.element(chip('Mia', 'Milk')).not.toBeChecked();
    await expect.element(orderBar()).toMatchTextContent('$35.97');
  });

  test('axe finds nothing wrong with all of it open', async () => {
    await page.viewport(390, 844);
    await openWizard(kitchen, { order: anOrderOf({ Mia: [] }) });
    await fold('Mia').click();
    await cannotHave('Mia').getByRole('button', { name: 'More allergens' }).click();
    await page.getByRole('button', { name: 'More diets' }).click();
    await chip('Mia', 'Cashew').click();
    expect(await listViolations()).toEqual([]);
  });
});

describe('the week', () => {
  test('its days and its deadline are told', async () => {
    await openWizard(kitchen);
    await expect
      .element(page.getByText(/Tue 24 Nov to Mon 30 Nov 2026.*Sunday 22 November, 5pm/))
      .toBeVisible();
    await expect.element(page.getByText(/deadline has passed/)).not.toBeInTheDocument();
  });

  test('after the deadline it says which week is missed and which one is ordered', async () => {
    kitchen.week = { ...kitchen.week, pastDeadline: true };
    await openWizard(kitchen);
    await expect.element(page.getByText(/^This week’s order deadline has passed/)).toBeVisible();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect
      .element(page.getByText(/Tue 17 Nov to Mon 23 Nov.*Tue 24 Nov to Mon 30 Nov 2026/))
      .toBeVisible();
  });
});

test('axe finds nothing wrong with the step, with its messages and its dialog', async () => {
  await openWizard(kitchen, { order: anOrderOf({ Mia: [TUESDAY], Ben: [] }) });
  await nameOf(2).fill('');
  await userEvent.tab();
  await expect.element(nameOf(2)).toBeInvalid();
  expect(await listViolations()).toEqual([]);
  await page.getByRole('button', { name: 'Remove Mia' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(await listViolations()).toEqual([]);
});
