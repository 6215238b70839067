import { inArray, isNull, or } from 'drizzle-orm';
import { type KeptTable, keep } from '#platform/server/db/kept-table.ts';
import { importFiles } from '#areas/office/server/tables/import-files.ts';
import { weekCloseNotes, todayWaits } from '#areas/office/server/tables/week-close.ts';

export const officeTables: readonly KeptTable[] = [
  keep(importFiles, {
    class: 'trail',
    nobody: 'id created_at',
    customer: 'name bytes',
    staff: 'by',
    days: 'an hour',
    erased: 'nothing: it is gone within the hour',
    erase: null,
    file: 'no: it is gone within the hour',
    export: null,
    isBackedUp: false,
  }),
  keep(todayWaits, {
    class: 'trade',
    nobody: 'facts_hash until created_at',
    customer: 'key note order_id',
    staff: 'staff_id',
    days: 'until its time is over, 30 days at most (`areas/office/server/put-off.ts`)',
    erased: 'deleted, with those that are about no order of their own: a note may name anyone',
    erase: (tx, { orderIds }) =>
      tx
        .delete(todayWaits)
        .where(or(inArray(todayWaits.orderId, orderIds), isNull(todayWaits.orderId))),
    file: 'no: what staff remind themselves of',
  }),
  keep(weekCloseNotes, {
    class: 'trail',
    nobody: 'week_start row stays at',
    staff: 'staff_id',
    days: 'for as long as the business runs',
  }),
];
