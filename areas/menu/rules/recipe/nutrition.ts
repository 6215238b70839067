/** What a portion holds, from the figures of its ingredients; and how far the label is from it. Ours. */
import { KILOJOULES_PER_CALORIE } from '#areas/menu/rules/meal-plan.ts';
import type { MealFacts } from '#areas/menu/rules/meal-fields.ts';
import { half, halfTenths } from '#areas/menu/rules/rounding.ts';
import { distinctNames, type Pot, servedLines } from './recipe.ts';

/** Per 100 g; null: not known. */
export type Nutrients = {
  kilojoules: number | null;
  proteinGrams: number | null;
  fatGrams: number | null;
  saturatedFatGrams: number | null;
  carbsGrams: number | null;
  sugarsGrams: number | null;
  sodiumMg: number | null;
};

export const NUTRIENTS = [
  'kilojoules',
  'proteinGrams',
  'fatGrams',
  'saturatedFatGrams',
  'carbsGrams',
  'sugarsGrams',
  'sodiumMg',
] as const satisfies (keyof Nutrients)[];

/** Net, as it goes into the pot. Water adds weight and nothing else. */
export type NutrientLine = { name: string; grams: number; per100: Nutrients };

export const LABEL_FIGURES = [
  'calories',
  'proteinGrams',
  'fatGrams',
  'saturatedFatGrams',
  'carbsGrams',
  'sugarsGrams',
  'sodiumMg',
] as const satisfies (keyof MealFacts)[];
export type LabelFigure = (typeof LABEL_FIGURES)[number];

export type PortionNutrition = Record<LabelFigure, number | null> & {
  /** For each figure that is not known: the ingredients that have none. */
  unknown: Partial<Record<LabelFigure, string[]>>;
};

/**
 * For one portion of `basis`. One unknown figure of one ingredient makes that figure unknown. No retention factors: those
 * concern vitamins; drained fat and salted water are entered as what is taken up.
 */
export function nutrition(
  { basis, lines }: { basis: number; lines: Pot<NutrientLine>['lines'] },
  components: ReadonlyMap<number, Pot<NutrientLine>>,
): PortionNutrition {
  const served = servedLines(lines, components, 'eaten');
  const sumOf = (nutrient: keyof Nutrients) => {
    let sum = 0;
    for (const { line, times } of served) {
      const figure = line.per100[nutrient];
      if (figure === null) return null;
      sum += (line.grams * times * figure) / 100 / basis;
    }
    return sum;
  };
  const shown = (sum: number | null, round: (value: number) => number) => sum && round(sum);
  const kilojoules = sumOf('kilojoules');
  const unknown = LABEL_FIGURES.flatMap((figure): [LabelFigure, string[]][] => {
    const nutrient = figure === 'calories' ? 'kilojoules' : figure;
    const without = served.filter(({ line }) => line.per100[nutrient] === null);
    return without.length > 0 ? [[figure, distinctNames(without.map(({ line }) => line))]] : [];
  });
  return {
    calories: kilojoules && half(kilojoules / KILOJOULES_PER_CALORIE),
    proteinGrams: shown(sumOf('proteinGrams'), half),
    fatGrams: shown(sumOf('fatGrams'), half),
    saturatedFatGrams: shown(sumOf('saturatedFatGrams'), halfTenths),
    carbsGrams: shown(sumOf('carbsGrams'), half),
    sugarsGrams: shown(sumOf('sugarsGrams'), halfTenths),
    sodiumMg: shown(sumOf('sodiumMg'), half),
    unknown: Object.fromEntries(unknown),
  };
}

/** A difference up to this, or up to this share of the label's figure, is the usual spread of food. */
const USUAL_SPREAD = {
  calories: { by: 20, percent: 10 },
  grams: { by: 2, percent: 15 },
  sodiumMg: { by: 60, percent: 20 },
};

export type LabelDifference = { figure: LabelFigure; label: number; worked: number };

/** Figures of the label that are further from what was worked out than food usually spreads. */
export function labelDifferences(
  worked: Record<LabelFigure, number | null>,
  label: Record<LabelFigure, number | null>,
): LabelDifference[] {
  return LABEL_FIGURES.flatMap((figure) => {
    const [ours, declared] = [worked[figure], label[figure]];
    if (ours === null || declared === null) return [];
    return isUsualSpread(figure, ours, declared) ? [] : [{ figure, label: declared, worked: ours }];
  });
}

function isUsualSpread(figure: LabelFigure, worked: number, label: number): boolean {
  const spread = USUAL_SPREAD[figure === 'calories' || figure === 'sodiumMg' ? figure : 'grams'];
  return Math.abs(worked - label) <= Math.max(spread.by, (label * spread.percent) / 100) + 1e-9;
}
