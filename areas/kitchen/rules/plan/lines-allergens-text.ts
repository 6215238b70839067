import { type Allergen, ALLERGENS } from '#areas/needs/rules/allergens.ts';

type LineWithAllergens = { name: string; allergens: readonly Allergen[] | null };

/**
 * "Contains milk, sesame. Label not read: stock powder". Of its own lines; what a component in it contains stands with that
 * component. Empty: nothing declared, which is not "none".
 */
export function linesAllergensText(lines: readonly LineWithAllergens[]): string {
  const unread = lines.filter(({ allergens }) => allergens === null).map(({ name }) => name);
  const found = ALLERGENS.filter((allergen) =>
    lines.some(({ allergens }) => allergens?.includes(allergen)),
  );
  const texts = [
    ...(found.length > 0 ? [`Contains ${found.join(', ')}`] : []),
    ...(unread.length > 0 ? [`Label not read: ${unread.join(', ')}`] : []),
  ];
  return texts.join('. ');
}
