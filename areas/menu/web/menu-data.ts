import { usePageData } from '#areas/business/web/page-data.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { MealOfPage, SampleMeal } from '#areas/menu/calls/site-data.ts';

declare module '#areas/business/web/page-data.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface PageData {
    meals: MealReply[];
    /** Four, even of an empty menu. */
    samples: SampleMeal[];
    /** The meal of this very page, when it is not on the menu now or has comments; only while the server renders. */
    mealOfPage?: MealOfPage | undefined;
  }
}

/** The menu at page load. Pages that take orders refetch it. */
export function useMenu(): readonly MealReply[] {
  return usePageData().meals;
}

/** Four meals to look at, even while the menu is empty. */
export function useSamples(): readonly SampleMeal[] {
  return usePageData().samples;
}
