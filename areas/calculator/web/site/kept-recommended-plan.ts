/** The last plan that the calorie calculator recommended. Spec 3: local storage, key `recommendedCaloriePlan`. */
import { MOST_HELPINGS } from '#areas/order-book/rules/people.ts';

const KEY = 'recommendedCaloriePlan';
/** Second helpings a day that were recommended with it; ours. */
const HELPINGS_KEY = 'recommendedSecondHelpings';

export type RecommendedPlan = { planCalories: number; secondHelpings: number };

/**
 * One of `plans` (Cal a day), or null if none of them was recommended here. Accepts a number, or an object with one.
 */
export function readRecommendedPlan(plans: readonly number[]): RecommendedPlan | null {
  try {
    const plan = planIn(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
    const planCalories = plans.find((offered) => offered === plan);
    return planCalories === undefined
      ? null
      : { planCalories, secondHelpings: readSecondHelpings() };
  } catch {
    return null;
  }
}

/** If the browser refuses to store it, only the suggestion is lost. */
export function saveRecommendedPlan({ planCalories, secondHelpings }: RecommendedPlan): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(planCalories));
    if (secondHelpings === 0) localStorage.removeItem(HELPINGS_KEY);
    else localStorage.setItem(HELPINGS_KEY, String(secondHelpings));
  } catch {
    // The wizard then starts with its default.
  }
}

export function eraseRecommendedPlan(): void {
  try {
    localStorage.removeItem(KEY);
    localStorage.removeItem(HELPINGS_KEY);
  } catch {
    // Nothing was stored.
  }
}

function readSecondHelpings(): number {
  const saved = Number(localStorage.getItem(HELPINGS_KEY));
  return Number.isInteger(saved) && saved >= 0 && saved <= MOST_HELPINGS ? saved : 0;
}

function planIn(saved: unknown): number | null {
  if (typeof saved === 'number') return saved;
  if (typeof saved === 'string') return Number.parseInt(saved.replace(/^\D+/, ''), 10);
  if (typeof saved !== 'object' || saved === null) return null;
  if ('recommendedPlan' in saved) return planIn(saved.recommendedPlan);
  if ('calories' in saved) return planIn(saved.calories);
  return null;
}
