/** All that a meal's recipe says of one portion. Ours. */
import { readIngredients } from '#areas/menu/rules/ingredient-text.ts';
import { half, halfTenths } from '#areas/menu/rules/rounding.ts';
import type { MealFacts } from '#areas/menu/rules/meal-fields.ts';
import { type Allergen, ALLERGENS, isNamedPlainly } from '#areas/needs/rules/allergens.ts';
import { convert } from '#areas/menu/rules/units.ts';
import type { Cents } from '#platform/rules/money.ts';
import {
  cost,
  type CostLine,
  foodCost,
  type PortionCost,
  type Pot,
  servedLines,
  distinctNames,
} from '#areas/menu/rules/recipe.ts';
import {
  type LabelDifference,
  labelDifferences,
  type LabelFigure,
  nutrition,
  type NutrientLine,
  NO_NUTRIENTS,
  type PortionNutrition,
} from '#areas/menu/rules/nutrition.ts';
import type {
  BookIngredient,
  BookLine,
  BookRecipe,
  RecipeBook,
} from '#areas/menu/rules/recipe-book.ts';

/** Why a meal declares what its ingredients do not bring, or leaves out sulphites under 10 mg/kg. */
export type AllergenReasons = Partial<Record<Allergen, string>>;

/** Null: a new meal, which declares nothing yet. */
export type DeclaredMeal = Pick<MealFacts, 'allergens' | 'priceCents'> & {
  ingredients?: string | null;
} & Record<LabelFigure, number | null>;

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
  /** For which no weight is known: its list and its weight are not whole. */
  unweighed: string[];
};

/** Food law lets a meal leave these out below 10 mg/kg (Standard 1.2.3), which figures of recipes cannot show. */
const MAY_BE_SETTLED: readonly Allergen[] = ['sulphites'];

type FullLine = NutrientLine & CostLine & LabelledLine & { isWeighed: boolean };

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
    ingredientList: ingredientList(lines, pots, declared.ingredients ?? ''),
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
    unweighed: unweighed(recipe, lines, pots, book),
  };
}

function unweighed(
  recipe: BookRecipe,
  lines: Pot<FullLine>['lines'],
  pots: ReadonlyMap<number, Pot<FullLine>>,
  book: RecipeBook,
): string[] {
  const served = servedLines(lines, pots, 'eaten').filter(({ line }) => !line.isWeighed);
  const unknown = recipe.lines.filter((line) => lineGrams(line, book) === null);
  return distinctNames([
    ...served.map(({ line }) => line),
    ...unknown.flatMap((line) =>
      'componentId' in line ? (book.components.get(line.componentId) ?? []) : [],
    ),
  ]);
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
      isWeighed: grams !== null,
      per100: grams === null ? NO_NUTRIENTS : ingredient,
      isWater: !isBought,
      net: line.qty,
      lossBp: line.lossBp ?? ingredient.lossBp,
      packCents: isBought ? (pack?.priceCents ?? null) : 0,
      packQty: pack?.qty ?? 1,
    },
  ];
}

export function gramsOf(qty: number, ingredient: BookIngredient): number | null {
  return convert(qty, ingredient.baseUnit, 'g', ingredient);
}

/** For a line of either kind; null: nobody has weighed it. */
function lineGrams(line: BookLine, book: RecipeBook): number | null {
  if ('ingredientId' in line) {
    const ingredient = book.ingredients.get(line.ingredientId);
    return ingredient ? gramsOf(line.qty, ingredient) : null;
  }
  const component = book.components.get(line.componentId);
  if (!component) return null;
  const { baseUnit, gramsPerLitre } = component;
  return convert(line.qty, baseUnit, 'g', { gramsPerLitre, gramsPer100Pieces: null });
}

/** For several; null when one is not known. */
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

/** The ingredient list that a recipe gives, proposed beside the declared text. Food Standards Code 1.2.4. */
export type LabelledLine = {
  ingredientId: number;
  grams: number;
  /** As a label names it: "cucumber". */
  labelName: string;
  /** What a bought ingredient is made of: "water, soy, wheat, salt"; empty: nothing but itself. */
  labelParts: string;
  contains: readonly Allergen[] | null;
  /** Cooking boils some of it away. */
  isWater: boolean;
};

/** The parts of a bought ingredient are named from this share of the whole on. */
const PARTS_FROM_PERCENT = 5;

type Share = { line: LabelledLine; grams: number };

/**
 * "Potato, chicken breast, soy sauce (water, soy, wheat, salt), fish sauce (fish).": heaviest first by ingoing weight,
 * water as what stays. The allergens of a bought ingredient are always named, and the share of what `declared` states one of:
 * anyone who names an ingredient in a meal's name or picture must say how much of it there is (Standard 1.2.10).
 */
