import type { PrintoutReply } from '#areas/printouts/calls/printouts.ts';
import { describeOrderChange, hasChanges } from '#areas/printouts/rules/printout-changes.ts';
import { isPlanState } from '#areas/printouts/rules/printout-state.ts';
import { planChangeText, printedRange } from '#areas/printouts/rules/printed-plan.ts';
import type { PrintoutStatus } from '#areas/printouts/server/list-printouts.ts';

/** A printout as the portal shows it, with what is on neither it nor its newest slip. */
export function toPrintoutReply({ printout, slip, unprinted }: PrintoutStatus): PrintoutReply {
  const { id, kind, format, date, window, version, printedAt, state } = printout;
  return {
    id,
    kind,
    format,
    timeSlot: window,
    from: date,
    to: isPlanState(state) ? printedRange(state).to : date,
    version,
    printedAt: printedAt.toISOString(),
    slipPrintedAt: slip?.printedAt.toISOString() ?? null,
    isStale: hasChanges(unprinted),
    meals: unprinted.meals,
    orders: unprinted.orders.map((change) => ({
      kind: change.kind,
      orderId: change.orderId,
      orderNumber: change.orderNumber,
      customerName: change.customerName,
      timeSlot: change.window,
      lines: describeOrderChange(change),
    })),
    plan: unprinted.plan.map((change) => ({
      kind: change.kind,
      what: change.what,
      date: change.date,
      text: planChangeText(change),
      lines: change.lines,
    })),
  };
}
