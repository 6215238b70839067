/** What a temperature reading must show to pass. Food Standards Code 3.2.2, and guidance for the core. Ours. */
import { MINUTE_MS } from '#platform/rules/durations.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { MealFacts } from '#areas/menu/rules/meal-fields.ts';
import type { WrittenKind } from './record-kinds.ts';

/** A temperature in tenths of a degree Celsius. */
export type Tenths = number;

/** Kept with each reading as it was, so that a change of the rules changes no record. Null: no such bound. */
export type TemperatureLimit = {
  least: Tenths | null;
  most: Tenths | null;
  /** Since the chill started, or since 21 °C. */
  withinMinutes: number | null;
  /** What is asked besides, in words: "package whole, in date". */
  also?: string;
};

export const COLD_MOST: Tenths = 50;
/** Our own: food that is hard at -18 °C may warm a little while the door is open. */
export const FROZEN_MOST: Tenths = -150;
export const HOT_LEAST: Tenths = 600;
const ROOM_MOST: Tenths = 210;
/** How far a thermometer may be off. */
const PROBE_OFF: Tenths = 10;
const TO_21_MINUTES = 120;
const TO_5_MINUTES = 240;

type LimitFacts = {
  /** What is asked of the core; null: nothing, of a cold dish. */
  coreCelsius: number | null;
  /** For a van: the warm box, instead of the cold one. */
  isHot: boolean;
};

/** A meal's own limit, or the kitchen's; null: none, for a cold dish. */
export function coreLimitOf(
  meal: Pick<MealFacts, 'coreCelsius'>,
  kitchen: Pick<BusinessFacts, 'coreCelsius'>,
): number | null {
  return meal.coreCelsius === 0 ? null : (meal.coreCelsius ?? kitchen.coreCelsius);
}

export function limitOf(kind: WrittenKind, { coreCelsius, isHot }: LimitFacts): TemperatureLimit {
  const none: TemperatureLimit = { least: null, most: null, withinMinutes: null };
  switch (kind) {
    case 'core':
      return { ...none, least: coreCelsius === null ? null : coreCelsius * 10 };
    case 'chill_start':
      return none;
    case 'reached_21':
      return { ...none, most: ROOM_MOST, withinMinutes: TO_21_MINUTES };
    case 'reached_5':
      return { ...none, most: COLD_MOST, withinMinutes: TO_5_MINUTES };
    case 'hot_hold':
      return { ...none, least: HOT_LEAST };
    case 'fridge':
      return { ...none, most: COLD_MOST };
    case 'freezer':
      return { ...none, most: FROZEN_MOST };
    case 'cleaning':
    case 'sanitising':
      return none;
    case 'van':
      return isHot ? { ...none, least: HOT_LEAST } : { ...none, most: COLD_MOST };
    case 'probe_check':
      return { ...none, least: -PROBE_OFF, most: PROBE_OFF };
  }
}

type Measured = {
  tenths: Tenths;
  at: Instant;
  /** What `withinMinutes` counts from; null: nothing. */
  since: Instant | null;
};

export function passes({ tenths, at, since }: Measured, limit: TemperatureLimit): boolean {
  return isInBounds(tenths, limit) && isInTime({ at, since }, limit);
}

/** Still too warm, with time left: no failure yet, and nothing to record. */
export function isNotChilledYet(measured: Measured, limit: TemperatureLimit): boolean {
  if (limit.withinMinutes === null) return false;
  return !isInBounds(measured.tenths, limit) && isInTime(measured, limit);
}

function isInBounds(tenths: Tenths, { least, most }: TemperatureLimit): boolean {
  return (least === null || tenths >= least) && (most === null || tenths <= most);
}

function isInTime(
  { at, since }: Pick<Measured, 'at' | 'since'>,
  { withinMinutes }: TemperatureLimit,
): boolean {
  return withinMinutes === null || since === null || at - since <= withinMinutes * MINUTE_MS;
}

/** Cold enough to need no second step of chilling. */
export function isCold(tenths: Tenths): boolean {
  return tenths <= COLD_MOST;
}

/** 785 -> "78.5 °C", -5 -> "-0.5 °C". */
export function formatTenths(tenths: Tenths): string {
  return `${degreesOf(tenths)} °C`;
}

export function degreesOf(tenths: Tenths): string {
  return String(tenths / 10);
}

/** "at least 75 °C"; "at most 21 °C within 2 h"; "at most 5 °C, package whole"; empty: without a limit. */
export function limitText(limit: TemperatureLimit): string {
  return [boundsText(limit), limit.also ?? ''].filter((part) => part !== '').join(', ');
}

function boundsText({ least, most, withinMinutes }: TemperatureLimit): string {
  const within = withinMinutes === null ? '' : ` within ${withinMinutes / 60} h`;
  if (least !== null && most !== null) return `${degreesOf(least)} to ${formatTenths(most)}`;
  if (least !== null) return `at least ${formatTenths(least)}${within}`;
  if (most !== null) return `at most ${formatTenths(most)}${within}`;
  return '';
}

/** When the cook is called, and until when it must be reached. */
export type ChillTimes = { callAt: Instant; dueAt: Instant };

const CALL_BEFORE_21_MINUTES = 15;
const CALL_BEFORE_5_MINUTES = 30;

/** Called at 1 h 45 for the first step, and half an hour before the end of the second: at 5 h 30 or earlier. */
export function chillTimes(startedAt: Instant, reached21At: Instant | null): ChillTimes {
  const dueAt =
    reached21At === null
      ? startedAt + TO_21_MINUTES * MINUTE_MS
      : reached21At + TO_5_MINUTES * MINUTE_MS;
  const before = reached21At === null ? CALL_BEFORE_21_MINUTES : CALL_BEFORE_5_MINUTES;
  return { callAt: dueAt - before * MINUTE_MS, dueAt };
}
