import { memo } from 'react';
import {
  mealPicture,
  type PictureOfMeal,
  type PicturedMeal,
} from '#areas/menu/rules/meal-picture.ts';
import { classNames } from '#platform/web/ui/class-names.ts';

/** A square keeps the place until the picture is there; styles give it its size. */
const SIZE_PX = 208;

/** Photos fill their place; a drawn plate stands in it whole, with nothing around it. */
const FIT = { photo: 'object-cover', rendered: 'object-cover', drawn: 'object-contain' };

type DishPictureProps = {
  meal: PicturedMeal;
  /**
   * How wide it is shown, for choosing among its sizes. `8rem` for what fills half a phone: screens with three dots a
   * pixel then fetch 400 px and not 800, which nobody sees.
   */
  sizes: string;
  /** Whether it is probably visible when the page opens. */
  isAboveFold?: boolean;
  className?: string;
  /** What only one kind of picture needs. */
  classOf?: Partial<Record<PictureOfMeal['kind'], string>>;
};

/**
 * A meal's picture. Decoration: its text is beside it. Of a meal without a photo the server has one, and not markup, so
 * that browsers fetch it as it nears the viewport, without scripts too, and before printing.
 */
export const DishPicture = memo(function DishPicture(props: DishPictureProps) {
  const { meal, sizes, isAboveFold = false, className, classOf = {} } = props;
  const { kind, src, srcSet } = mealPicture(meal);
  return (
    <img
      src={src}
      srcSet={srcSet ?? undefined}
      sizes={srcSet === null ? undefined : sizes}
      width={SIZE_PX}
      height={SIZE_PX}
      alt=""
      loading={isAboveFold ? 'eager' : 'lazy'}
      decoding="async"
      className={classNames(FIT[kind], className, classOf[kind])}
    />
  );
});
