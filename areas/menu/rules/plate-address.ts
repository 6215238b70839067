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
  return hash(text, 0x811c9dc5) + hash(text, 0x9dc5811c);
}

/** FNV-1a, with another start for the second half. */
function hash(text: string, start: number): string {
  let state = start;
  for (let index = 0; index < text.length; index += 1)
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  return (state >>> 0).toString(16).padStart(8, '0');
}
