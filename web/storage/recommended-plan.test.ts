import { afterEach, expect, test, vi } from 'vitest';
import { readRecommendedPlan } from './recommended-plan.ts';

const PLANS = [1200, 1500, 1800];

function keep(text: string | null): void {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'recommendedCaloriePlan' ? text : null),
  });
}

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['1500', 1500],
  ['"1800"', 1800],
  ['{"calories":1200}', 1200],
  ['{"recommendedPlan":1800,"recommendedCalories":1775}', 1800],
  ['{"recommendedPlan":"1500"}', 1500],
  ['{"recommendedPlan":{"calories":1200}}', 1200],
])('%s is read as the plan of %i Cal', (text, plan) => {
  keep(text);
  expect(readRecommendedPlan(PLANS)).toBe(plan);
});

test.each([null, '', '{', 'null', '1600', '"plan"', '{"weeks":12}', '[]'])(
  '%s holds no plan that is offered',
  (text) => {
    keep(text);
    expect(readRecommendedPlan(PLANS)).toBeNull();
  },
);

test('a browser without storage has no plan', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(readRecommendedPlan(PLANS)).toBeNull();
});
