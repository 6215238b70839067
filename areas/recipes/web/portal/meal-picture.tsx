import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { mealPicture } from '#areas/menu/rules/meal-picture.ts';
import { DrawnPlate } from './drawn-plate.tsx';

type Shown = Pick<StaffMealReply, 'imageUrl' | 'name' | 'mealType' | 'ingredients' | 'description'>;

/** The photo, the rendered picture of a sample meal, or a plate drawn here. */
export function MealPicture({ meal, className }: { meal: Shown; className: string }) {
  const { name, mealType, ingredients, description } = meal;
  const { kind, src, srcSet } = mealPicture(meal);
  if (kind === 'drawn')
    return <DrawnPlate {...{ name, mealType, ingredients, description, className }} />;
  return (
    <img
      src={src}
      srcSet={srcSet ?? undefined}
      sizes="12rem"
      alt=""
      loading="lazy"
      className={className}
    />
  );
}
