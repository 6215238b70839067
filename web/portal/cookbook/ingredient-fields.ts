/** An ingredient as someone edits it. */
import type { IngredientReply } from '#contract/recipes/recipe-book.ts';
import type { BaseUnit } from '#domain/production/quantities/units.ts';
import type { NUTRIENTS } from '#domain/production/recipe/nutrition.ts';

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
