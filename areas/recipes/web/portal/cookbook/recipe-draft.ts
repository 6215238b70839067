/** Ingredients and components as someone edits them: figures as they type them. */
import type {
  ComponentChange,
  ComponentReply,
  IngredientReply,
} from '#areas/recipes/calls/recipe-book.ts';
import { type BaseUnit, convert, type InputUnit, toBase } from '#areas/menu/rules/units.ts';
import type { RecipeBook } from '#areas/menu/rules/recipe/recipe-book.ts';
import { NUTRIENTS } from '#areas/menu/rules/recipe/nutrition.ts';
import { draftLines, sentLines } from './line-draft.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';

/** Units that an ingredient or component can be stated in, its own first. */
export function unitsFor(base: BaseUnit): InputUnit[] {
  switch (base) {
    case 'g':
      return ['g', 'kg', 'ml', 'l', 'tsp', 'tbsp', 'cup', 'piece', 'dozen'];
    case 'ml':
      return ['ml', 'l', 'tsp', 'tbsp', 'cup', 'g', 'kg'];
    case 'piece':
      return ['piece', 'dozen', 'g', 'kg'];
  }
}

/** A component as it is stored, to send it back with something changed. */
export function componentToSend(
  { id: _id, baseUnit, potQty, lines, ...fields }: ComponentReply,
  book: RecipeBook,
): ComponentChange {
  return {
    ...fields,
    pot: { amount: String(potQty), unit: baseUnit },
    lines: sentLines(draftLines(lines, book), book),
    settle: [],
  };
}

type Measured = Pick<ComponentReply, 'baseUnit' | 'gramsPerLitre'>;

/** In base units; null: no amount yet. */
export function qtyOfPot(
  pot: string,
  unit: InputUnit,
  { baseUnit, gramsPerLitre }: Measured,
): number | null {
  const found = toBase(pot.trim(), unit, baseUnit, { gramsPerLitre, gramsPer100Pieces: null });
  return 'qty' in found ? found.qty : null;
}

/** Null: no amount yet, or nobody has weighed it. */
export function gramsOfPot(pot: string, unit: InputUnit, measured: Measured): number | null {
  const qty = qtyOfPot(pot, unit, measured);
  const { baseUnit, gramsPerLitre } = measured;
  return qty === null
    ? null
    : convert(qty, baseUnit, 'g', { gramsPerLitre, gramsPer100Pieces: null });
}

/** An ingredient as someone edits it. */
export const WEIGHTS = [
  ['gramsPerLitre', 'A litre weighs, g'],
  ['gramsPer100Pieces', '100 pieces weigh, g'],
] as const;

export const FIGURE_NAMES = {
  kilojoules: 'Energy, kJ',
  proteinGrams: 'Protein, g',
  fatGrams: 'Fat, g',
  saturatedFatGrams: 'Saturated fat, g',
  carbsGrams: 'Carbs, g',
  sugarsGrams: 'Sugars, g',
  sodiumMg: 'Sodium, mg',
} as const satisfies Record<(typeof NUTRIENTS)[number], string>;

const NEW = {
  name: '',
  baseUnit: 'g' as BaseUnit,
  gramsPerLitre: null,
  gramsPer100Pieces: null,
  lossBp: 0,
  storeArea: 'dry' as const,
  isBought: true,
  stockRule: null,
  reserveQty: null,
  labelName: '',
  labelParts: '',
  contains: null,
  mayContain: [],
  nutrientSource: '',
  kilojoules: null,
  proteinGrams: null,
  fatGrams: null,
  saturatedFatGrams: null,
  carbsGrams: null,
  sugarsGrams: null,
  sodiumMg: null,
};

export type IngredientFields = Omit<
  IngredientReply,
  'id' | 'version' | 'checkedAt' | 'figuresVouchedBy' | 'pack'
>;

export function ingredientFieldsOf(ingredient: IngredientReply | null): IngredientFields {
  if (ingredient === null) return NEW;
  const {
    id: _id,
    version: _version,
    checkedAt: _at,
    figuresVouchedBy: _by,
    pack: _pack,
    ...fields
  } = ingredient;
  return fields;
}

const NUMBER_FIELDS = ['gramsPerLitre', 'gramsPer100Pieces', ...NUTRIENTS] as const;
export type NumberTexts = Record<(typeof NUMBER_FIELDS)[number], string>;

export function numberTextsOf(fields: IngredientFields): NumberTexts {
  return Object.fromEntries(
    NUMBER_FIELDS.map((field) => [field, String(fields[field] ?? '')]),
  ) as NumberTexts;
}

/** Blank is not known. What is no number is a problem: "1,5" must not become “not known”. */
export function readNumbers(texts: NumberTexts): {
  values: Record<keyof NumberTexts, number | null>;
  problems: FieldErrors;
} {
  const problems: FieldErrors = {};
  const read = (field: keyof NumberTexts) => {
    const typed = texts[field].trim();
    if (typed === '') return null;
    if (!isNumber(typed)) problems[field] = NUMBER_MESSAGE;
    return Number(typed);
  };
  const values = Object.fromEntries(NUMBER_FIELDS.map((field) => [field, read(field)])) as Record<
    keyof NumberTexts,
    number | null
  >;
  return { values, problems };
}

const NUMBER_MESSAGE = 'Enter a number with a point, such as 1.5.';

function isNumber(typed: string): boolean {
  return /^\d+(\.\d+)?$/.test(typed.trim());
}

/** By field; `loss` is a percentage. */
export function numberProblems(texts: NumberTexts, loss: string): FieldErrors {
  return {
    ...readNumbers(texts).problems,
    ...(!isNumber(loss) && { lossBp: NUMBER_MESSAGE }),
  };
}
