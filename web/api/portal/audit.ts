import { queryOptions } from '@tanstack/react-query';
import { type AuditedEntity, type ChangeReply, listAudit } from '#contract/audit.ts';
import { call } from '../client.ts';

/** The latest changes of one entity. Refetched whenever it is shown. */
export function changesQuery(entity: AuditedEntity, entityId: string) {
  return queryOptions({
    queryKey: ['changes', entity, entityId],
    queryFn: ({ signal }) => call(listAudit, { query: { entity, entityId }, signal }),
    staleTime: 0,
  });
}

export type FieldChange = { field: string; before: unknown; after: unknown };

/** The fields that differ between before and after; all of them if there was nothing before. */
export function changedFields({ before, after }: ChangeReply): FieldChange[] {
  const was = asRecord(before);
  const is = asRecord(after);
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((field) => ({ field, before: was[field], after: is[field] }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

function asRecord(value: unknown): Record<string, unknown> {
  // Only objects are ever recorded; their fields differ between entities.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
