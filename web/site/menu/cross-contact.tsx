import { allergensOnMenu, crossContactText } from '#domain/information/cross-contact.ts';
import { useConfig } from '#web/api/page-data.ts';
import type { MealOnMenu } from './meal-on-menu.ts';

/** What leaving an allergen out can and cannot promise. */
export function CrossContact({ meals }: { meals: readonly MealOnMenu[] }) {
  const { business } = useConfig();
  return <p className="text-sm">{crossContactText(allergensOnMenu(meals), business)}</p>;
}
