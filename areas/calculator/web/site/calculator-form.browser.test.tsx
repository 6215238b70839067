import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { recommendCalories } from '#areas/calculator/calls/calorie-advice.ts';
import { EATING_SUPPORT } from '#areas/calculator/rules/health-advisory.ts';
import { PROFILE_MESSAGES, TARGET_TOO_HIGH } from '#areas/calculator/rules/check-profile.ts';
import { A_PROFILE } from '#quality/support/a-profile.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { refused } from '#platform/web/testing/fake-server.ts';
import {
  anAdvice,
  answerCard,
  calculate,
  field,
  fillIn,
  goalField,
  fakeAdvice,
  openCalculator,
  resultsHeading,
  submitButton,
  targetField,
  WOMAN_OF_35,
} from '#areas/calculator/web/site/calculator-under-test.tsx';

const server = fakeAdvice();

const units = (name: string) =>
  page.getByRole('group', { name: 'Units' }).getByRole('radio', { name });
const activity = () => page.getByRole('combobox', { name: 'Activity level *' });
const advisory = () => page.getByRole('status');

/** The results show before the numbers are sent. */
async function sentNumbers() {
  await expect.poll(() => server.sent(recommendCalories)).not.toHaveLength(0);
  return server.sent(recommendCalories).at(-1)?.body;
}

describe('what must be filled in', () => {
  test('is not scolded before someone tries to go on', async () => {
    await openCalculator();
    await field('Age (years) *').click();
    await userEvent.tab();
    await expect.element(field('Age (years) *')).not.toHaveAttribute('aria-invalid');
  });

  test('is told all at once then, and the first of it has the focus', async () => {
    await openCalculator();
    await field('Age (years) *').fill('35');
    await submitButton().click();
    await expect
      .element(field('Height (cm) *'))
      .toHaveAccessibleDescription(PROFILE_MESSAGES.height);
    await expect
      .element(field('Weight (kg) *'))
      .toHaveAccessibleDescription(PROFILE_MESSAGES.weight);
    await expect.element(activity()).toHaveAccessibleDescription(PROFILE_MESSAGES.activityLevel);
    await expect.element(goalField()).toHaveAccessibleDescription(PROFILE_MESSAGES.goal);
    await expect.element(page.getByText(PROFILE_MESSAGES.gender)).toBeVisible();
    await expect.element(field('Age (years) *')).not.toHaveAttribute('aria-invalid');
    await expect.element(page.getByRole('radio', { name: 'Male', exact: true })).toHaveFocus();
    expect(server.sent(recommendCalories)).toEqual([]);
  });

  test('a message goes as soon as its field is right', async () => {
    await openCalculator();
    await submitButton().click();
    await expect.element(field('Height (cm) *')).toHaveAttribute('aria-invalid');
    await field('Height (cm) *').fill('165');
    await expect.element(field('Height (cm) *')).not.toHaveAttribute('aria-invalid');
    await expect.element(field('Weight (kg) *')).toHaveAttribute('aria-invalid');
  });

  test.each([
    ['Age (years) *', '17', /for adults/],
    ['Age (years) *', '101', PROFILE_MESSAGES.age],
    ['Height (cm) *', '1.65', PROFILE_MESSAGES.height],
    ['Weight (kg) *', 'eighty', PROFILE_MESSAGES.weight],
  ])('%s cannot be %s', async (label, typed, message) => {
    await openCalculator();
    await field(label).fill(typed);
    await submitButton().click();
    await expect.element(field(label)).toHaveAccessibleDescription(message);
  });

  test('a target on the wrong side is told at once', async () => {
    await openCalculator();
    await fillIn({ ...WOMAN_OF_35, target: '85' });
    await expect.element(targetField()).toHaveAccessibleDescription(TARGET_TOO_HIGH);
    await targetField().fill('70');
    await expect.element(targetField()).not.toHaveAttribute('aria-invalid');
  });

  test('Enter in a field asks for the results', async () => {
    await openCalculator();
    await fillIn(WOMAN_OF_35);
    await field('Age (years) *').click();
    await userEvent.keyboard('{Enter}');
    await expect.element(resultsHeading()).toBeVisible();
  });
});

