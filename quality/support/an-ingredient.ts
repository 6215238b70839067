import type { IngredientReply } from '#areas/recipes/calls/recipe-book.ts';

/** A bought ingredient whose label is read and whose figures are known; one id each. */
export function anIngredient(change: Partial<IngredientReply> = {}): IngredientReply {
  return {
    id: 1,
    name: 'Garlic',
    baseUnit: 'g',
    gramsPerLitre: null,
    gramsPer100Pieces: null,
    lossBp: 0,
    storeArea: 'produce',
    isBought: true,
    stockRule: null,
    reserveQty: null,
    labelName: 'garlic',
    labelParts: '',
    contains: [],
    mayContain: [],
    checkedAt: '2026-01-01T00:00:00Z',
    nutrientSource: '',
    kilojoules: 500,
    proteinGrams: 20,
    fatGrams: 4,
    saturatedFatGrams: 1,
    carbsGrams: 0,
    sugarsGrams: 0,
    sodiumMg: 60,
    figuresVouchedBy: null,
    pack: null,
    version: 1,
    ...change,
  };
}
