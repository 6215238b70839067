import { classNames } from '#platform/web/ui/class-names.ts';
import { Plate } from './plate.tsx';
import type { PlateWords } from '#areas/menu/rules/plate-address.ts';

type LargeMealPictureProps = {
  meal: PlateWords & { imageUrl: string | null };
  /** The sizes of an uploaded photo; null for one that has only one. */
  sourceSet: string | null;
  /** How wide it is shown, for choosing among them. */
  sizes: string;
  className?: string;
};

/** Photos are shown 4 to 3; browsers keep their place until they are there. */
const PICTURE_PX = 448;

/** A meal's photo, or its drawn plate; decoration beside its name. */
export function LargeMealPicture({ meal, sourceSet, sizes, className }: LargeMealPictureProps) {
  const { imageUrl, name, mealType, ingredients, description } = meal;
  if (!imageUrl)
    return <Plate {...{ name, mealType, ingredients, description, className }} isAboveFold />;
  return (
    <img
      src={imageUrl}
      srcSet={sourceSet ?? undefined}
      sizes={sizes}
      width={PICTURE_PX}
      height={PICTURE_PX}
      alt=""
      className={classNames('aspect-[4/3] object-cover', className)}
    />
  );
}
