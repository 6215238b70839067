/** A temperature from a pad of large keys: two digits are a reading, so that wet hands need two taps. Ours. */
import type { Tenths } from './temperature-limits.ts';

/** As they lie on the pad, three in a row. */
export const TEMPERATURE_KEYS = [
  '7',
  '8',
  '9',
  '4',
  '5',
  '6',
  '1',
  '2',
  '3',
  '-',
  '0',
  '.',
] as const;
export type TemperatureKey = (typeof TEMPERATURE_KEYS)[number];

/** `tenths`: complete by this key; null: more to come. */
export type Typed = { text: string; tenths: Tenths | null };

/** "7", "8" -> 78 °C; "0", "4" -> 4 °C; "-", "1", "8" -> -18 °C; "4", ".", "5" -> 4.5 °C. A key that makes no sense does nothing. */
export function typeKey(text: string, key: TemperatureKey): Typed {
  const typed = text + key;
  if (!/^-?\d{0,2}(\.\d?)?$/.test(typed) || /^-?\./.test(typed)) return { text, tenths: null };
  const isWhole = /\d\d$|\.\d$/.test(typed);
  return { text: typed, tenths: isWhole ? tenthsOf(typed) : null };
}

/** A temperature that was typed as a whole: "78.5", "-18". */
export function isTypedTenths(text: string): boolean {
  return /^-?\d{1,3}(\.\d)?$/.test(text.trim());
}

export function tenthsOf(text: string): Tenths {
  // Without the sign of nothing: -0 is 0.
  return Math.round(Number(text) * 10) || 0;
}

/** "4" -> 4 °C, for a single digit that is the whole reading; null when nothing is typed. */
export function finishTyped(text: string): Tenths | null {
  return /\d/.test(text) ? tenthsOf(text) : null;
}
