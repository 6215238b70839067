/** The calorie calculator on the screen, and what a visitor does with it. */
import { beforeEach, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import {
  type CalorieAdviceReply,
  recommendCalories,
} from '#areas/calculator/calls/calorie-advice.ts';
import type { ConfigReply } from '#areas/business/calls/config.ts';
import { getOrderingWeek } from '#areas/order-book/calls/ordering.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import type { CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';
import { explainRecommendation } from '#areas/calculator/rules/timeline-advice.ts';
import { buildRecommendation as workOut } from '#areas/calculator/rules/recommendation.ts';
import { type FakeServer, fakeServer, UNREACHABLE } from '#platform/web/testing/fake-server.ts';
import { type OpenPage, openPage } from '#platform/web/testing/open-page.tsx';
import { CalculatorPage } from '#areas/calculator/web/site/calculator-page.tsx';

/** The answer of a kitchen that says it in words of its own, so that a test sees where it comes from. */
export function anAdvice(
  profile: CalculatorProfile,
  changes: Partial<CalorieAdviceReply> = {},
): CalorieAdviceReply {
  const recommendation = workOut(profile, defaultBusiness);
  const [, ...reasons] = explainRecommendation(profile.goal, recommendation, defaultBusiness);
  return {
    ...recommendation,
    explanation: ['The kitchen says hello.', ...reasons].join('\n\n'),
    explanationSource: 'template',
    disclaimer: 'An estimate.',
    support: null,
    engineVersion: '1',
    ...changes,
  };
}

/** A server that knows no open days, as when only the calculator matters. */
export function fakeAdvice(): FakeServer {
  const server = fakeServer();
  beforeEach(() => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    server.answers(getOrderingWeek, () => UNREACHABLE);
    server.answers(recommendCalories, () => UNREACHABLE);
  });
  return server;
}

export async function openCalculator(
  options: { config?: Partial<ConfigReply>; meals?: MealReply[] } = {},
): Promise<OpenPage> {
  return openPage(
    <main>
      <CalculatorPage />
    </main>,
    { at: '/calorie-calculator', ...options },
  );
}

export type Answers = {
  age: string;
  gender: 'Male' | 'Female';
  height: string;
  weight: string;
  activity: string;
  goal: 'Lose Weight' | 'Maintain Weight' | 'Gain Weight';
  /** Empty: none is asked for, or none may be given. */
  target: string;
};

/** The same person as the builder of profiles has. */
export const WOMAN_OF_35: Answers = {
  age: '35',
  gender: 'Female',
  height: '165',
  weight: '80',
  activity: 'Lightly Active',
  goal: 'Lose Weight',
  target: '70',
};

export function field(label: string): Locator {
  return page.getByRole('textbox', { name: label });
}

export function targetField(unit: 'kg' | 'pounds' = 'kg'): Locator {
  return page.getByRole('spinbutton', { name: new RegExp(`^Target weight \\(${unit}\\)`) });
}

export function goalField(): Locator {
  return page.getByRole('combobox', { name: 'Goal *' });
}

export async function fillIn(answers: Answers): Promise<void> {
  await field('Age (years) *').fill(answers.age);
  await page.getByRole('radio', { name: answers.gender }).click();
  await field('Height (cm) *').fill(answers.height);
  await field('Weight (kg) *').fill(answers.weight);
  await page.getByRole('combobox', { name: 'Activity level *' }).selectOptions(answers.activity);
  await goalField().selectOptions(answers.goal);
  if (answers.target !== '') await targetField().fill(answers.target);
}

export function submitButton(): Locator {
  return page.getByRole('button', { name: 'Get Smart Recommendations' });
}

export function resultsHeading(): Locator {
  return page.getByRole('heading', { level: 2, name: 'Your results' });
}

/** The card with the answer in one sentence. */
export function answerCard(): Locator {
  return page.getByRole('region', { name: /^Your (recommendation|.*calories)/ });
}

export async function calculate(answers: Answers): Promise<void> {
  await fillIn(answers);
  await submitButton().click();
}
