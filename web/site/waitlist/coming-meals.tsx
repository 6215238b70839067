import type { MealReply } from '#contract/meals.ts';
import { MEAL_TYPES } from '#domain/menu/meal.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Plate } from '#web/ui/food/plate.tsx';

const PREVIEWS_A_TYPE = 2;

export function ComingMeals({ meals }: { meals: readonly MealReply[] }) {
  const shown = MEAL_TYPES.flatMap((type) =>
    meals.filter((meal) => meal.mealType === type).slice(0, PREVIEWS_A_TYPE),
  );
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="preview-heading" className="border-y border-line bg-sunken py-14">
      <div className="mx-auto grid max-w-6xl gap-6 px-4 sm:px-6">
        <h2 id="preview-heading" className="text-2xl">
          A first look at the menu
        </h2>
        <ul className="grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-4">
          {shown.map(({ id, name, mealType, ingredients, description, calories, protein }) => (
            <Card as="li" key={id} padding="none" className="flex flex-col gap-2 p-3 sm:p-4">
              <Plate
                {...{ name, mealType, ingredients, description }}
                className="mx-auto w-full max-w-52"
              />
              <span className="justify-self-start">
                <Badge variant="secondary">Coming Soon</Badge>
              </span>
              <h3 className="text-lg leading-snug">{name}</h3>
              <p className="mt-auto flex flex-wrap gap-x-3 text-sm tabular-nums">
                <span>{calories} Cal</span>
                <span>{protein} g protein</span>
              </p>
            </Card>
          ))}
        </ul>
      </div>
    </section>
  );
}
