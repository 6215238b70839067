import { usePageData } from '#areas/business/web/page-data.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { MealOfPage, SampleMeal } from '#areas/menu/calls/site-data.ts';
import { menuFilterParameters, type MenuFilter } from '#areas/menu/rules/menu-filter.ts';
import { paths } from '#platform/web/navigation/paths.ts';

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

export function useSamples(): readonly SampleMeal[] {
  return usePageData().samples;
}

/** Filters that show the same have the same query; empty for the whole menu. */
export function menuQuery(filter: MenuFilter): string {
  return new URLSearchParams(menuFilterParameters(filter)).toString();
}

/** Apart from the other links, because only the menu's own code knows filters. */
export function menuPath(filter: MenuFilter): string {
  const query = menuQuery(filter);
  return query === '' ? paths.menu() : `${paths.menu()}?${query}`;
}
