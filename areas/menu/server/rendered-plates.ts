/** The rendered pictures of the sample menu, which `npm run plates` makes and the project keeps. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type PlateWords,
  mealPicture,
  renderedKey,
  type RenderedWidth,
} from '#areas/menu/rules/meal-picture.ts';
import sampleMenu from './samples/sample-menu.json' with { type: 'json' };

/** What a picture of a width may weigh, in bytes. */
export const RENDERED_LIMITS: Record<RenderedWidth, number> = {
  160: 8000,
  400: 28_000,
  800: 70_000,
};

export const RENDERED_FOLDER = path.join(import.meta.dirname, 'samples', 'plates');
const SLUGS = new Map(sampleMenu.map((meal) => [renderedKey(meal), meal.slug]));

/** As WebP; null: there is no such picture. */
export async function readRenderedPlate(key: string, width: RenderedWidth): Promise<Buffer | null> {
  const slug = SLUGS.get(key);
  if (slug === undefined) return null;
  return readFile(path.join(RENDERED_FOLDER, `${slug}-${width}.webp`)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
}

/** The largest picture of a meal that has one and shows no photo. */
export async function largestRenderedPlate(meal: PlateWords): Promise<Buffer | null> {
  const isRendered = mealPicture({ ...meal, imageUrl: null }).kind === 'rendered';
  return isRendered ? readRenderedPlate(renderedKey(meal), 800) : null;
}
