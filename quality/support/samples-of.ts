import type { SampleMeal } from '#contract/config.ts';
import type { MealReply } from '#contract/meals.ts';
import { listSamples } from '#server/menu/list-samples.ts';
import sampleMenu from '#server/menu/sample-menu.json' with { type: 'json' };

/** The whole sample menu, for tests of parts that know nothing of the server. */
export const sampleMeals = sampleMenu;

/** The samples that pages with this menu show. */
export function samplesOf(menu: readonly MealReply[]): SampleMeal[] {
  return listSamples(menu);
}
