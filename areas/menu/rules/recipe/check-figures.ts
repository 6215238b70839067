/** Figures for 100 g of an ingredient: what cannot be, and what someone has to vouch for. For form, table and API alike. Ours. */
import { KILOJOULES_PER_CALORIE } from '#areas/menu/rules/meal-plan.ts';
import { half } from '#areas/menu/rules/rounding.ts';
import type { Nutrients } from './nutrition.ts';

type FigureTexts = Partial<Record<keyof Nutrients, string>>;

type FigureCheck = {
  /** Cannot be, whoever says so. */
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
      kilojoules: `Looks like kilocalories. In kilojoules: ${shown(inKilojoules(kilojoules ?? 0))}`,
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
        kilojoules: `Protein, fat and carbs give about ${shown(half(energy))} kJ, not ${shown(kilojoules)}.`,
      }),
    ...((sodiumMg ?? 0) > MOST_SODIUM_MG && {
      sodiumMg: `${shown(sodiumMg ?? 0)} mg of sodium in 100 g is more than most salty food has.`,
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

function shown(amount: number): string {
  return amount.toLocaleString('en-AU');
}
