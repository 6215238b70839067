/** Of no area. */
import { type KeptTable, keep } from '#platform/server/db/kept-table.ts';
import { clockJobs } from '#platform/server/db/tables/clock-jobs.ts';
import { throttleCounters } from '#platform/server/db/tables/throttle-counters.ts';

export const platformTables: readonly KeptTable[] = [
  keep(clockJobs, {
    nobody: 'name due_at started_at ended_at failed',
    export: null,
    isBackedUp: false,
  }),
  keep(throttleCounters, {
    nobody: 'count ends_at',
    customer: 'key',
    days: 'until its window is over',
    erased: 'only hashes, gone within a day',
    erase: null,
    file: 'no: only hashes',
    export: null,
    isBackedUp: false,
  }),
];
