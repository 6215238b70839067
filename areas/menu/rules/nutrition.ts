/** What a portion holds, from the figures of its ingredients; and how far the label is from it. Ours. */
import { KILOJOULES_PER_CALORIE } from '#areas/menu/rules/meal-plan.ts';
import type { MealFacts } from '#areas/menu/rules/meal-fields.ts';
import { half, halfTenths } from '#areas/menu/rules/rounding.ts';
import { distinctNames, type Pot, servedLines } from '#areas/menu/rules/recipe.ts';

const GRAMS_AND_SODIUM = [
  'proteinGrams',
  'fatGrams',
  'saturatedFatGrams',
  'carbsGrams',
  'sugarsGrams',
  'sodiumMg',
] as const;

export const NUTRIENTS = ['kilojoules', ...GRAMS_AND_SODIUM] as const;

/** Per 100 g; null: not known. */
export type Nutrients = Record<(typeof NUTRIENTS)[number], number | null>;

export function eachNutrient<Value>(
  valueOf: (nutrient: keyof Nutrients) => Value,
): Record<keyof Nutrients, Value> {
  const values = NUTRIENTS.map((nutrient) => [nutrient, valueOf(nutrient)]);
  return Object.fromEntries(values) as Record<keyof Nutrients, Value>;
}

export const NO_NUTRIENTS: Nutrients = eachNutrient(() => null);

/** Net, as it goes into the pot. Water adds weight and nothing else. */
export type NutrientLine = { name: string; grams: number; per100: Nutrients };

export const LABEL_FIGURES = [
  'calories',
  ...GRAMS_AND_SODIUM,
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

// Figures for 100 g of an ingredient: what cannot be, and what someone has to vouch for. For form, table and API alike. Ours.

type FigureTexts = Partial<Record<keyof Nutrients, string>>;

type FigureCheck = {
  /** Cannot be, no matter who says so. */
  refused: FigureTexts;
  /** Possible and unlikely: kept once someone says that the pack has it so. */
  asked: FigureTexts;
};

/** For figures that are rounded to tenths. */
const ROUNDING_GRAMS = 0.05;
const MOST_GRAMS = 100.5;
const MOST_SODIUM_MG = 5000;
/** Energy is judged against `E = 17 P + 37 F + 17 C`, in kJ: fibre and alcohol, which are on no record, only add to it. */
const LOW = { share: 0.75, less: 20 };
const HIGH = { share: 1.25, more: 400 };

export function checkFigures(figures: Nutrients): FigureCheck {
  const { kilojoules, proteinGrams, fatGrams, carbsGrams, sodiumMg } = figures;
  const grams = (proteinGrams ?? 0) + (fatGrams ?? 0) + (carbsGrams ?? 0);
  const refused: FigureTexts = {
    ...(grams > MOST_GRAMS && {
      proteinGrams: 'Protein, fat and carbs are more than 100 g together.',
    }),
    ...(isMore(figures.saturatedFatGrams, fatGrams) && {
      saturatedFatGrams: 'Saturated fat cannot be more than the fat it is part of.',
    }),
    ...(isMore(figures.sugarsGrams, carbsGrams) && {
      sugarsGrams: 'Sugars cannot be more than the carbs they are part of.',
    }),
    ...(energyReadsAs(figures) === 'kilocalories' && {
      kilojoules: `Looks like kilocalories. In kilojoules: ${inWords(inKilojoules(kilojoules ?? 0))}`,
    }),
  };
  const energy = energyOf(figures);
  const isOdd =
    kilojoules !== null &&
    energy !== null &&
    (kilojoules < energy * LOW.share - LOW.less || kilojoules > energy * HIGH.share + HIGH.more);
  const asked: FigureTexts = {
    ...(isOdd &&
      refused.kilojoules === undefined && {
        kilojoules: `Protein, fat and carbs give about ${inWords(half(energy))} kJ, not ${inWords(kilojoules)}.`,
      }),
    ...((sodiumMg ?? 0) > MOST_SODIUM_MG && {
      sodiumMg: `${inWords(sodiumMg ?? 0)} mg of sodium in 100 g is more than most salty food has.`,
    }),
  };
  return { refused, asked };
}

function isMore(part: number | null, whole: number | null): boolean {
  return part !== null && whole !== null && part > whole + ROUNDING_GRAMS + 1e-9;
}

/** In kJ; null: one of the three is not known. */
function energyOf({ proteinGrams, fatGrams, carbsGrams }: Nutrients): number | null {
  if (proteinGrams === null || fatGrams === null || carbsGrams === null) return null;
  return 17 * proteinGrams + 37 * fatGrams + 17 * carbsGrams;
}

/** Below this, rounding alone is more than what tells the units apart. */
const LEAST_JUDGED_KJ = 40;
const FITS_WITHIN = 0.15;

/** In which unit the energy fits what protein, fat and carbs give; null: in neither, or that cannot be told. */
export function energyReadsAs(figures: Nutrients): 'kilojoules' | 'kilocalories' | null {
  const { kilojoules } = figures;
  const energy = energyOf(figures);
  if (kilojoules === null || energy === null || energy < LEAST_JUDGED_KJ) return null;
  const fits = (value: number) => Math.abs(value - energy) <= energy * FITS_WITHIN;
  if (fits(kilojoules)) return 'kilojoules';
  return fits(kilojoules * KILOJOULES_PER_CALORIE) ? 'kilocalories' : null;
}

function inKilojoules(kilocalories: number): number {
  return half(kilocalories * KILOJOULES_PER_CALORIE);
}

function inWords(amount: number): string {
  return amount.toLocaleString('en-AU');
}
