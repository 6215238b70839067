/** What numbers of ingredients and components may be. The database checks the same. Ours. */
import { KILOJOULES_PER_CALORIE } from '#areas/menu/rules/meal-plan.ts';
import type { Nutrients } from '#areas/menu/rules/recipe/nutrition.ts';
import { half } from './rounding.ts';
import type { Cents } from '#platform/rules/money.ts';

export const LONGEST_STEPS = 4000;
/** Of how a line is cut or dressed: as wide as a cook's list. */
export const LONGEST_PREP = 60;
export const MOST_LINES = 80;
export const BASIS = { min: 1, max: 500 };
/** Chilled food that is ready to eat: Food Standards Code 1.6.1 rests on 5 days. Our own ceiling. */
export const MOST_KEEPS_DAYS = 5;
/** With one of these reasons. */
export const LONGEST_KEEPS_DAYS = 14;
export const KEEPS_BECAUSE = ['acid', 'dry', 'sugar_salt'] as const;
export type KeepsBecause = (typeof KEEPS_BECAUSE)[number];
const REASONS_TO_KEEP: Record<KeepsBecause, string> = {
  acid: 'acid',
  dry: 'dry',
  sugar_salt: 'sugar and salt',
};

export function keepsBecauseText(reason: KeepsBecause | null): string {
  return reason === null ? 'no reason' : REASONS_TO_KEEP[reason];
}

/** Of one kind of work: a day. */
export const MOST_MINUTES = 1440;

export type ComponentDays = {
  potQty: number;
  minQty: number;
  keepsDays: number;
  keepsBecause: KeepsBecause | null;
  cookAheadDays: number;
  readyDaysBefore: number;
};

/** What is wrong with how much and when a component is cooked, by field. */
export function checkComponent(component: ComponentDays): Record<string, string> {
  const { minQty, potQty, keepsDays, keepsBecause, cookAheadDays, readyDaysBefore } = component;
  return {
    ...(minQty * 2 > potQty && {
      minQty: 'The smallest batch can be half the largest at most.',
    }),
    ...(keepsDays > MOST_KEEPS_DAYS &&
      keepsBecause === null && {
        keepsBecause: 'Say why it keeps: acid, dry, or sugar and salt.',
      }),
    ...(cookAheadDays > keepsDays && {
      cookAheadDays: `It keeps ${keepsDays} days, so it cannot be cooked ${cookAheadDays} days ahead.`,
    }),
    ...(readyDaysBefore > cookAheadDays && {
      readyDaysBefore: 'It cannot have to be ready before it may be cooked.',
    }),
  };
}

/** What is wrong with a pot that gives `finishedGrams` of what goes in; null: nothing. Of unknown weights, nothing. */
export function yieldMessage(wentIn: number | null, finishedGrams: number | null): string | null {
  if (wentIn === null || finishedGrams === null) return null;
  const found = yieldOf([wentIn], finishedGrams);
  if ('error' in found) return 'Enter how much the largest batch gives.';
  const percent = `${Math.round(found.yieldBp / 100)}%`;
  if (found.verdict !== 'refused') return null;
  return found.yieldBp > 10_000
    ? `That is ${percent} of what goes in. Is its water missing?`
    : `That is only ${percent} of what goes in. Check the quantities.`;
}

/** Worth asking about, but it can be saved. */
export function asksForWater(wentIn: number | null, finishedGrams: number | null): boolean {
  if (wentIn === null || finishedGrams === null) return false;
  const found = yieldOf([wentIn], finishedGrams);
  return 'verdict' in found && found.verdict === 'ask_for_water';
}

/** Figures for 100 g that cannot be, by field. */
export function checkFigures(figures: Nutrients): Record<string, string> {
  const { proteinGrams, fatGrams, saturatedFatGrams, carbsGrams, sugarsGrams } = figures;
  const sum = (proteinGrams ?? 0) + (fatGrams ?? 0) + (carbsGrams ?? 0);
  return {
    ...(sum > 100.5 && { proteinGrams: 'Protein, fat and carbs are more than 100 g together.' }),
    ...((saturatedFatGrams ?? 0) > (fatGrams ?? Infinity) && {
      saturatedFatGrams: 'Saturated fat cannot be more than the fat it is part of.',
    }),
    ...((sugarsGrams ?? 0) > (carbsGrams ?? Infinity) && {
      sugarsGrams: 'Sugars cannot be more than the carbs they are part of.',
    }),
  };
}

