/** Everything that recipes are made of, as server and browser know it. */
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import type { Cents } from '#platform/rules/money.ts';
import type { BaseUnit, Weights } from '#areas/menu/rules/units.ts';
import type { Nutrients } from './nutrition.ts';

export type BookIngredient = Weights &
  Nutrients & {
    id: number;
    name: string;
    baseUnit: BaseUnit;
    /** For what is bought, in hundredths of a percent. */
    lossBp: number;
    /** False: water. */
    isBought: boolean;
    labelName: string;
    labelParts: string;
    /** Null: nobody has read the pack. */
    contains: readonly Allergen[] | null;
    mayContain: readonly Allergen[];
    /** The preferred pack; null: none is known. `qty` in base units. */
    pack: { qty: number; priceCents: Cents | null } | null;
  };

export type BookLine = {
  qty: number;
  lossBp: number | null;
  /** How it is cut or dressed: "5 mm batons". Left out: the steps say all. */
  prep?: string | undefined;
} & ({ ingredientId: number } | { componentId: number });

export type BookComponent = {
  id: number;
  name: string;
  baseUnit: BaseUnit;
  gramsPerLitre: number | null;
  /** The largest batch; the lines are for that much. */
  potQty: number;
  lines: readonly BookLine[];
};

export type RecipeBook = {
  ingredients: ReadonlyMap<number, BookIngredient>;
  components: ReadonlyMap<number, BookComponent>;
};

export type BookRecipe = {
  /** Portions that the lines are for. */
  basis: number;
  packagingCents: Cents;
  lines: readonly BookLine[];
};
