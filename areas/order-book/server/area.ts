import { orderBookRefusals } from '#areas/order-book/calls/refusals.ts';
import type { Area } from '#platform/server/area.ts';
import { orderBookChecks } from '#areas/order-book/server/checks.ts';
import { orderBookTables } from '#areas/order-book/server/kept-tables.ts';
import { addUpTallies, refillKeys } from './find-orders.ts';
import { issueMarkedDocuments } from './lock-order.ts';
import { sweepSearchWords } from './find-best-orders.ts';
import { refundWork, sweepRefunds } from '#areas/order-book/server/failed-refunds.ts';

export const orderBookArea: Area = {
  name: 'order-book',
  refusals: orderBookRefusals,
  checks: orderBookChecks,
  tables: orderBookTables,
  due: [{ kind: 'refunds', work: refundWork, run: sweepRefunds }],
  jobs: [
    { name: 'issue_documents', every: 'minute', run: ({ db }) => issueMarkedDocuments(db) },
    { name: 'add_up_tallies', every: 'minute', run: ({ db }) => addUpTallies(db) },
    { name: 'sweep_search_words', every: 'night', run: ({ db }) => sweepSearchWords(db) },
    { name: 'refill_keys', every: 'minute', run: ({ db }) => refillKeys(db) },
  ],
};
