import type { TemperatureReadingReply } from '#areas/kitchen/calls/temperatures.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { READING_ACTION_NAMES, RECORD_KIND_NAMES } from '#areas/kitchen/rules/record-kinds.ts';
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
    ...(reading.notNeeded === null ? [] : ['not needed']),
  ];
  return [readingName(reading), parts.join(', ')].filter((part) => part !== '').join(': ');
}

/** ", thrown out, 12 portions"; of a failure that nobody has answered, that it is asked after. */
export function actionText({ pass, action, thrownOut }: TemperatureReadingReply): string {
  if (pass !== false) return '';
  if (action === null) return '. What was done?';
  const portions = thrownOut === 1 ? '1 portion' : `${thrownOut} portions`;
  return `, ${READING_ACTION_NAMES[action].toLowerCase()}${thrownOut === null ? '' : `, ${portions}`}`;
}

/** Of which meal and window, which place or goods; a dash for none. */
export function foodOf({ mealName, timeSlot, place, note }: TemperatureReadingReply): string {
  const parts = [mealName, timeSlot && windowLabel(timeSlot), place, note].filter(Boolean);
  return parts.length === 0 ? '–' : parts.join(', ');
}

/** 4,320,000 -> "1:12": hours and minutes. */
export function formatElapsed(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
