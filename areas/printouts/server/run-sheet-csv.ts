import { formatPhone } from '#areas/business/rules/australian-phone.ts';
import { STOP } from '#areas/order-book/rules/at-the-door.ts';
import type { Run } from '#areas/printouts/rules/run-sheet.ts';
import { toCsv } from '#platform/server/drawing/csv.ts';

/** The columns that route planners expect: the address in parts, a phone number, a time window, notes. */
const HEADING = [
  'Stop',
  'Order',
  'Name',
  'Address line 1',
  'Address line 2',
  'Suburb',
  'State',
  'Postcode',
  'Country',
  'Phone',
  'Earliest',
  'Latest',
  'Portions',
  'Warm or cold',
  'Notes',
  'On hold',
];

/** One row per stop, in the order of the run sheet. `state`: abbreviated. With a driver's name, in a column of its own. */
export function runSheetCsv(runs: readonly Run[], state: string, driver?: string): string {
  const rows = runs.flatMap(({ window, suburbs }) => {
    const [earliest = '', latest = ''] = window.split('-');
    return suburbs
      .flatMap(({ stops }) => stops)
      .map((stop) => [
        stop.stop,
        stop.orderNumber,
        stop.customerName,
        stop.addressLine1,
        stop.addressLine2,
        stop.suburb,
        state,
        stop.postcode,
        'Australia',
        formatPhone(stop.phone),
        earliest,
        latest,
        stop.portions,
        stop.temperature,
        stop.specialInstructions,
        stop.isOnHold ? STOP : null,
        ...(driver === undefined ? [] : [driver]),
      ]);
  });
  return toCsv([[...HEADING, ...(driver === undefined ? [] : ['Driver'])], ...rows]);
}
