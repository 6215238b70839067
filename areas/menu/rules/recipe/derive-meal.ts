/** All that a meal's recipe says of one portion. Ours. */
import type { MealFacts } from '#areas/menu/rules/meal-fields.ts';
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import { convert } from '#areas/menu/rules/units.ts';
import type { Cents } from '#platform/rules/money.ts';
import { cost, type CostLine, foodCost, type PortionCost } from './cost.ts';
import { allergens, type DerivedAllergens } from './derived-allergens.ts';
import { ingredientList, type LabelledLine } from './ingredient-list.ts';
import {
  type LabelDifference,
  labelDifferences,
  type LabelFigure,
  nutrition,
  type NutrientLine,
  NUTRIENTS,
  type Nutrients,
  type PortionNutrition,
} from './nutrition.ts';
import type { BookIngredient, BookLine, BookRecipe, RecipeBook } from './recipe-book.ts';
import { type Pot, servedLines } from './served-lines.ts';

/** Why a meal declares what its ingredients do not bring, or leaves out sulphites under 10 mg/kg. */
export type AllergenReasons = Partial<Record<Allergen, string>>;

export type DeclaredMeal = Pick<MealFacts, 'allergens' | 'priceCents' | LabelFigure>;

export type DerivedMeal = {
  allergens: DerivedAllergens;
  /** Declared without being brought by an ingredient, and nobody has said why. */
  unexplained: Allergen[];
  nutrition: PortionNutrition;
  differences: LabelDifference[];
  ingredientList: string;
  cost: PortionCost;
  /** What one portion weighs as it is put together, before it is heated; null: of something no weight is known. */
  portionGrams: number | null;
};

/** Food law lets a meal leave these out below 10 mg/kg (Standard 1.2.3), which figures of recipes cannot show. */
const MAY_BE_SETTLED: readonly Allergen[] = ['sulphites'];

type FullLine = NutrientLine & CostLine & LabelledLine;

export function deriveMeal(
  recipe: BookRecipe,
  declared: DeclaredMeal,
  reasons: AllergenReasons,
  book: RecipeBook,
  { includesGst }: { includesGst: boolean },
): DerivedMeal {
  const lines = recipe.lines.flatMap((line) => fullLine(line, book));
  const pots = potsOf(book);
  const worked = nutrition({ basis: recipe.basis, lines }, pots);
  const found = settled(
    allergens(
      servedLines(lines, pots, 'eaten').map(({ line }) => sourceOf(line, book)),
      declared.allergens,
    ),
    reasons,
  );
  return {
    allergens: found,
    unexplained: found.extra.filter((allergen) => !reasons[allergen]?.trim()),
    nutrition: worked,
    differences: labelDifferences(worked, declared),
    ingredientList: ingredientList(lines, pots),
    cost: cost(
      {
        basis: recipe.basis,
        lines,
        packagingCents: recipe.packagingCents,
        priceCents: declared.priceCents,
        includesGst,
      },
      pots,
    ),
    portionGrams: portionGrams(recipe, book),
  };
}

function potsOf(book: RecipeBook): Map<number, Pot<FullLine>> {
  return new Map(
    [...book.components].map(([id, { potQty, lines }]): [number, Pot<FullLine>] => [
      id,
      { pot: potQty, lines: lines.flatMap((line) => fullLine(line, book)) },
    ]),
  );
}

/** What many meals and components of one book cost: the same sums, for whole menus. */
export function costsOf(book: RecipeBook, { includesGst }: { includesGst: boolean }) {
  const pots = potsOf(book);
  return {
    ofPortion: ({ basis, packagingCents, lines }: BookRecipe, priceCents: Cents): PortionCost =>
      cost(
        {
          basis,
          lines: lines.flatMap((line) => fullLine(line, book)),
          packagingCents,
          priceCents,
          includesGst,
        },
        pots,
      ),
    /** Cents, not rounded, of so much of a component as cooked; null: something in it has no price. */
    ofComponent: (componentId: number, qty: number): number | null =>
      foodCost([{ componentId, qty, lossBp: 0 }], pots).cents,
  };
}

function settled(found: DerivedAllergens, reasons: AllergenReasons): DerivedAllergens {
  const missing = found.missing.filter(
    (allergen) => !(MAY_BE_SETTLED.includes(allergen) && reasons[allergen]?.trim()),
  );
  return { ...found, missing, maySave: found.unchecked.length === 0 && missing.length === 0 };
}

export function mayBeSettled(allergen: Allergen): boolean {
  return MAY_BE_SETTLED.includes(allergen);
}

function sourceOf({ ingredientId, name }: FullLine, book: RecipeBook) {
  const ingredient = book.ingredients.get(ingredientId);
  return {
    name,
    contains: ingredient?.contains ?? null,
    mayContain: ingredient?.mayContain ?? [],
  };
}

/** A line with all that the sums want to know; nothing when the book does not have it. */
function fullLine(
  line: BookLine,
  book: RecipeBook,
): (FullLine | { componentId: number; qty: number; lossBp: number })[] {
  if ('componentId' in line) {
    return [{ componentId: line.componentId, qty: line.qty, lossBp: line.lossBp ?? 0 }];
  }
  const ingredient = book.ingredients.get(line.ingredientId);
  if (!ingredient) return [];
  const { name, labelName, labelParts, contains, isBought, pack } = ingredient;
  const grams = gramsOf(line.qty, ingredient);
  return [
    {
      ingredientId: ingredient.id,
      name,
      labelName,
      labelParts,
      contains,
      grams: grams ?? 0,
      per100: grams === null ? UNKNOWN : ingredient,
      isWater: !isBought,
      net: line.qty,
      lossBp: line.lossBp ?? ingredient.lossBp,
      packCents: isBought ? (pack?.priceCents ?? null) : 0,
      packQty: pack?.qty ?? 1,
    },
  ];
}

const UNKNOWN = Object.fromEntries(NUTRIENTS.map((nutrient) => [nutrient, null])) as Nutrients;

export function gramsOf(qty: number, ingredient: BookIngredient): number | null {
  return convert(qty, ingredient.baseUnit, 'g', ingredient);
}

/** Of a line of either kind; null: nobody has weighed it. */
export function lineGrams(line: BookLine, book: RecipeBook): number | null {
  if ('ingredientId' in line) {
    const ingredient = book.ingredients.get(line.ingredientId);
    return ingredient ? gramsOf(line.qty, ingredient) : null;
  }
  const component = book.components.get(line.componentId);
  if (!component) return null;
  const { baseUnit, gramsPerLitre } = component;
  return convert(line.qty, baseUnit, 'g', { gramsPerLitre, gramsPer100Pieces: null });
}

/** Of several; null when one is not known. */
export function linesGrams(lines: readonly BookLine[], book: RecipeBook): number | null {
  let total = 0;
  for (const line of lines) {
    const grams = lineGrams(line, book);
    if (grams === null) return null;
    total += grams;
  }
  return total;
}

function portionGrams({ lines, basis }: BookRecipe, book: RecipeBook): number | null {
  const grams = linesGrams(lines, book);
  return grams === null ? null : Math.round(grams / basis);
}