export function ingredientList(
  lines: Pot<LabelledLine>['lines'],
  components: ReadonlyMap<number, Pot<LabelledLine>>,
  declared = '',
): string {
  const cooked = new Map(
    [...components].map(([id, component]) => [id, withoutSteam(component)] as const),
  );
  const grams = new Map<number, number>();
  const byId = new Map<number, LabelledLine>();
  for (const { line, times } of servedLines(lines, cooked, 'eaten')) {
    byId.set(line.ingredientId, line);
    grams.set(line.ingredientId, (grams.get(line.ingredientId) ?? 0) + line.grams * times);
  }
  const shares = [...byId]
    .map(([id, line]): Share => ({ line, grams: grams.get(id) ?? 0 }))
    .filter((share) => share.grams > 0)
    .toSorted((a, b) => b.grams - a.grams || (a.line.labelName < b.line.labelName ? -1 : 1));
  const whole = shares.reduce((total, share) => total + share.grams, 0);
  const stated = new Set(
    readIngredients(declared).flatMap(({ name, percent }) =>
      percent === null ? [] : [name.toLowerCase()],
    ),
  );
  const text = shares
    .map((share) => shareName(share, whole, stated.has(share.line.labelName.toLowerCase())))
    .join(', ');
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** What a pot weighs less than what went in is water. Components in millilitres count as grams. */
function withoutSteam(component: Pot<LabelledLine>): Pot<LabelledLine> {
  const wentIn = component.lines.reduce(
    (total, line) => total + ('grams' in line ? line.grams : line.qty),
    0,
  );
  let steam = Math.max(0, wentIn - component.pot);
  const lines = component.lines.map((line) => {
    if (!('isWater' in line) || !line.isWater) return line;
    const lost = Math.min(line.grams, steam);
    steam -= lost;
    return { ...line, grams: line.grams - lost };
  });
  return { ...component, lines };
}

function shareName({ line, grams }: Share, whole: number, isStated: boolean): string {
  const { labelName, labelParts } = line;
  const namesParts = labelParts !== '' && grams * 100 >= whole * PARTS_FROM_PERCENT;
  const named = namesParts ? `${labelName} ${labelParts}` : labelName;
  const allUnnamed = ALLERGENS.filter(
    (allergen) => line.contains?.includes(allergen) && !isNamedPlainly(named, allergen),
  );
  // Wheat names the grain of its gluten.
  const unnamed = allUnnamed.filter((one) => one !== 'gluten' || !allUnnamed.includes('wheat'));
  const brackets = [...(namesParts ? [labelParts] : []), ...unnamed].join(', ');
  const name = isStated ? `${labelName} (${percentText(grams / whole)})` : labelName;
  return brackets === '' ? name : `${name} (${brackets})`;
}

/** "26%"; of less than a twentieth "1.3%". */
function percentText(share: number): string {
  const percent = share * 100;
  return `${percent < PARTS_FROM_PERCENT ? halfTenths(percent) : half(percent)}%`;
}

/** Which allergens a meal has by its ingredients, and whether that is what it declares. Ours. */
export type AllergenSource = {
  name: string;
  /** Everything on its label, however little; null: nobody has read the label. */
  contains: readonly Allergen[] | null;
  mayContain: readonly Allergen[];
};

type DerivedAllergens = {
  /** In legal order, as the others. */
  contains: Allergen[];
  mayContain: Allergen[];
  /** Ingredients whose label nobody has read: nothing can be declared from them. */
  unchecked: string[];
  /** In it, but not declared. */
  missing: Allergen[];
  /** Declared, but not in it. */
  extra: Allergen[];
  /** Not while a label is unread or an allergen undeclared. */
  maySave: boolean;
  needsReason: boolean;
};

/** `declared` null: the meal declares nothing, and stays so. */
export function allergens(
  ingredients: readonly AllergenSource[],
  declared: readonly Allergen[] | null,
): DerivedAllergens {
  const contains = unionOf(ingredients.map((ingredient) => ingredient.contains ?? []));
  const mayContain = unionOf(ingredients.map((ingredient) => ingredient.mayContain));
  const unchecked = distinctNames(ingredients.filter((ingredient) => ingredient.contains === null));
  const missing = declared === null ? [] : without(contains, declared);
  const extra = without(declared ?? [], contains);
  return {
    contains,
    mayContain: without(mayContain, contains),
    unchecked,
    missing,
    extra,
    maySave: unchecked.length === 0 && missing.length === 0,
    needsReason: extra.length > 0,
  };
}

/** Wheat is declared by its own name, and as gluten. */
function unionOf(lists: readonly (readonly Allergen[])[]): Allergen[] {
  const all = new Set(lists.flat());
  if (all.has('wheat')) all.add('gluten');
  return ALLERGENS.filter((allergen) => all.has(allergen));
}

function without(list: readonly Allergen[], others: readonly Allergen[]): Allergen[] {
  return ALLERGENS.filter((allergen) => list.includes(allergen) && !others.includes(allergen));
}
