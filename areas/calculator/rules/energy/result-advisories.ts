/** Notes on a recommendation that the safe floor or a recent diet has changed. Ours. */
import type { CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';
import { type CalorieTarget, SAFE_FLOOR } from './calorie-target.ts';
import type { Advisory } from '#areas/calculator/rules/health-advisory.ts';

export function resultAdvisories(
  { goal, gender, hasRecentDiet }: CalculatorProfile,
  { floorApplied, noSafeDeficit }: CalorieTarget,
): Advisory[] {
  const advisories: Advisory[] = [];
  const floorRule = `We do not recommend less than ${SAFE_FLOOR[gender]} a day without medical care`;
  if (noSafeDeficit) {
    advisories.push({
      type: 'warning',
      code: 'no-safe-deficit',
      text: 'Eating less cannot safely create an energy gap for your body; moving more can. Please see a dietitian.',
    });
  } else if (floorApplied) {
    const text = goal === 'lose' ? `${floorRule}, so your pace is gentler.` : `${floorRule}.`;
    advisories.push({ type: 'info', code: 'floor-applied', text });
  }
  if (hasRecentDiet) {
    advisories.push({
      type: 'info',
      code: 'recent-diet',
      text: 'After a strict diet your body uses less energy for a while, and we allow for that. Please recalculate in 4 weeks.',
    });
  }
  return advisories;
}