describe('what is asked depends on the answers', () => {
  test('a goal that moves needs a target and has a timeline', async () => {
    await openCalculator();
    await goalField().selectOptions('Gain Weight');
    await expect.element(targetField()).toHaveAttribute('aria-required', 'true');
    const timeline = page.getByRole('combobox', { name: 'Timeline' });
    await expect.element(timeline).toHaveDisplayValue('Moderate (5 months)');
    await goalField().selectOptions('Maintain Weight');
    await expect.element(timeline).not.toBeInTheDocument();
  });

  test('maintaining takes a target but needs none; one more than 2 kg away gets a warning', async () => {
    await openCalculator();
    await fillIn({ ...WOMAN_OF_35, goal: 'Maintain Weight', target: '' });
    const target = page.getByRole('spinbutton', { name: /^Target weight \(kg\) \(?optional/ });
    await expect.element(target).not.toHaveAttribute('aria-required', 'true');
    await target.fill('77.9');
    await expect
      .element(advisory())
      .toMatchTextContent('For maintenance, target weight should be within 2kg of current weight');
    await target.fill('78');
    await expect.element(advisory()).toHaveTextContent('');
    await target.fill('');
    await submitButton().click();
    await expect.element(resultsHeading()).toBeVisible();
  });

  test('a target typed before stays in sight, so that it can be put right', async () => {
    await openCalculator();
    await fillIn(WOMAN_OF_35);
    await goalField().selectOptions('Maintain Weight');
    await expect.element(targetField()).toHaveValue(70);
    await expect.element(advisory()).toMatchTextContent('within 2kg of current weight');
    await targetField().fill('79');
    await expect.element(advisory()).toHaveTextContent('');
  });

  test('body fat is asked of those who know it, and sent only then', async () => {
    await openCalculator();
    await fillIn(WOMAN_OF_35);
    await expect.element(field('Body fat (%) *')).not.toBeInTheDocument();
    await page.getByRole('checkbox', { name: /body fat/ }).click();
    await submitButton().click();
    await expect
      .element(field('Body fat (%) *'))
      .toHaveAccessibleDescription(new RegExp(PROFILE_MESSAGES.bodyFat));
    await expect.element(field('Body fat (%) *')).toHaveFocus();
    await field('Body fat (%) *').fill('38');
    await submitButton().click();
    await expect.element(resultsHeading()).toBeVisible();
    expect((await sentNumbers())?.bodyFat).toBe(38);
  });

  test('training days are asked of those who cycle, and counted', async () => {
    await openCalculator();
    await fillIn(WOMAN_OF_35);
    await page.getByRole('checkbox', { name: 'Calorie cycling' }).click();
    const days = page.getByRole('group', { name: 'Training days' });
    await days.getByRole('button', { name: 'Mon' }).click();
    await days.getByRole('button', { name: 'Wed' }).click();
    await days.getByRole('button', { name: 'Fri' }).click();
    await days.getByRole('button', { name: 'Fri' }).click();
    await expect
      .element(days.getByRole('button', { name: 'Wed' }))
      .toHaveAttribute('aria-pressed', 'true');
    await submitButton().click();
    await expect.element(resultsHeading()).toBeVisible();
    expect(await sentNumbers()).toMatchObject({ useCalorieCycling: true, trainingDaysCount: 2 });
  });

  test('an activity level says what it means', async () => {
    await openCalculator();
    await activity().selectOptions('Very Active');
    await expect.element(activity()).toHaveAccessibleDescription(/hard exercise 6 to 7 days/);
    const examples = page.getByText('Heavy physical work, or training twice a day');
    await expect.element(examples).not.toBeVisible();
    await page.getByText(/Which level am I/).click();
    await expect.element(examples).toBeVisible();
  });
});

describe('units', () => {
  test('what has been typed is converted, there and back', async () => {
    await openCalculator();
    await fillIn(WOMAN_OF_35);
    await units('Feet and pounds').click();
    await expect.element(field('feet')).toHaveValue('5');
    await expect.element(field('inches')).toHaveValue('5');
    await expect.element(field('Weight (pounds) *')).toHaveValue('176.4');
    await expect.element(targetField('pounds')).toHaveValue(154.3);
    await units('cm and kg').click();
    await expect.element(field('Height (cm) *')).toHaveValue('165');
    await expect.element(field('Weight (kg) *')).toHaveValue('80');
    await expect.element(targetField()).toHaveValue(70);
  });

  test('feet and pounds are sent as centimetres and kilograms', async () => {
    await openCalculator();
    await fillIn(WOMAN_OF_35);
    await units('Feet and pounds').click();
    await field('inches').fill('6');
    await field('Weight (pounds) *').fill('180');
    await submitButton().click();
    await expect.element(resultsHeading()).toBeVisible();
    expect(await sentNumbers()).toMatchObject({ height: 167.64, weight: 81.647 });
  });

  test('messages speak of the units that are shown', async () => {
    await openCalculator();
    await units('Feet and pounds').click();
    await field('feet').fill('3');
    await field('Weight (pounds) *').fill('12');
    await submitButton().click();
    await expect.element(field('feet')).toHaveAccessibleDescription(/4 ft to 7 ft 6 in/);
    await expect.element(field('inches')).toHaveAttribute('aria-invalid');
    await expect.element(field('Weight (pounds) *')).toHaveAccessibleDescription(/67 to 661 lb/);
  });
});

describe('health advisories', () => {
  test('a goal that would do harm is blocked, with someone to talk to', async () => {
    await openCalculator();
    await fillIn({ ...WOMAN_OF_35, weight: '45', target: '' });
    await expect.element(advisory()).toMatchTextContent('You are currently underweight.');
    await expect.element(advisory()).toMatchTextContent('Current BMI: 16.5 (underweight)');
    await expect.element(advisory()).toMatchTextContent(EATING_SUPPORT);
    await expect.element(targetField()).toBeDisabled();
    await expect
      .element(page.getByRole('button', { name: 'Please review health advisory above' }))
      .toBeDisabled();
    await field('Age (years) *').click();
    await userEvent.keyboard('{Enter}');
    await expect.element(resultsHeading()).not.toBeInTheDocument();
    expect(server.sent(recommendCalories)).toEqual([]);

    await goalField().selectOptions('Gain Weight');
    await expect.element(targetField()).toBeEnabled();
    await expect.element(submitButton()).toBeEnabled();
  });

  test('a target below the healthy range is blocked until there is a better one', async () => {
    await openCalculator();
    await fillIn({ ...WOMAN_OF_35, target: '48' });
    await expect.element(advisory()).toMatchTextContent('The nearest healthy weight is 50.4 kg.');
    await expect.element(submitButton()).not.toBeInTheDocument();
    await units('Feet and pounds').click();
    await expect.element(advisory()).toMatchTextContent(/50\.\d kg \(111\.\d lb\)/);
    await targetField('pounds').fill('150');
    await expect.element(advisory()).toHaveTextContent('');
    await submitButton().click();
    await expect.element(resultsHeading()).toBeVisible();
  });

  test('a warning does not hold anyone up', async () => {
    await openCalculator();
    await fillIn({ ...WOMAN_OF_35, weight: '75', goal: 'Gain Weight', target: '78' });
    await expect.element(advisory()).toMatchTextContent('You are currently overweight.');
    await submitButton().click();
    await expect.element(resultsHeading()).toBeVisible();
  });

  test('after a strict diet help is offered without a warning', async () => {
    await openCalculator();
    await fillIn(WOMAN_OF_35);
    await page.getByRole('checkbox', { name: /strict diet/ }).click();
    await expect.element(advisory()).toMatchTextContent(EATING_SUPPORT);
    await expect.element(advisory()).not.toMatchTextContent('Health advisory');
  });

  test('what the kitchen will not calculate is told in its own words, above the figures as typed', async () => {
    const message = 'Please talk to your GP before you go on.';
    server.answers(recommendCalories, () => refused(422, { message, code: 'unsafe_goal' }));
    await openCalculator();
    await calculate(WOMAN_OF_35);
    await expect.element(advisory()).toMatchTextContent(message);
    await expect.element(field('Age (years) *')).toHaveValue('35');
    await expect.element(targetField()).toHaveValue(70);
    await field('Age (years) *').fill('36');
    await expect.element(advisory()).toHaveTextContent('');
  });

  test('what the kitchen finds wrong stands beside its field', async () => {
    const fields = { weight: 'That weight cannot be.' };
    server.answers(recommendCalories, () =>
      refused(400, { message: 'Please check.', code: 'invalid', fields }),
    );
    await openCalculator();
    await calculate(WOMAN_OF_35);
    await expect.element(field('Weight (kg) *')).toHaveAccessibleDescription(fields.weight);
    await expect.element(field('Weight (kg) *')).toHaveFocus();
  });
});

describe('the adviser', () => {
  const choice = () => page.getByRole('checkbox', { name: /Willow/ });
  const config = { adviser: { name: 'Willow' } };

  test('is not spoken of where there is none', async () => {
    await openCalculator();
    await calculate(WOMAN_OF_35);
    await expect.element(resultsHeading()).toBeVisible();
    expect((await sentNumbers())?.useAdviser).toBeUndefined();
  });

  test('is left out until someone says yes', async () => {
    await openCalculator({ config });
    await expect.element(choice()).not.toBeChecked();
    await calculate(WOMAN_OF_35);
    await expect.element(resultsHeading()).toBeVisible();
    expect((await sentNumbers())?.useAdviser).toBe(false);
  });

  test('is named beside the words that are its own', async () => {
    server.answers(recommendCalories, () => anAdvice(A_PROFILE, { explanationSource: 'model' }));
    await openCalculator({ config });
    await choice().click();
    await calculate(WOMAN_OF_35);
    await expect.element(answerCard()).toBeVisible();
    await expect.element(page.getByText(/^Written by Willow/)).toBeVisible();
    expect((await sentNumbers())?.useAdviser).toBe(true);
  });
});

test('all that was filled in is sent', async () => {
  await openCalculator();
  await calculate(WOMAN_OF_35);
  await expect.element(resultsHeading()).toBeVisible();
  expect(await sentNumbers()).toMatchObject({
    age: 35,
    gender: 'female',
    height: 165,
    weight: 80,
    bodyFat: null,
    activityLevel: 'Lightly Active',
    goal: 'Lose Weight',
    targetWeight: 70,
    hasRecentDiet: false,
    useCalorieCycling: false,
  });
});

test.each([390, 1280])('axe finds nothing wrong at %i pixels', async (width) => {
  await page.viewport(width, 844);
  await openCalculator({ config: { adviser: { name: 'Willow' } } });
  await page.getByRole('checkbox', { name: 'Calorie cycling' }).click();
  await submitButton().click();
  await expect.element(field('Age (years) *')).toHaveFocus();
  expect(await listViolations()).toEqual([]);
  await fillIn({ ...WOMAN_OF_35, weight: '45', target: '' });
  await expect.element(advisory()).toMatchTextContent('underweight');
  expect(await listViolations()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(width);
});