const KJ_PER_GRAM = { protein: 17, fat: 37, carbs: 17, fibre: 8 };
const SPREAD = 0.2;
/** Of figures that are rounded to whole grams. */
const LEAST_SPREAD_KJ = 40;
const MOST_SODIUM_MG = 5000;

/**
 * Figures for 100 g that are possible but unlikely, by field: someone looks before they are kept. Fibre is on no record, so
 * whatever is left of the 100 g may be fibre.
 */
export function unlikelyFigures(figures: Nutrients): Record<string, string> {
  const { kilojoules, proteinGrams, fatGrams, carbsGrams, sodiumMg } = figures;
  const problems: Record<string, string> = {};
  if ((sodiumMg ?? 0) > MOST_SODIUM_MG)
    problems['sodiumMg'] =
      `Is this in g? ${shown(sodiumMg ?? 0)} mg of sodium in 100 g is more than most salty food has.`;
  if (kilojoules === null || proteinGrams === null || fatGrams === null || carbsGrams === null)
    return problems;
  const known =
    proteinGrams * KJ_PER_GRAM.protein +
    fatGrams * KJ_PER_GRAM.fat +
    carbsGrams * KJ_PER_GRAM.carbs;
  const rest = Math.max(0, 100 - proteinGrams - fatGrams - carbsGrams);
  const most = known + rest * KJ_PER_GRAM.fibre;
  const isLow = kilojoules < known - Math.max(known * SPREAD, LEAST_SPREAD_KJ);
  const isHigh = kilojoules > most + Math.max(most * SPREAD, LEAST_SPREAD_KJ);
  if (isLow)
    problems['kilojoules'] =
      `Is this kcal? ${shown(kilojoules)} kcal = ${shown(Math.round(kilojoules * KILOJOULES_PER_CALORIE))} kJ`;
  if (isHigh)
    problems['kilojoules'] =
      `Protein, fat and carbs give about ${shown(Math.round(known))} kJ. Check the energy.`;
  return problems;
}

function shown(amount: number): string {
  return amount.toLocaleString('en-AU');
}

// How much a pot gives of what went in, and whether that can be.

/**
 * `ask_for_water`: the food took up water that the recipe does not name. With it as an ingredient, weight, nutrition and
 * the label's order agree.
 */
type YieldVerdict = 'ok' | 'ask_for_water' | 'refused';

const LEAST_PERCENT = 10;
const WATER_FROM_PERCENT = 105;
const MOST_PERCENT = 150;

/** `netGrams` of everything that goes in, water included; `finished` in grams. `yieldBp` in hundredths of a percent. */
export function yieldOf(
  netGrams: readonly number[],
  finished: number,
): { yieldBp: number; verdict: YieldVerdict } | { error: 'not_positive' } {
  const wentIn = netGrams.reduce((total, grams) => total + grams, 0);
  if (wentIn <= 0 || finished <= 0) return { error: 'not_positive' };
  return { yieldBp: half((finished / wentIn) * 10_000), verdict: verdictOn(finished, wentIn) };
}

function verdictOn(finished: number, wentIn: number): YieldVerdict {
  const isOver = (percent: number) => finished * 100 > wentIn * percent;
  if (finished * 100 < wentIn * LEAST_PERCENT || isOver(MOST_PERCENT)) return 'refused';
  return isOver(WATER_FROM_PERCENT) ? 'ask_for_water' : 'ok';
}

// What "under $14" means, wherever someone asks for cheaper meals.

/** A thrifty week keeps each meal under this. */
const THRIFTY_CENTS: Cents = 1400;

/** On the menu, a choice of limits. */
export const PRICE_LIMITS: readonly Cents[] = [THRIFTY_CENTS, 1500, 1600];
