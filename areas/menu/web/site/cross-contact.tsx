import { allergensOnMenu, crossContactText } from '#areas/menu/rules/cross-contact.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import type { MealOnMenu } from './meal-on-menu.ts';

/** What leaving an allergen out can and cannot promise. */
export function CrossContact({ meals }: { meals: readonly MealOnMenu[] }) {
  const { business } = useConfig();
  return <p className="text-sm">{crossContactText(allergensOnMenu(meals), business)}</p>;
}
