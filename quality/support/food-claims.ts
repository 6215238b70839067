/**
 * What we never say of a meal, on any page, paper or email: regulators read "free" as zero, and nobody can promise that
 * of a kitchen that uses everything (Coeliac Australia; Allergen Bureau).
 */
const CLAIMS =
  /free (?:of|from)|(?:gluten|wheat|dairy|milk|egg|nut|peanut|soy|allergen|lactose)[- ]free|safe for|suitable for(?! freezing)|allergy[- ]friendly|guarantee\w*|no allergens/gi;

/** The claims that a text makes, with the words around each. */
export function foodClaimsIn(text: string): string[] {
  return [...text.matchAll(CLAIMS)].map(({ 0: claim, index }) =>
    text.slice(Math.max(0, index - 40), index + claim.length + 40),
  );
}
