/** A meal of the menu in words, for its page and its sheet. */
import type { MealReply } from '#contract/meals.ts';
import type { BusinessFacts } from '#domain/business.ts';
import { allergensOnMenu, kitchenTraces } from '#domain/information/cross-contact.ts';
import { keepingText } from '#domain/kitchen/keeping-text.ts';
import { boldAllergens } from '#domain/kitchen/label-text.ts';
import { nutritionPanel } from '#domain/kitchen/nutrition-panel.ts';
import { allergenStatement } from '#domain/menu/allergens.ts';
import { kilojoules } from '#domain/menu/energy.ts';
import { shownDiets } from '#domain/menu/shown-diets.ts';
import { dietText } from '#domain/people/diets.ts';
import type { MealInWords } from '#web/ui/food/meal-details.tsx';

type Kitchen = {
  /** What else the same kitchen cooks. */
  menu: readonly MealReply[];
  business: Pick<BusinessFacts, 'phone' | 'keepsFreshDays'>;
};

export function mealWords(meal: MealReply, { menu, business }: Kitchen): MealInWords {
  const { calories, protein, carbs, fat } = meal;
  return {
    price: `$${meal.price}`,
    numbers: [
      `${calories} Cal`,
      `${kilojoules(calories).toLocaleString('en-AU')} kJ`,
      `${protein} g protein`,
    ],
    description: meal.description,
    allergens: allergenStatement(meal.allergens),
    ingredients: boldAllergens(meal.ingredients, meal.allergens),
    crossContact: kitchenTraces(allergensOnMenu([...menu, meal]), business),
    diets: capitalised(shownDiets(meal).map(dietText).join('; ')),
    heating: meal.heating,
    keeping: keepingText(meal, business),
    storage: meal.storage,
    nutrition: nutritionPanel({
      calories,
      proteinGrams: protein,
      carbsGrams: carbs,
      fatGrams: fat,
      saturatedFatGrams: meal.saturatedFat,
      sugarsGrams: meal.sugars,
      sodiumMg: meal.sodium,
      servingGrams: meal.servingGrams,
    }),
  };
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
