import type { BusinessFacts } from '#areas/business/rules/business.ts';
import { weekdayName } from '#platform/rules/plain-date.ts';
import { STATE_NAMES } from '#areas/business/rules/australian-states.ts';
import { offeredWindows, windowWithName } from '#areas/business/rules/offered-windows.ts';

/** What a fact may be, with how each reads. */
export function choicesOf(
  kind: 'weekday' | 'window' | 'timeZone' | 'state',
  value: string,
  facts: BusinessFacts,
): [string, string][] {
  if (kind === 'weekday') {
    return [1, 2, 3, 4, 5, 6, 0].map((weekday) => [String(weekday), weekdayName(weekday)]);
  }
  if (kind === 'window') {
    return offeredWindows(facts).map((window) => [window, windowWithName(facts, window)]);
  }
  if (kind === 'state') return STATE_NAMES.map((state) => [state, state]);
  const zones = new Set([value, ...Intl.supportedValuesOf('timeZone')]);
  const sorted = [...zones].filter((zone) => zone.includes('/')).toSorted();
  const near = sorted.filter((zone) => zone.startsWith('Australia/'));
  return [...near, ...sorted.filter((zone) => !near.includes(zone))].map((zone) => [
    zone,
    zone.replaceAll('_', ' '),
  ]);
}
