/** What a visitor does with the calorie calculator, using the words on the screen. */
import { expect, type Page } from '@playwright/test';

type Answers = {
  age: string;
  gender: 'Male' | 'Female';
  height: string;
  weight: string;
  activity: string;
  goal: 'Lose Weight' | 'Maintain Weight' | 'Gain Weight';
  /** Empty: none is requested, or none may be given. */
  target: string;
};

/** A woman who wants to lose 10 kg: 1,560 calories a day in about 32 weeks. */
export const MIA_ANSWERS: Answers = {
  age: '35',
  gender: 'Female',
  height: '165',
  weight: '80',
  activity: 'Lightly Active',
  goal: 'Lose Weight',
  target: '70',
};

/** A lean man who wants to gain: 3,500 calories a day. */
export const BEN: Answers = {
  age: '25',
  gender: 'Male',
  height: '185',
  weight: '70',
  activity: 'Very Active',
  goal: 'Gain Weight',
  target: '76',
};

export async function visitCalculator(page: Page): Promise<void> {
  await page.goto('/calorie-calculator');
  await expect(page.getByLabel('Age (years)')).toBeVisible();
}

export async function answer(page: Page, answers: Answers): Promise<void> {
  await page.getByLabel('Age (years)').fill(answers.age);
  await page.getByRole('radio', { name: answers.gender, exact: true }).check();
  await page.getByLabel('Height (cm)').fill(answers.height);
  await page.getByRole('textbox', { name: 'Weight (kg)' }).fill(answers.weight);
  await page.getByLabel('Activity level').selectOption(answers.activity);
  await page.getByLabel('Goal').selectOption(answers.goal);
  if (answers.target !== '') await page.getByLabel('Target weight (kg)').fill(answers.target);
}

export async function askForResults(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Get Smart Recommendations' }).click();
  await expect(page.getByRole('heading', { name: 'Your results' })).toBeFocused();
}

/** Completes the form and waits for the recommendation. */
export async function answerAndCalculate(page: Page, answers: Answers): Promise<void> {
  await visitCalculator(page);
  await answer(page, answers);
  await askForResults(page);
  await expectAnswer(page, /calories a day/);
}

/** The answer in one sentence. */
export async function expectAnswer(page: Page, sentence: RegExp): Promise<void> {
  await expect(
    page.getByRole('region', { name: /^Your (recommendation|adjusted calories)/ }),
  ).toContainText(sentence);
}

export async function keptPlan(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('recommendedCaloriePlan'));
}
