/** Australian Business Numbers. Weights and rule: abr.business.gov.au, "Format of the ABN". */

const WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/** Eleven digits, however spaced, whose weighted sum (the first digit less 1) divides by 89. */
export function isBusinessNumber(text: string): boolean {
  const compact = text.replaceAll(' ', '');
  if (!/^\d{11}$/.test(compact)) return false;
  const digits = [...compact].map(Number);
  const sum = WEIGHTS.reduce(
    (total, weight, place) => total + weight * ((digits[place] ?? 0) - (place === 0 ? 1 : 0)),
    0,
  );
  return sum % 89 === 0;
}
