import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { recommendCalories } from '#areas/calculator/calls/calorie-advice.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import { anOrderedMeal } from '#quality/support/a-meal.ts';
import { A_PROFILE } from '#quality/support/a-profile.ts';
import { readRecommendedPlan } from '#areas/calculator/web/site/kept-recommended-plan.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { never, refused, UNREACHABLE } from '#platform/web/testing/fake-server.ts';
import {
  anAdvice,
  answerCard,
  type Answers,
  calculate,
  field,
  goalField,
  fakeAdvice,
  openCalculator,
  resultsHeading,
  submitButton,
  targetField,
  WOMAN_OF_35,
} from '#areas/calculator/web/site/calculator-under-test.tsx';

const server = fakeAdvice();

const main = () => page.getByRole('main');
const region = (name: string | RegExp) => page.getByRole('region', { name });

const LUNCH = anOrderedMeal({
  name: 'Burrito Bowl',
  calories: 420,
  protein: 36,
  carbs: 50,
  fat: 20,
  price: '13.99',
  mealType: 'lunch',
  allergens: [],
});
const DINNER = {
  ...LUNCH,
  id: 2,
  name: 'Green Curry',
  mealType: 'dinner' as const,
  calories: 480,
  price: '16.50',
};

async function openResults(answers: Answers = WOMAN_OF_35, meals = [LUNCH, DINNER]) {
  const opened = await openCalculator({ meals });
  await calculate(answers);
  await expect.element(resultsHeading()).toBeVisible();
  return opened;
}

beforeEach(() => {
  server.answers(recommendCalories, () => anAdvice(A_PROFILE));
});

describe('while the answer is on its way', () => {
  test('what needs no recommendation is there at once, and the heading has the focus', async () => {
    server.answers(recommendCalories, never);
    await openResults();
    await expect.element(resultsHeading()).toHaveFocus();
    await expect.element(page.getByRole('status')).toMatchTextContent('Smart Analysis in Progress');
    await expect.element(main()).toMatchTextContent('BMR1,495 Cal');
    await expect.element(main()).toMatchTextContent('TDEE2,056 Cal');
    await expect.element(main()).toMatchTextContent('Body fat (estimated)40.8%');
    await expect.element(answerCard()).not.toBeInTheDocument();
    expect(await listViolations()).toEqual([]);
  });

  test('an answer to figures that have been changed since comes to nothing', async () => {
    let answerFirst = () => {};
    server.answers(
      recommendCalories,
      () =>
        new Promise((resolve) => {
          answerFirst = () => resolve(anAdvice(A_PROFILE));
        }),
    );
    await openResults();
    await page.getByRole('button', { name: 'Recalculate' }).click();
    answerFirst();
    await expect.element(submitButton()).toBeVisible();
    await expect.element(resultsHeading()).not.toBeInTheDocument();
  });
});

describe('the answer', () => {
  test('is the kitchen’s, in one sentence and the numbers it stands on', async () => {
    await openResults();
    await expect.element(answerCard()).toMatchTextContent('The kitchen says hello.');
    await expect.element(answerCard()).toMatchTextContent('1500 Calorie Plan');
    await expect
      .element(answerCard())
      .toMatchTextContent('Timeline (range 25 to 43 weeks)32 weeks');
    await expect.element(answerCard()).toMatchTextContent('−0.31 kg');
    await expect.element(answerCard()).toMatchTextContent('not medical advice');
    await expect.element(page.getByRole('row', { name: 'Protein 114 g 29% 1,908' })).toBeVisible();
    await expect.element(region('Your day')).toMatchTextContent('660 Cal');
  });

  test('is kept for the order, and leads there', async () => {
    const opened = await openResults();
    await expect.element(answerCard()).toBeVisible();
    await expect.poll(() => readRecommendedPlan([1200, 1500, 1800])?.planCalories).toBe(1500);
    await page.getByRole('link', { name: 'Order with 1500 Calorie Plan' }).click();
    await expect.element(page.getByText('Another page')).toBeVisible();
    expect(opened.address()).toBe('/order');
  });

  test.each([
    ['is gone', () => server.answers(recommendCalories, () => UNREACHABLE)],
    [
      'is broken',
      () =>
        server.answers(recommendCalories, () => refused(500, { message: 'No.', code: 'internal' })),
    ],
  ])('is worked out in the browser when the kitchen %s', async (_, breakIt) => {
    breakIt();
    await openResults();
    await expect.element(answerCard()).toMatchTextContent('aim for about 1560 calories a day');
    await expect.element(page.getByText(/^Worked out in your browser/)).toBeVisible();
    await expect.element(answerCard()).not.toMatchTextContent('The kitchen says hello.');
  });

  test('shows warnings of the kitchen beside it', async () => {
    const advisories = [{ type: 'warning' as const, code: 'x', text: 'At least 60 kg, please.' }];
    server.answers(recommendCalories, () => anAdvice(A_PROFILE, { advisories }));
    await openResults();
    await expect.element(answerCard()).toMatchTextContent('At least 60 kg, please.');
  });

  test('speaks in the units of the visitor', async () => {
    await openCalculator({ meals: [LUNCH, DINNER] });
    await calculateInPounds();
    await expect.element(answerCard()).toMatchTextContent('−0.7 lb');
    await expect.element(region('Projected weight')).toMatchTextContent('lb');
  });

  async function calculateInPounds() {
    await calculate(WOMAN_OF_35);
    await page.getByRole('button', { name: 'Recalculate' }).click();
    await page.getByRole('radio', { name: 'Feet and pounds' }).click();
    await submitButton().click();
  }
});

