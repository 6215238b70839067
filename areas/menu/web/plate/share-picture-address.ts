/** Where the picture of a meal for shared links is: an address that follows from what it shows. */
import { contentHash, mealPicture, type PlateWords } from '#areas/menu/rules/meal-picture.ts';

/** Raise it whenever these pictures are put together otherwise than before. */
const LAYOUT = 2;

/** A photo elsewhere is never fetched: then the picture shows the plate. */
export function sharePictureAddress(meal: PlateWords & { imageUrl: string | null }): string {
  const text = [LAYOUT, meal.imageUrl ?? '', mealPicture({ ...meal, imageUrl: null }).src].join(
    '\n',
  );
  return `/images/share/${contentHash(text)}.jpg`;
}
