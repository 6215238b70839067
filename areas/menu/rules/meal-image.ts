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

const FOLDER = '/images/meals/';
const UPLOADED = /^\/images\/meals\/([0-9a-f]{32})-(\d{3,4})\.(webp|jpg)$/;
const ABROAD = /^https:\/\/[\p{L}\p{N}][\p{L}\p{N}.-]*(?::\d{1,5})?(?:[/?#][^\s"'<>\\]*)?$/iu;
const OUR_OWN = /^(?!\/api\/)(?:\/[\w-][\w.-]*)+$/;

/** An https address elsewhere or a path of our own that is no call. The server shows it and never fetches it. */
export function isMealImageUrl(url: string): boolean {
  return url.length <= LONGEST_IMAGE_URL && (ABROAD.test(url) || OUR_OWN.test(url));
}

export function mealImageUrl({ hash, width, format }: MealImage): string {
  return `${FOLDER}${hash}-${width}.${format}`;
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
