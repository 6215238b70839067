import { queryOptions } from '@tanstack/react-query';
import {
  type AuditedEntity,
  downloadAudit,
  listAudit,
  listAuditStaff,
} from '#platform/calls/audit.ts';
import { call, type CalledFile, callForFile } from './client.ts';
import { pagedQuery } from './paged-query.ts';

/** The latest changes of one entity. Refetched whenever it is shown. */
export function changesQuery(entity: AuditedEntity, entityId: string) {
  return queryOptions({
    queryKey: ['changes', entity, entityId],
    queryFn: ({ signal }) => call(listAudit, { query: { entity, entityId }, signal }),
    staleTime: 0,
  });
}

export type TrailFilters = { who: string; what: string; from: string; to: string };

/** The whole trail by these filters; empty ones mean all. A page at a time, refetched whenever it is shown. */
export function trailQuery(filters: TrailFilters) {
  return pagedQuery(['trail', filters], (page, signal) =>
    call(listAudit, { query: { ...filters, ...page }, signal }),
  );
}

export const auditStaffQuery = queryOptions({
  queryKey: ['trail-staff'],
  queryFn: ({ signal }) => call(listAuditStaff, { signal }),
});

/** Send it through useConfirmFirst. */
export function fetchAudit(filters: TrailFilters): Promise<CalledFile> {
  return callForFile(downloadAudit, { query: filters });
}
