import { callQuery, freshQuery, pagedQuery } from '#platform/web/api/call-query.ts';
import {
  type AuditedEntity,
  downloadAudit,
  listAudit,
  listAuditStaff,
} from '#platform/calls/audit.ts';
import { call, type CalledFile, callForFile } from './client.ts';

/** The latest changes of one entity. Refetched whenever it is shown. */
export function changesQuery(entity: AuditedEntity, entityId: string) {
  return freshQuery(['changes', entity, entityId], listAudit, { query: { entity, entityId } });
}

export type TrailFilters = { who: string; what: string; from: string; to: string };

/** The whole trail by these filters; empty ones mean all. A page at a time, refetched whenever it is shown. */
export function trailQuery(filters: TrailFilters) {
  return pagedQuery(['trail', filters], (page, signal) =>
    call(listAudit, { query: { ...filters, ...page }, signal }),
  );
}

export const auditStaffQuery = callQuery(['trail-staff'], listAuditStaff);

/** Send it through useConfirmFirst. */
export function fetchAudit(filters: TrailFilters): Promise<CalledFile> {
  return callForFile(downloadAudit, { query: filters });
}
