import { useState } from 'react';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { usePageData } from '#areas/business/web/page-data.ts';

/** The meal with this slug: of the menu, or the one that this very document was sent for. */
export function useMealOfPage(slug: string): MealReply | undefined {
  const { meals, mealOffMenu } = usePageData();
  const [sent] = useState(() => mealOffMenu ?? readMealOffMenu());
  return [...meals, ...(sent ? [sent] : [])].find((meal) => meal.slug === slug);
}

/** The data that every page loads has only the menu. */
function readMealOffMenu(): MealReply | null {
  if (typeof document === 'undefined') return null;
  const text = document.querySelector('script[data-meal]')?.textContent;
  // Written by our own server for this very page.
  return text ? (JSON.parse(text) as MealReply) : null;
}
