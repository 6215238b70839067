import type { PrintoutReply } from '#areas/printouts/calls/printouts.ts';

/** One for each paper that is out of date: a sheet and its CSV file have changed by the same orders. */
export function stalePrintouts(printouts: readonly PrintoutReply[]): PrintoutReply[] {
  const stale = printouts.filter(({ isStale }) => isStale);
  return stale.filter(
    ({ kind, timeSlot, format }) =>
      format === 'pdf' ||
      !stale.some(
        (other) => other.format === 'pdf' && other.kind === kind && other.timeSlot === timeSlot,
      ),
  );
}
