import { defaultBusiness } from '#areas/business/rules/facts.ts';
import { describe, expect, test } from 'vitest';
import { A_PROFILE } from '#quality/support/a-profile.ts';
import { buildRecommendation } from '#areas/calculator/rules/recommendation.ts';
import { projectWeight } from '#areas/calculator/rules/weight-projection.ts';
import {
  CHART,
  layOutChart,
  weeksEvery,
  weeksToShow,
} from '#areas/calculator/web/site/weight-card.tsx';
const LOSING = buildRecommendation(A_PROFILE, defaultBusiness);

describe('the chart looks ahead', () => {
  test('a little beyond the slowest who reach the goal', () => {
    expect(weeksToShow('lose', LOSING)).toBe(47);
  });

  test('two years at most, and three months at least', () => {
    expect(weeksToShow('lose', { ...LOSING, weeksRange: [60, null] })).toBe(104);
    expect(weeksToShow('lose', { ...LOSING, timelineWeeks: null, weeksRange: null })).toBe(104);
    expect(weeksToShow('gain', { ...LOSING, timelineWeeks: 2, weeksRange: [1, 3] })).toBe(12);
  });

  test('half a year where the weight is to stay, and not at all where eating less is no way', () => {
    expect(weeksToShow('maintain', LOSING)).toBe(26);
    expect(weeksToShow('lose', { ...LOSING, noSafeDeficit: true })).toBeNull();
  });
});

describe('the chart', () => {
  const curve = projectWeight(A_PROFILE, LOSING.recommendedCalories, 47);
  const chart = layOutChart(curve, 70, (kg) => kg);

  test('has a point a week, all of them inside', () => {
    const points = `${chart.line} ${chart.band}`
      .split(' ')
      .map((point) => point.split(',').map(Number));
    expect(points).toHaveLength(3 * 48);
    for (const [x = Number.NaN, y = Number.NaN] of points) {
      expect(x).toBeGreaterThanOrEqual(CHART.left);
      expect(x).toBeLessThanOrEqual(CHART.width - CHART.right);
      expect(y).toBeGreaterThanOrEqual(CHART.top);
      expect(y).toBeLessThanOrEqual(CHART.height - CHART.bottom);
    }
  });

  test('starts at today’s weight and names round weights and weeks', () => {
    expect(chart.weightTicks.map(({ label }) => label)).toEqual(['60', '65', '70', '75', '80']);
    expect(chart.weekTicks.map(({ label }) => label)).toEqual(['0', '8', '16', '24', '32', '40']);
    const at80 = chart.weightTicks.find(({ label }) => label === '80');
    expect(chart.line.split(' ')[0]).toBe(`${CHART.left},${at80?.at}`);
  });

  test('a weight that does not move is drawn all the same', () => {
    const still = curve.map(({ week }) => ({ week, weightKg: 80, lowKg: 80, highKg: 80 }));
    expect(layOutChart(still, null, (kg) => kg).line).not.toContain('NaN');
  });
});

test.each([
  [12, [0, 2, 4, 6, 8, 10, 12]],
  [26, [0, 8, 16, 24]],
  [104, [0, 26, 52, 78, 104]],
])('%i weeks are marked at %j', (last, weeks) => {
  expect(weeksEvery(last)).toEqual(weeks);
});
