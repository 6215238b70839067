import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { mealImageSourceSet } from '#areas/menu/rules/meal-image.ts';
import { DrawnPlate } from './drawn-plate.tsx';

type Shown = Pick<StaffMealReply, 'imageUrl' | 'name' | 'mealType' | 'ingredients' | 'description'>;

/** The photo, or a drawn plate for a meal without one. */
export function MealPicture({ meal, className }: { meal: Shown; className: string }) {
  const { imageUrl, name, mealType, ingredients, description } = meal;
  if (!imageUrl) return <DrawnPlate {...{ name, mealType, ingredients, description, className }} />;
  return (
    <img
      src={imageUrl}
      srcSet={mealImageSourceSet(imageUrl) ?? undefined}
      sizes="12rem"
      alt=""
      loading="lazy"
      className={className}
    />
  );
}