describe('who needs more than two meals', () => {
  test('reads of a second helping, in words and in the picture of the day', async () => {
    server.answers(recommendCalories, () => UNREACHABLE);
    await openResults({ ...WOMAN_OF_35, weight: '60', goal: 'Gain Weight', target: '64' });
    await expect.element(answerCard()).toMatchTextContent('1800 Calorie Plan');
    await expect.element(main()).toMatchTextContent('Add a second helping once a day');
    await expect.element(region('Your day')).toMatchTextContent(/A second helping.*540 Cal/);
  });
});

describe('beside the answer', () => {
  test('a timeline that is too short is said to need more', async () => {
    await openResults();
    await expect
      .element(page.getByRole('heading', { name: 'Timeline alignment: more time needed' }))
      .toBeVisible();
  });

  test('a timeline that is long enough is realistic', async () => {
    server.answers(recommendCalories, () => anAdvice({ ...A_PROFILE, targetWeightKg: 78 }));
    await openResults({ ...WOMAN_OF_35, target: '78' });
    await expect
      .element(page.getByRole('heading', { name: 'Timeline alignment: realistic' }))
      .toBeVisible();
  });

  test('a goal that no safe deficit leads to has no time, and the card says so', async () => {
    server.answers(recommendCalories, () => UNREACHABLE);
    await openResults({
      ...WOMAN_OF_35,
      age: '65',
      height: '155',
      weight: '52',
      target: '48',
      activity: 'Sedentary',
    });
    await expect
      .element(page.getByRole('heading', { name: 'Timeline alignment: not estimated' }))
      .toBeVisible();
  });

  test('keeping one’s weight has neither timeline nor curve of weeks to a target', async () => {
    server.answers(recommendCalories, () =>
      anAdvice({ ...A_PROFILE, goal: 'maintain', targetWeightKg: null }),
    );
    await openResults({ ...WOMAN_OF_35, goal: 'Maintain Weight', target: '' });
    await expect.element(answerCard()).toBeVisible();
    await expect
      .element(page.getByRole('heading', { name: /^Timeline alignment/ }))
      .not.toBeInTheDocument();
  });

  test('the curve of the weight is a table too', async () => {
    await openResults();
    await expect.element(page.getByRole('img', { name: /Projected weight by week/ })).toBeVisible();
    const today = page.getByRole('row', { name: /^Today 80 kg/ });
    await expect.element(today).not.toBeInTheDocument();
    await page.getByText(/^The same as a table/).click();
    await expect.element(today).toBeVisible();
  });

  test('formulas and sources are a tap away', async () => {
    await openResults();
    await page.getByText(/^Formulas and your numbers/).click();
    await expect.element(page.getByText(/10 × 80 kg \+ 6\.25 × 165 cm/)).toBeVisible();
    await page.getByText(/^Sources/).click();
    await expect.element(page.getByRole('link', { name: /Mifflin/ }).first()).toBeVisible();
  });
});

