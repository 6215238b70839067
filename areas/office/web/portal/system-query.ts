import { freshQuery } from '#platform/web/api/call-query.ts';
import { getSystem } from '#areas/office/calls/system.ts';

const EVERY_MINUTE_MS = 60_000;

/** Polled while shown: alarms come and go. */
export const systemQuery = freshQuery(
  ['system'],
  getSystem,
  {},
  { refetchInterval: EVERY_MINUTE_MS },
);
