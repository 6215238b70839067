/** What numbers of ingredients and components may be. The database checks the same. Ours. */
import { yieldOf } from './yield.ts';
import type { Nutrients } from '#areas/menu/rules/recipe/nutrition.ts';

export const LONGEST_STEPS = 4000;
export const MOST_LINES = 80;
export const BASIS = { min: 1, max: 500 };
/** Chilled food that is ready to eat: Food Standards Code 1.6.1 rests on 5 days. Our own ceiling. */
export const MOST_KEEPS_DAYS = 5;

export type ComponentDays = {
  potQty: number;
  minQty: number;
  keepsDays: number;
  cookAheadDays: number;
  readyDaysBefore: number;
};

/** What is wrong with how much and when a component is cooked, by field. */
export function checkComponent(component: ComponentDays): Record<string, string> {
  const { minQty, potQty, keepsDays, cookAheadDays, readyDaysBefore } = component;
  return {
    ...(minQty * 2 > potQty && { minQty: 'The smallest batch can be half a pot at most.' }),
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
  if ('error' in found) return 'Enter what one pot gives.';
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