describe('meals that fit', () => {
  const pairs = () => page.getByRole('region', { name: /lunch/i }).getByRole('listitem');

  test('are pairs of the menu, with what they cost and leave of the day', async () => {
    const opened = await openResults();
    await expect.element(pairs()).toHaveLength(1);
    await expect
      .element(pairs())
      .toMatchTextContent(/Burrito Bowl.*Green Curry.*900 Cal together\$30\.49/);
    await expect.element(pairs()).toMatchTextContent('Leaves 660 Cal');
    await page.getByRole('link', { name: 'Order Your Plan Now' }).click();
    expect(opened.address()).toBe('/order');
  });

  test('are those that can be ordered on an open day', async () => {
    server.answers(getOrderingWeek, () => ({
      timeZone: 'Australia/Brisbane',
      now: '2026-11-18T02:00:00Z',
      cutoff: '2026-11-22T07:00:00Z',
      pastDeadline: false,
      sale: { state: 'open' },
      weekStart: '2026-11-24',
      weekEnd: '2026-11-30',
      days: [{ date: '2026-11-24', windows: [], limited: [] }],
    }));
    const gone = { ...DINNER, id: 3, name: 'Lamb Stew', availableTo: '2026-11-23' };
    await openResults(WOMAN_OF_35, [LUNCH, DINNER, gone]);
    await expect.element(pairs()).toHaveLength(1);
    await expect.element(pairs()).toMatchTextContent('Green Curry');
  });

  test('are all on sale when the open days are not known', async () => {
    const other = { ...DINNER, id: 3, name: 'Lamb Stew', availableTo: '2026-11-23' };
    await openResults(WOMAN_OF_35, [LUNCH, DINNER, other, { ...LUNCH, id: 4, isActive: false }]);
    await expect.element(pairs()).toHaveLength(2);
  });

  test('are none without a menu', async () => {
    await openResults(WOMAN_OF_35, []);
    await expect.element(answerCard()).toBeVisible();
    await expect.element(pairs()).not.toBeInTheDocument();
    await expect.element(page.getByRole('link', { name: 'See the whole menu' })).toBeVisible();
  });
});

describe('adjusting by hand', () => {
  const calories = () =>
    region('Adjust your calories').getByRole('textbox', { name: 'Calories a day' });
  const step = (name: string) => page.getByRole('button', { name });

  test('in steps: everything above follows, and there is a way back', async () => {
    await openResults();
    await expect.element(calories()).toHaveValue('1560');
    await step('50 calories more').click();
    await expect.element(calories()).toHaveValue('1610');
    await expect.element(answerCard()).toMatchTextContent('aim for about 1610 calories a day');
    await step('Back to the recommended 1,560').click();
    await expect.element(answerCard()).toMatchTextContent('The kitchen says hello.');
    await expect.element(step('Back to the recommended 1,560')).not.toBeInTheDocument();
  });

  test('typed: applied as soon as it is possible', async () => {
    await openResults();
    await calories().fill('1700');
    await expect.element(answerCard()).toMatchTextContent('aim for about 1700 calories a day');
  });

  test('typed out of range: said so, not applied, and gone when the field is left', async () => {
    await openResults();
    await calories().fill('900');
    await expect.element(calories()).toHaveAttribute('aria-invalid');
    await expect
      .element(calories())
      .toHaveAccessibleDescription(/Please enter a whole number from 1,360 to 1,860\./);
    await expect.element(answerCard()).toMatchTextContent('The kitchen says hello.');
    await userEvent.tab();
    await expect.element(calories()).toHaveValue('1560');
    await expect.element(calories()).not.toHaveAttribute('aria-invalid');
  });

  test('ends where less would not be safe', async () => {
    await openResults();
    for (let steps = 0; steps < 4; steps += 1) await step('50 calories fewer').click();
    await expect.element(calories()).toHaveValue('1360');
    await expect.element(step('50 calories fewer')).toBeDisabled();
    await expect.element(step('50 calories more')).toBeEnabled();
  });

  test('may lead to another plan, which the order then starts with', async () => {
    await openResults();
    await expect.element(answerCard()).toBeVisible();
    await expect.poll(() => readRecommendedPlan([1200, 1500, 1800])?.planCalories).toBe(1500);
    await calories().fill('1400');
    await expect.element(answerCard()).toMatchTextContent('1200 Calorie Plan');
    await expect.poll(() => readRecommendedPlan([1200, 1500, 1800])?.planCalories).toBe(1200);
  });
});

test('Recalculate leads back to the form as it was filled in', async () => {
  await openResults();
  await expect.element(answerCard()).toBeVisible();
  await page.getByRole('button', { name: 'Recalculate' }).click();
  await expect.element(field('Age (years) *')).toHaveValue('35');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  await expect.element(goalField()).toHaveDisplayValue('Lose Weight');
  await expect.element(targetField()).toHaveValue(70);
});

test.each([390, 1280])('axe finds nothing wrong at %i pixels', async (width) => {
  await page.viewport(width, 844);
  await openResults();
  await expect.element(answerCard()).toBeVisible();
  await page.getByText(/^The same as a table/).click();
  await page.getByText(/^Formulas and your numbers/).click();
  expect(await listViolations()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(width);
});
