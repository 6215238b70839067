import { defaultBusiness } from '#areas/business/rules/facts.ts';
import type { SampleMeal } from '#areas/menu/calls/site-data.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { listSamples } from '#areas/menu/server/site.ts';
import sampleMenu from '#areas/menu/server/samples/sample-menu.json' with { type: 'json' };

/** The whole sample menu, for tests of parts that know nothing of the server. */
export const sampleMeals = sampleMenu;

/** The samples that pages with this menu show. */
export function samplesOf(menu: readonly MealReply[]): SampleMeal[] {
  return listSamples(menu, defaultBusiness);
}
