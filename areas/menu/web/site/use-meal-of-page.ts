import { useState } from 'react';
import type { MealOfPage } from '#areas/menu/calls/site-data.ts';
import { usePageData } from '#areas/business/web/page-data.ts';

/** The meal with this slug: the one that this very document was sent for, or of the menu. */
export function useMealOfPage(slug: string): MealOfPage | undefined {
  const { meals, mealOfPage } = usePageData();
  const [sent] = useState(() => mealOfPage ?? readMealOfPage());
  return [...(sent ? [sent] : []), ...meals].find((meal) => meal.slug === slug);
}

/** The data that every page loads has only the menu, without comments. */
function readMealOfPage(): MealOfPage | null {
  if (typeof document === 'undefined') return null;
  const text = document.querySelector('script[data-meal]')?.textContent;
  // Written by our own server for this very page.
  return text ? (JSON.parse(text) as MealOfPage) : null;
}
