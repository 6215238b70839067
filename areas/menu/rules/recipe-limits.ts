/** What numbers of ingredients and components may be. The database checks the same. Ours. */
import { half } from './rounding.ts';
import type { Cents } from '#platform/rules/money.ts';

export const LONGEST_STEPS = 4000;
/** For how a line is cut or dressed: as wide as a cook's list. */
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

/** For one kind of work: a day. */
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

export function asksForWater(wentIn: number | null, finishedGrams: number | null): boolean {
  if (wentIn === null || finishedGrams === null) return false;
  const found = yieldOf([wentIn], finishedGrams);
  return 'verdict' in found && found.verdict === 'ask_for_water';
}

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

export const PRICE_LIMITS: readonly Cents[] = [THRIFTY_CENTS, 1500, 1600];
