import type { AuditedEntity } from '#platform/calls/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { tellOnSuccess } from '#platform/server/log-ids.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

export type Change = {
  /** Null: the system, or a tool on the host. */
  staff: Pick<StaffMember, 'id' | 'email' | 'ip' | 'token'> | null;
  /** Entity and verb: `meal.update`. */
  action: `${AuditedEntity}.${string}`;
  entity: AuditedEntity;
  entityId: string | number;
  /** Stored as JSON and shown to staff: no secrets, and only what describes the change. Null: did not exist. */
  before: unknown;
  after: unknown;
};

/**
 * Adds to the audit trail in the caller's transaction, so a change and its audit entry are committed together or not at
 * all.
 */
export async function recordChange(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  change: Change,
): Promise<void> {
  const { staff, action, entity, entityId, before, after } = change;
  await tx.insert(auditLog).values({
    at: new Date(context.clock()),
    staffId: staff?.id ?? null,
    staffEmail: staff?.email ?? null,
    ip: staff?.ip ?? null,
    tokenName: staff?.token?.name ?? null,
    action,
    entity,
    entityId: String(entityId),
    before,
    after,
  });
  if (!staff) return;
  const fields = { staffId: staff.id, action, entityId: String(entityId) };
  tellOnSuccess(fields, action === 'staff.sign_in' ? 'signed in' : 'staff change');
}
