import { SERVICE_TYPES, type ServiceType } from '#areas/business/rules/services.ts';

/** A meal is for one of the services. Spec 3. */
export const MEAL_TYPES = SERVICE_TYPES;

export type MealType = ServiceType;

/** Lunch before dinner, for sorting: the alphabet has it the other way round. */
export function compareMealTypes(a: MealType, b: MealType): number {
  return MEAL_TYPES.indexOf(a) - MEAL_TYPES.indexOf(b);
}

/** The last part of a meal's own address, /menu/{slug}. Ours. */

/** As many characters as a name may have. */
export const LONGEST_SLUG = 80;

/** For a name without a single letter or digit that we can write. */
const NAMELESS = 'meal';

/** Letters that do not fall apart into a plain one and its mark. */
const SPELLED: Record<string, string> = {
  '&': ' and ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

/** "Mum's Crème Brûlée & Co" -> "mums-creme-brulee-and-co": ASCII, lower case, never empty. */
export function mealSlug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .replaceAll(/[&ßæœøđðłþı]/g, (found) => SPELLED[found] ?? '');
  return cutSlug(plain.replaceAll(/[^a-z0-9]+/g, '-'), LONGEST_SLUG) || NAMELESS;
}

/** The `count`-th slug for a name: the first is the plain one, the second ends in -2. */
export function numberedSlug(name: string, count: number): string {
  const slug = mealSlug(name);
  if (count === 1) return slug;
  const ending = `-${count}`;
  return cutSlug(slug, LONGEST_SLUG - ending.length) + ending;
}

function cutSlug(slug: string, length: number): string {
  return slug.slice(0, length).replaceAll(/^-+|-+$/g, '');
}

export function isMealType(text: string): text is MealType {
  return MEAL_TYPES.some((type) => type === text);
}
