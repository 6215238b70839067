import { memo } from 'react';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { mealImageSourceSet } from '#areas/menu/rules/meal-image.ts';
import { Plate } from '#areas/menu/web/plate.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';

const SIZE_PX = 208;

/** The kitchen's photo, which fills its place, else the drawn plate. Decoration: the name is beside it. */
export const DishPicture = memo(function DishPicture({
  meal: { imageUrl, name, mealType, ingredients, description },
  className,
}: {
  meal: MealReply;
  className: string;
}) {
  if (!imageUrl)
    return (
      <Plate
        {...{ name, mealType, ingredients, description }}
        className={classNames('object-contain', className)}
      />
    );
  return (
    <img
      src={imageUrl}
      srcSet={mealImageSourceSet(imageUrl) ?? undefined}
      sizes="11rem"
      width={SIZE_PX}
      height={SIZE_PX}
      alt=""
      loading="lazy"
      decoding="async"
      className={classNames('object-cover', className)}
    />
  );
});
