/** Whether a meal is on sale for a date. A menu only narrows: the switch and the season still win. Ours. */
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { Instant } from '#domain/calendar/zoned-time.ts';
import type { MealFacts } from '#domain/menu/meal-fields.ts';
import { isMealAvailableOn } from '#domain/ordering/check/meal-availability.ts';

export type SaleReason =
  | 'archived'
  | 'switched_off'
  | 'not_in_season'
  | 'no_menu'
  | 'not_published'
  | 'not_on_menu'
  | 'menu';

/** The menu of the week that holds the date. */
export type WeekMenu = {
  state: 'draft' | 'ready';
  publishAt: Instant;
  /** The days of each meal on it. */
  days: ReadonlyMap<number, readonly PlainDate[]>;
};

type SoldMeal = { id: number; isArchived: boolean } & Pick<
  MealFacts,
  'isActive' | 'availableFrom' | 'availableTo'
>;

/** `menu` null: there is none for this week. Without a ready menu the switch alone decides. */
export function onSale(
  meal: SoldMeal,
  menu: WeekMenu | null,
  { date, now }: { date: PlainDate; now: Instant },
): { onSale: boolean; why: SaleReason } {
  const no = (why: SaleReason) => ({ onSale: false, why });
  if (meal.isArchived) return no('archived');
  if (!meal.isActive) return no('switched_off');
  if (!isMealAvailableOn(meal, date)) return no('not_in_season');
  if (menu === null || menu.state === 'draft') return { onSale: true, why: 'no_menu' };
  if (now < menu.publishAt) return no('not_published');
  if (menu.days.get(meal.id)?.includes(date) !== true) return no('not_on_menu');
  return { onSale: true, why: 'menu' };
}
