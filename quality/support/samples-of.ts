import type { SampleMeal } from '#contract/config.ts';
import type { MealReply } from '#contract/meals.ts';
import { listSamples } from '#server/menu/list-samples.ts';

/** The samples that pages with this menu show. */
export function samplesOf(menu: readonly MealReply[]): SampleMeal[] {
  return listSamples(menu);
}
