/** The last plan that the calorie calculator recommended. Spec 3: local storage, key `recommendedCaloriePlan`. */

const KEY = 'recommendedCaloriePlan';

/**
 * One of `plans` (Cal a day), or null if none of them was recommended here. Accepts a number, or an object with one.
 */
export function readRecommendedPlan(plans: readonly number[]): number | null {
  try {
    const plan = planIn(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
    return plans.find((offered) => offered === plan) ?? null;
  } catch {
    return null;
  }
}

/** If the browser refuses to store it, only the suggestion is lost. */
export function saveRecommendedPlan(planCalories: number): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(planCalories));
  } catch {
    // The wizard then starts with its default.
  }
}

function planIn(saved: unknown): number | null {
  if (typeof saved === 'number') return saved;
  if (typeof saved === 'string') return Number.parseInt(saved.replace(/^\D+/, ''), 10);
  if (typeof saved !== 'object' || saved === null) return null;
  if ('recommendedPlan' in saved) return planIn(saved.recommendedPlan);
  if ('calories' in saved) return planIn(saved.calories);
  return null;
}
