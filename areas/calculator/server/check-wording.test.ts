import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { describe, expect, test } from 'vitest';
import type { CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';
import { buildRecommendation } from '#areas/calculator/rules/recommendation.ts';
import { adviceFacts, checkWording } from './model-wording.ts';

const profile: CalculatorProfile = {
  gender: 'female',
  ageYears: 37,
  heightCm: 165.3,
  weightKg: 81.7,
  bodyFatPercent: null,
  activityLevel: 'lightly-active',
  goal: 'lose',
  targetWeightKg: 71.9,
  hasRecentDiet: false,
  trainingDays: null,
};
const facts = adviceFacts('lose', buildRecommendation(profile, defaultBusiness), defaultBusiness);

const GOOD = {
  headline:
    'About 1,570 calories a day suit your goal, with the 1500 Calorie Plan for the whole day.',
  paragraphs: [
    'Lunch and dinner give 900 calories, which leaves 670 for breakfast and snacks.',
    'Expect about 31 weeks, and anything from 25 to 42 is normal.',
  ],
};

const check = (wording: unknown) => checkWording(JSON.stringify(wording), facts);
const saying = (paragraph: string) => check({ ...GOOD, paragraphs: [paragraph] });

test('a model learns nothing about the body', () => {
  expect(facts).toMatchObject({ goal: 'lose', caloriesPerDay: 1570, weeks: 31 });
  expect(JSON.stringify(facts)).not.toMatch(/"?(age|height|weight)|:37\b|165\.3|81\.7|71\.9/i);
});

test('wording that says only what we computed is accepted and tidied', () => {
  const [first = ''] = GOOD.paragraphs;
  expect(check(GOOD)).toEqual({ paragraphs: [GOOD.headline, ...GOOD.paragraphs] });
  expect(saying(`\n ${first} \t`)).toEqual({ paragraphs: [GOOD.headline, first] });
});

describe('is refused:', () => {
  test.each([
    ['800 calories are enough.', 'a number not in the facts'],
    ['Have 1.570 calories.', 'a number not in the facts'],
    ['Call 1800 555 123 today.', 'a number not in the facts'],
    ['You weigh 81.7 now.', 'a number not in the facts'],
    ['Eat 1500 calories a day.', 'different daily calories'],
    ['Have 670 kcal per day and no more.', 'different daily calories'],
    ['You will be there in 4 weeks.', 'a number not in the facts'],
    ['You will be there in 45 weeks.', 'a different time span'],
    ['Done in 25 months.', 'a different time span'],
    ['Eat 45% less.', 'not plain text'],
    ['Have nine hundred calories.', 'a number in words'],
    ['Eat half of it.', 'a number in words'],
    ['Loses 4 kg.', 'a promise in kilograms'],
    ['A kilo a week is likely.', 'a promise in kilograms'],
    ['We GUARANTEE it.', 'a banned word'],
    ['Detoxing helps.', 'a banned word'],
    ['Try fasting.', 'a banned word'],
    ['Never feel guilty.', 'a banned word'],
    ['You may skip breakfast.', 'a banned word'],
    ['<script>alert(1)</script>', 'not plain text'],
    ['[click](https://evil.example)', 'not plain text'],
    ['See evil.example for more.', 'not plain text'],
    ['Gu\u0430rantee', 'not plain text'],
    ['Have \u0668\u0660\u0660 calories.', 'not plain text'],
    ['Have 1\u200b570.', 'not plain text'],
    ['Red \u001b[31m', 'not plain text'],
    ['Happy days 🎉', 'not plain text'],
    ['word '.repeat(120), 'too many words'],
  ])('%j: %s', (paragraph, refusal) => {
    const checked = saying(paragraph);
    expect('refusal' in checked ? checked.refusal : null).toBe(refusal);
  });

  test('a wrong number in the headline too', () => {
    expect(check({ ...GOOD, headline: 'Eat 800 calories.' })).toEqual({
      refusal: 'a number not in the facts',
    });
  });

  test('what lunch and dinner give, in the headline as if it were the day', () => {
    expect(check({ ...GOOD, headline: 'Eat 900 calories.' })).toEqual({
      refusal: 'different daily calories',
    });
  });

  test.each<[string, unknown]>([
    ['an empty answer', ''],
    ['not an object', []],
    ['no headline', { paragraphs: GOOD.paragraphs }],
    ['an empty headline', { ...GOOD, headline: '' }],
    ['no paragraph', { ...GOOD, paragraphs: [] }],
    ['four paragraphs', { ...GOOD, paragraphs: ['a', 'b', 'c', 'd'] }],
    ['paragraphs that are not text', { ...GOOD, paragraphs: [1570] }],
  ])('%s', (_what, wording) => {
    expect(check(wording)).toEqual({ refusal: 'not the requested JSON' });
  });

  test('text that is not JSON', () => {
    expect(checkWording('Sure! {"headline":', facts)).toEqual({
      refusal: 'not the requested JSON',
    });
  });
});

test('breakfast is not a banned word, and neither is secure', () => {
  expect(saying('Enjoy breakfast and feel secure.')).toHaveProperty('paragraphs');
});
