import type { ConfigReply } from '#areas/business/calls/config.ts';
import type { ShownTexts } from '#areas/business/rules/texts/text-entry.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';

/** A meal to look at. Price and slug null: it only shows what we cook, has no page and cannot be ordered. */
export type SampleMeal = Pick<
  MealReply,
  'id' | 'name' | 'mealType' | 'description' | 'ingredients' | 'imageUrl' | 'calories' | 'protein'
> & { price: string | null; slug: string | null };

/** Words that a customer lets everyone read. */
export type ShownComment = { firstName: string; stars: number; comment: string };

/** A meal on its own page. */
export type MealOfPage = MealReply & { comments?: readonly ShownComment[] };

/** What every page is rendered with. */
export type SiteData = {
  config: ConfigReply;
  texts: ShownTexts;
  meals: MealReply[];
  /** Four, even of an empty menu. */
  samples: SampleMeal[];
};
