import type { PaperReply } from '#contract/kitchen-paper.ts';
import { windowLabel } from '#domain/delivery/delivery-windows.ts';

const NAMES: Record<PaperReply['kind'], string> = {
  prep_sheet: 'Prep sheet',
  run_sheet: 'Run sheet',
  labels: 'Labels',
};

/** "Run sheet 11am-1pm (CSV)". */
export function paperName({ kind, timeSlot, format }: PaperReply): string {
  return [
    NAMES[kind],
    ...(timeSlot === null ? [] : [windowLabel(timeSlot)]),
    ...(format === 'csv' ? ['(CSV)'] : []),
  ].join(' ');
}
