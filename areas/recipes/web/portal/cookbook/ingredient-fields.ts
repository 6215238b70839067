/** An ingredient as someone edits it. */
import type { IngredientReply } from '#areas/recipes/calls/recipe-book.ts';
import type { BaseUnit } from '#areas/menu/rules/units.ts';
import { NUTRIENTS } from '#areas/menu/rules/recipe/nutrition.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';

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
  stockKept: false,
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

export type IngredientFields = Omit<IngredientReply, 'id' | 'version' | 'checkedAt' | 'pack'>;

export function ingredientFieldsOf(ingredient: IngredientReply | null): IngredientFields {
  if (ingredient === null) return NEW;
  const { id: _id, version: _version, checkedAt: _at, pack: _pack, ...fields } = ingredient;
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

export const NUMBER_MESSAGE = 'Enter a number with a point, such as 1.5.';

export function isNumber(typed: string): boolean {
  return /^\d+(\.\d+)?$/.test(typed.trim());
}

/** By field; `loss` is a percentage. */
export function numberProblems(texts: NumberTexts, loss: string): FieldErrors {
  return {
    ...readNumbers(texts).problems,
    ...(!isNumber(loss) && { lossBp: NUMBER_MESSAGE }),
  };
}
