import { expect, test } from 'vitest';
import {
  ACTIVITIES,
  ACTIVITY_LEVELS,
  activityOfMultiplier,
  parseActivityLabel,
} from './calculator-profile.ts';
import { GOAL_LABELS, GOALS, parseGoal } from '#areas/menu/rules/meal-plan.ts';

test('every level and goal is found again by its label, in any capitals', () => {
  for (const level of ACTIVITY_LEVELS) {
    expect(parseActivityLabel(` ${ACTIVITIES[level].label.toUpperCase()} `)).toBe(level);
  }
  for (const goal of GOALS) {
    expect(parseGoal(GOAL_LABELS[goal].toLowerCase())).toBe(goal);
    expect(parseGoal(goal)).toBe(goal);
  }
});

test.each(['', 'Couch', 'constructor', '__proto__', 'very-active'])('%j is no label', (text) => {
  expect(parseActivityLabel(text)).toBeNull();
  expect(parseGoal(text)).toBeNull();
});

test('a level is known by its multiplier, even from rounded figures', () => {
  expect(activityOfMultiplier(2056 / 1495)).toBe('lightly-active');
  expect(activityOfMultiplier(1.9)).toBe('extra-active');
  for (const strange of [1, 1.46, 2.1, 0, -1.2, Number.NaN, Infinity]) {
    expect(activityOfMultiplier(strange)).toBeNull();
  }
});
