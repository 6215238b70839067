import type { PrintoutReply } from '#areas/printouts/calls/printouts.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';

const NAMES: Record<PrintoutReply['kind'], string> = {
  prep_sheet: 'Prep sheet',
  run_sheet: 'Run sheet',
  labels: 'Labels',
  plan: 'Plan',
};

/** "Run sheet 11am-1pm (CSV)", "Plan Tue 1 Dec to Mon 7 Dec". */
export function printoutName({ kind, timeSlot, format, from, to }: PrintoutReply): string {
  return [
    NAMES[kind],
    ...(kind === 'plan' ? [`${formatDayAndMonth(from)} to ${formatDayAndMonth(to)}`] : []),
    ...(timeSlot === null ? [] : [windowLabel(timeSlot)]),
    ...(format === 'csv' ? ['(CSV)'] : []),
  ].join(' ');
}
