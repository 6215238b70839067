import type { TemperatureReadingReply } from '#areas/kitchen/calls/food-safety-record.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { READING_ACTION_NAMES, RECORD_KIND_NAMES } from '#areas/kitchen/rules/record-kinds.ts';
import { enteredText } from '#areas/kitchen/rules/readings.ts';
import { formatTenths } from '#areas/kitchen/rules/temperature-limits.ts';

/** "Core, Lemon Salmon". */
export function readingName({
  kind,
  mealName,
  place,
}: Pick<TemperatureReadingReply, 'kind' | 'mealName' | 'place'>) {
  return [RECORD_KIND_NAMES[kind], mealName, place].filter((part) => part !== null).join(', ');
}

/** "Core, Lemon Salmon: 78 °C, passed". */
export function describeReading(reading: TemperatureReadingReply): string {
  const { tenths, pass } = reading;
  const parts = [
    ...(tenths === null ? [] : [formatTenths(tenths)]),
    ...(pass === null ? [] : [pass ? 'passed' : 'FAILED']),
    ...(reading.isNotNeeded ? ['not needed'] : []),
  ];
  return [readingName(reading), parts.join(', ')].filter((part) => part !== '').join(': ');
}

/** ", thrown out, 12 portions"; of a failure that nobody has answered, that it is asked after. */
export function actionText({
  pass,
  action,
  thrownOut,
}: Pick<TemperatureReadingReply, 'pass' | 'action' | 'thrownOut'>): string {
  if (pass !== false) return '';
  if (action === null) return '. What was done?';
  const portions = thrownOut === 1 ? '1 portion' : `${thrownOut} portions`;
  return `, ${READING_ACTION_NAMES[action].toLowerCase()}${thrownOut === null ? '' : `, ${portions}`}`;
}

/** For which meal and window, which place or goods; a dash for none. */
export function foodOf({ mealName, window, place, note }: TemperatureReadingReply): string {
  const parts = [mealName, window && windowLabel(window), place, note].filter(Boolean);
  return parts.length === 0 ? '–' : parts.join(', ');
}

export function measuredBy({
  measuredBy: onPaper,
  by,
}: Pick<TemperatureReadingReply, 'measuredBy' | 'by'>): string {
  return onPaper || by;
}

/** "from paper, entered 26 h later, by Kim Lee"; empty: as it was measured. */
export function enteredOf({
  at,
  recordedAt,
  ...line
}: Pick<TemperatureReadingReply, 'at' | 'recordedAt' | 'corrects' | 'source' | 'by'>): string {
  return enteredText({ ...line, at: Date.parse(at), recordedAt: Date.parse(recordedAt) });
}
