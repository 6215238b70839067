/**
 * Which picture shows a meal: the kitchen's own photo, else a rendered picture, which only unchanged meals of the sample
 * menu have, else the drawn plate.
 */
import renderedPlates from './rendered-plates.json' with { type: 'json' };

/** Pixels; they are square. */
export const RENDERED_WIDTHS = [160, 400, 800] as const;
export type RenderedWidth = (typeof RENDERED_WIDTHS)[number];

/** Raise it whenever a picture is rendered again: browsers keep them for ever. */
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

/**
 * Where a meal's picture may come from, and the sizes in which we store an upload. Ours; the spec only names imageUrl.
 */

/**
 * Pixels. A card on a phone, a card on a high-density screen, a picture that fills a phone or illustrates a shared
 * link.
 */
export const MEAL_IMAGE_WIDTHS = [320, 640, 1280] as const;
export const MEAL_IMAGE_FORMATS = ['webp', 'jpg'] as const;

export type MealImageWidth = (typeof MEAL_IMAGE_WIDTHS)[number];
export type MealImageFormat = (typeof MEAL_IMAGE_FORMATS)[number];
export type MealImage = { hash: string; width: MealImageWidth; format: MealImageFormat };

export const LONGEST_IMAGE_URL = 2000;
export const IMAGE_URL_MESSAGE =
  'Please enter an address that starts with https://, or upload a picture';

const MEAL_IMAGE_FOLDER = '/images/meals/';
const UPLOADED = /^\/images\/meals\/([0-9a-f]{32})-(\d{3,4})\.(webp|jpg)$/;
const ABROAD = /^https:\/\/[\p{L}\p{N}][\p{L}\p{N}.-]*(?::\d{1,5})?(?:[/?#][^\s"'<>\\]*)?$/iu;
const OUR_OWN = /^(?!\/api\/)(?:\/[\w-][\w.-]*)+$/;

/** An https address elsewhere or a path of our own that is no call. The server shows it and never fetches it. */
export function isMealImageUrl(url: string): boolean {
  return url.length <= LONGEST_IMAGE_URL && (ABROAD.test(url) || OUR_OWN.test(url));
}

export function mealImageUrl({ hash, width, format }: MealImage): string {
  return `${MEAL_IMAGE_FOLDER}${hash}-${width}.${format}`;
}

/** The uploaded picture at a path; null for any other address. */
export function parseMealImageUrl(url: string): MealImage | null {
  const [, hash, widthText, format] = UPLOADED.exec(url) ?? [];
  const width = MEAL_IMAGE_WIDTHS.find((known) => String(known) === widthText);
  const knownFormat = MEAL_IMAGE_FORMATS.find((known) => known === format);
  return hash !== undefined && width && knownFormat ? { hash, width, format: knownFormat } : null;
}

/** The `srcset` of an uploaded picture; null for any other address, which has only one size. */
export function mealImageSourceSet(url: string, format: MealImageFormat = 'webp'): string | null {
  const image = parseMealImageUrl(url);
  if (!image) return null;
  return MEAL_IMAGE_WIDTHS.map(
    (width) => `${mealImageUrl({ hash: image.hash, width, format })} ${width}w`,
  ).join(', ');
}

/** Where the drawn plate of a meal is: an address that follows from its words, so that it can be cached for ever. */
export type PlateWords = {
  name: string;
  mealType: string;
  ingredients?: string;
  description?: string;
};

/** Raise it whenever plates are drawn otherwise than before. */
export const DRAWING = 1;

export function plateAddress({ name, mealType, ingredients, description }: PlateWords): string {
  const text = [DRAWING, name, mealType, ingredients ?? '', description ?? ''].join('\n');
  return `/images/plates/${contentHash(text)}.svg`;
}

/** Sixteen characters for an address. */
export function contentHash(text: string): string {
  return hashText(text, 0x811c9dc5) + hashText(text, 0x9dc5811c);
}

/** FNV-1a, with another start for the second half. */
function hashText(text: string, start: number): string {
  let state = start;
  for (let index = 0; index < text.length; index += 1)
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  return (state >>> 0).toString(16).padStart(8, '0');
}
