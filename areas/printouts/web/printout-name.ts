import type { PrintoutReply } from '#areas/printouts/calls/printouts.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';

const NAMES: Record<PrintoutReply['kind'], string> = {
  prep_sheet: 'Prep sheet',
  run_sheet: 'Run sheet',
  labels: 'Labels',
};

/** "Run sheet 11am-1pm (CSV)". */
export function printoutName({ kind, timeSlot, format }: PrintoutReply): string {
  return [
    NAMES[kind],
    ...(timeSlot === null ? [] : [windowLabel(timeSlot)]),
    ...(format === 'csv' ? ['(CSV)'] : []),
  ].join(' ');
}
