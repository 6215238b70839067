/**
 * Which picture shows a meal: the kitchen's own photo, else a rendered picture, which only unchanged meals of the sample
 * menu have, else the drawn plate.
 */
import { mealImageSourceSet } from '#areas/menu/rules/meal-image.ts';
import { contentHash, plateAddress, type PlateWords } from '#areas/menu/rules/plate-address.ts';
import renderedPlates from './rendered-plates.json' with { type: 'json' };

/** Pixels; they are square. */
export const RENDERED_WIDTHS = [160, 400, 800] as const;
export type RenderedWidth = (typeof RENDERED_WIDTHS)[number];

/** Raise it whenever a picture is rendered anew: browsers keep them for ever. */
const RENDERING = 1;
const RENDERED: ReadonlySet<string> = new Set(renderedPlates);
const FOLDER = '/images/plates/';
const ADDRESS = /^\/images\/plates\/([\da-f]{16})-(\d{3})\.webp$/;

export type PicturedMeal = PlateWords & { imageUrl?: string | null };
export type PictureOfMeal = {
  kind: 'photo' | 'rendered' | 'drawn';
  src: string;
  /** Null: there is only one size. */
  srcSet: string | null;
};

export function mealPicture(meal: PicturedMeal): PictureOfMeal {
  const { imageUrl } = meal;
  if (imageUrl) return { kind: 'photo', src: imageUrl, srcSet: mealImageSourceSet(imageUrl) };
  const key = renderedKey(meal);
  if (!RENDERED.has(key)) return { kind: 'drawn', src: plateAddress(meal), srcSet: null };
  return {
    kind: 'rendered',
    src: renderedAddress(key, 400),
    srcSet: RENDERED_WIDTHS.map((width) => `${renderedAddress(key, width)} ${width}w`).join(', '),
  };
}

/** The address of a picture for a list, where nothing chooses among sizes. */
export function smallMealPicture(meal: PicturedMeal): string {
  const { kind, src } = mealPicture(meal);
  return kind === 'rendered' ? renderedAddress(renderedKey(meal), 160) : src;
}

/** A picture shows what is in the meal: with another name or recipe it is another meal. */
export function renderedKey({ name, ingredients }: Pick<PlateWords, 'name' | 'ingredients'>) {
  return contentHash([RENDERING, name, ingredients ?? ''].join('\n'));
}

/** The rendered picture at a path; null for any other address. */
export function parseRenderedAddress(url: string): { key: string; width: RenderedWidth } | null {
  const [, key, widthText] = ADDRESS.exec(url) ?? [];
  const width = RENDERED_WIDTHS.find((known) => String(known) === widthText);
  return key !== undefined && width ? { key, width } : null;
}

function renderedAddress(key: string, width: RenderedWidth): string {
  return `${FOLDER}${key}-${width}.webp`;
}
