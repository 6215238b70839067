/**
 * Whether the chosen pace fits the weeks the goal needs. Spec 5: the pace in months must be at least 70% of weeks / 4.
 */

export const PACES = ['very-fast', 'fast', 'moderate', 'slow'] as const;
export type Pace = (typeof PACES)[number];

export const DEFAULT_PACE: Pace = 'moderate';

export const PACE_MONTHS: Record<Pace, number> = {
  'very-fast': 1.5,
  fast: 2.5,
  moderate: 5,
  slow: 6,
};

export const PACE_LABELS: Record<Pace, string> = {
  'very-fast': 'Very fast',
  fast: 'Fast',
  moderate: 'Moderate',
  slow: 'Slow',
};

/** The spec's month. */
const WEEKS_PER_MONTH = 4;

export function paceWeeks(pace: Pace): number {
  return PACE_MONTHS[pace] * WEEKS_PER_MONTH;
}

/** Null: no weeks to compare with, so nothing should be shown. */
export function isTimelineRealistic(pace: Pace, weeks: number | null): boolean | null {
  if (weeks === null || !Number.isFinite(weeks) || weeks <= 0) return null;
  // months >= 0.7 * weeks / 4, in numbers that floating point represents exactly.
  return 40 * PACE_MONTHS[pace] >= 7 * weeks;
}

/** The weeks in a recommendation; taken from its text if the number is missing. */
export function statedWeeks(recommendation: {
  timeline: string;
  timelineWeeks?: number | null;
}): number | null {
  return recommendation.timelineWeeks ?? parseWeeks(recommendation.timeline);
}

/** "32 weeks" -> 32, "20-24 weeks" -> 24, "104+ weeks" -> 104, "6 months" -> 24; null if it names no time. */
export function parseWeeks(text: string): number | null {
  const weeks = lastNumberBefore(text, /(\d+(?:\.\d+)?)\+?\s*weeks?/gi);
  if (weeks !== null) return weeks;
  const months = lastNumberBefore(text, /(\d+(?:\.\d+)?)\+?\s*months?/gi);
  return months === null ? null : months * WEEKS_PER_MONTH;
}

function lastNumberBefore(text: string, unit: RegExp): number | null {
  const found = [...text.slice(0, 200).matchAll(unit)].at(-1)?.[1];
  const number = Number(found ?? Number.NaN);
  return number > 0 ? number : null;
}
