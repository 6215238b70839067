import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { expect, test } from 'vitest';
import { A_PROFILE } from '#quality/support/a-profile.ts';
import { adviceOfOurOwn } from '#areas/calculator/web/site/local-stats.tsx';

test('without the kitchen, the browser gives the same answer', () => {
  const { recommendation, paragraphs, source } = adviceOfOurOwn(A_PROFILE, defaultBusiness);
  expect(recommendation).toMatchObject({
    recommendedCalories: 1560,
    recommendedPlan: '1500 Calorie Plan',
  });
  expect(paragraphs[0]).toContain('1560 calories a day');
  expect(source).toBe('browser');
});

test('adjusted calories change everything that follows from them', () => {
  const { recommendation } = adviceOfOurOwn(A_PROFILE, defaultBusiness, 100);
  expect(recommendation.recommendedCalories).toBe(1660);
  expect(recommendation.timelineWeeks).toBeGreaterThan(32);
});
