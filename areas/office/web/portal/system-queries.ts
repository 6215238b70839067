import { queryOptions } from '@tanstack/react-query';
import {
  backUpNow,
  type BackupReply,
  checkSystem,
  exportAll,
  type FindingReply,
  getSystem,
} from '#areas/office/calls/system.ts';
import { call, type CalledFile, callForFile } from '#platform/web/api/client.ts';

const EVERY_MINUTE_MS = 60_000;

/** Polled while shown: alarms come and go. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => call(getSystem, { signal }),
  staleTime: 0,
  refetchInterval: EVERY_MINUTE_MS,
});

export function sendBackUpNow(): Promise<BackupReply> {
  return call(backUpNow, {});
}

export async function sendSystemCheck(): Promise<FindingReply[]> {
  return (await call(checkSystem, {})).findings;
}

export function fetchExport(): Promise<CalledFile> {
  return callForFile(exportAll, {});
}
