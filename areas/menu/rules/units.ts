/** Quantities are whole numbers of a base unit: grams, millilitres or pieces. Ours. */
import { half } from './rounding.ts';

export const BASE_UNITS = ['g', 'ml', 'piece'] as const;
export type BaseUnit = (typeof BASE_UNITS)[number];

/** How a chef may state a quantity. The tablespoon is Australian: 20 ml. */
export const INPUT_UNITS = {
  g: { base: 'g', amount: 1 },
  kg: { base: 'g', amount: 1000 },
  ml: { base: 'ml', amount: 1 },
  l: { base: 'ml', amount: 1000 },
  tsp: { base: 'ml', amount: 5 },
  tbsp: { base: 'ml', amount: 20 },
  cup: { base: 'ml', amount: 250 },
  piece: { base: 'piece', amount: 1 },
  dozen: { base: 'piece', amount: 12 },
} as const satisfies Record<string, { base: BaseUnit; amount: number }>;
export type InputUnit = keyof typeof INPUT_UNITS;

const UNIT_WORDS: Readonly<Record<InputUnit, RegExp>> = {
  g: /^gr?(?:ams?)?$/,
  kg: /^k(?:gs?|ilos?|ilograms?)$/,
  ml: /^m(?:ls?|illilit(?:re|er)s?)$/,
  l: /^l(?:it(?:re|er)s?)?$/,
  tsp: /^t(?:sps?|easpoons?)$/,
  tbsp: /^t(?:bsps?|ablespoons?)$/,
  cup: /^cups?$/,
  piece: /^(?:pieces?|pcs?|ea(?:ch)?)$/,
  dozen: /^doz(?:en)?$/,
};

/** "kilos" is "kg"; null: no unit has this name. */
export function readUnit(word: string): InputUnit | null {
  const found = Object.entries(UNIT_WORDS).find(([, name]) => name.test(word.toLowerCase()));
  return (found?.[0] as InputUnit | undefined) ?? null;
}

const FRACTIONS: Readonly<Record<string, number>> = {
  '½': 1 / 2,
  '¼': 1 / 4,
  '¾': 3 / 4,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
  '⅛': 1 / 8,
};
const AMOUNT_AND_UNIT =
  /^(?:(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)|(\d*) ?([½¼¾⅓⅔⅛])|(?:(\d+) )?(\d+)\/(\d+)) ?([a-z]+)?\.?$/i;

/** "1.5 kg", "2 tbsp", "½ cup", "1,280 g", "3" as decimal text and unit. `unit` null: none is named; null: no amount. */
export function readQuantity(text: string): { amount: string; unit: InputUnit | null } | null {
  const found = AMOUNT_AND_UNIT.exec(text.trim().replaceAll(/\s+/g, ' '));
  if (!found) return null;
  const [, decimal, whole, sign, full, over, under, word] = found;
  const unit = word === undefined ? null : readUnit(word);
  if (word !== undefined && unit === null) return null;
  if (decimal !== undefined) return { amount: decimal.replaceAll(',', ''), unit };
  const value =
    sign === undefined
      ? Number(full ?? 0) + Number(over) / Number(under)
      : Number(whole) + (FRACTIONS[sign] ?? 0);
  return Number.isFinite(value) ? { amount: String(Number(value.toFixed(6))), unit } : null;
}

/** What was weighed of an ingredient, so that its units convert; null: nobody has. */
export type Weights = { gramsPerLitre: number | null; gramsPer100Pieces: number | null };

/** Ten tonnes, or ten cubic metres: more is a typing mistake, and columns are integers. */
export const LARGEST_QTY = 10_000_000;

export type QuantityError =
  | 'not_a_number'
  | 'not_positive'
  | 'no_conversion'
  | 'too_small'
  | 'too_large';

const AMOUNT = /^-?\d{1,12}(\.\d{1,6})?$/;

/** "1.5" kg is 1500 g. `amount` is decimal text with a point. */
export function toBase(
  amount: string,
  unit: InputUnit,
  base: BaseUnit,
  weights: Weights,
): { qty: number } | { error: QuantityError } {
  if (!AMOUNT.test(amount)) return { error: 'not_a_number' };
  if (Number(amount) <= 0) return { error: 'not_positive' };
  const from = INPUT_UNITS[unit];
  const qty = convert(Number(amount) * from.amount, from.base, base, weights);
  if (qty === null) return { error: 'no_conversion' };
  if (qty > LARGEST_QTY) return { error: 'too_large' };
  const whole = half(qty);
  return whole < 1 ? { error: 'too_small' } : { qty: whole };
}

/** Between base units, through grams; null: not weighed yet. Not rounded. */
export function convert(
  qty: number,
  from: BaseUnit,
  to: BaseUnit,
  weights: Weights,
): number | null {
  if (from === to) return qty;
  const [gramsOfFrom, gramsOfTo] = [gramsOfOne(from, weights), gramsOfOne(to, weights)];
  if (gramsOfFrom === null || gramsOfTo === null) return null;
  // Products first: 750 x 1030 / 1000 is exactly 772.5, and 750 x 1.03 need not be.
  return (qty * gramsOfFrom.grams * gramsOfTo.of) / (gramsOfFrom.of * gramsOfTo.grams);
}

/** As a fraction: so many grams weigh `of` base units. */
function gramsOfOne(unit: BaseUnit, weights: Weights): { grams: number; of: number } | null {
  switch (unit) {
    case 'g':
      return { grams: 1, of: 1 };
    case 'ml':
      return weights.gramsPerLitre === null ? null : { grams: weights.gramsPerLitre, of: 1000 };
    case 'piece':
      return weights.gramsPer100Pieces === null
        ? null
        : { grams: weights.gramsPer100Pieces, of: 100 };
  }
}

export function quantityMessage(error: QuantityError, name: string): string {
  switch (error) {
    case 'not_a_number':
      return 'Enter a number with a point, such as 1.5.';
    case 'not_positive':
      return 'Enter more than 0.';
    case 'no_conversion':
      return `We do not know what this unit of ${name} weighs. Weigh one of it first.`;
    case 'too_small':
      return 'That is less than one unit. State it for more portions.';
    case 'too_large':
      return `Enter at most ${LARGEST_QTY / 1000} kg, l or thousand pieces.`;
  }
}

/** 57 -> "57 g"; 4164 -> "4.2 kg"; 84 -> "84 ml"; 30 -> "30 pieces". For a plan read at a distance. */
export function formatQuantity(qty: number, unit: BaseUnit): string {
  if (unit === 'piece') return `${qty.toLocaleString('en-AU')} ${qty === 1 ? 'piece' : 'pieces'}`;
  if (qty < 1000) return `${qty} ${unit}`;
  return `${tenthsText(half(qty / 100))} ${unit === 'g' ? 'kg' : 'l'}`;
}

/** 2915 -> "2,915 g": to weigh by. */
export function formatExactQuantity(qty: number, unit: BaseUnit): string {
  if (unit === 'piece') return formatQuantity(qty, unit);
  return `${qty.toLocaleString('en-AU')} ${unit}`;
}

function tenthsText(tenths: number): string {
  return `${Math.floor(tenths / 10).toLocaleString('en-AU')}.${tenths % 10}`;
}
