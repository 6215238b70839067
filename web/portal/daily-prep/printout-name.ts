import type { PrintoutReply } from '#contract/printouts.ts';
import { windowLabel } from '#domain/delivery/delivery-windows.ts';

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
