import { afterEach, expect, test, vi } from 'vitest';
import { readRecommendedPlan, saveRecommendedPlan } from './kept-recommended-plan.ts';

const PLANS = [1200, 1500, 1800];

function store(text: string | null): void {
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
  store(text);
  expect(readRecommendedPlan(PLANS)).toEqual({ planCalories: plan, secondHelpings: 0 });
});

test.each([null, '', '{', 'null', '1600', '"plan"', '{"weeks":12}', '[]'])(
  '%s holds no plan that is offered',
  (text) => {
    store(text);
    expect(readRecommendedPlan(PLANS)).toBeNull();
  },
);

test('what is saved is read again: the plan, and second helpings where there are any', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  });
  saveRecommendedPlan({ planCalories: 1800, secondHelpings: 2 });
  expect(kept.get('recommendedCaloriePlan')).toBe('1800');
  expect(readRecommendedPlan(PLANS)).toEqual({ planCalories: 1800, secondHelpings: 2 });
  saveRecommendedPlan({ planCalories: 1800, secondHelpings: 0 });
  expect([...kept]).toEqual([['recommendedCaloriePlan', '1800']]);
});

test.each(['3', '-1', '1.5', 'many', ''])('%j second helpings are none', (text) => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'recommendedCaloriePlan' ? '1800' : text),
  });
  expect(readRecommendedPlan(PLANS)).toEqual({ planCalories: 1800, secondHelpings: 0 });
});

test('a browser without storage has no plan, and takes none', () => {
  vi.stubGlobal('localStorage', undefined);
  saveRecommendedPlan({ planCalories: 1500, secondHelpings: 0 });
  expect(readRecommendedPlan(PLANS)).toBeNull();
});
