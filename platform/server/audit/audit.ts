import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import { AUDITED_ENTITIES, type AuditedEntity, type ChangeReply } from '#platform/calls/audit.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import type { Context } from '#platform/server/context.ts';
import { tellOnSuccess } from '#platform/server/log.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

type Page = {
  entity?: AuditedEntity | undefined;
  entityId?: string | undefined;
  limit: number;
  /** Return changes with an id below this. */
  cursor?: number | undefined;
};

/** Changes, newest first: of one entity, of one kind of entity, or of all kinds in `seen`. */
export async function listChanges(
  db: Database | Transaction,
  { entity, entityId, limit, cursor }: Page,
  seen: readonly AuditedEntity[] = AUDITED_ENTITIES,
): Promise<{ changes: ChangeReply[]; nextCursor: number | null }> {
  const rows = await db
    .select()
    .from(auditLog)
    .where(
      and(
        entity === undefined ? inArray(auditLog.entity, seen) : eq(auditLog.entity, entity),
        entityId === undefined ? undefined : eq(auditLog.entityId, entityId),
        cursor === undefined ? undefined : lt(auditLog.id, cursor),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit + 1);
  const changes = rows.slice(0, limit).map(toChangeReply);
  const last = rows.length > limit ? changes.at(-1) : undefined;
  return { changes, nextCursor: last?.id ?? null };
}

export function toChangeReply(row: typeof auditLog.$inferSelect): ChangeReply {
  const { id, at, staffEmail, tokenName, action, entityId, before, after } = row;
  return {
    id,
    at: at.toISOString(),
    staffEmail,
    tokenName,
    action,
    // Only recordChange writes here, and it accepts nothing else.
    entity: row.entity as AuditedEntity,
    entityId,
    before,
    after,
  };
}

type Change = {
  /** Null: the system, or a tool on the host. */
  staff: Pick<StaffMember, 'id' | 'email' | 'ip' | 'token'> | null;
  /** What it concerns, and a verb: `meal.update`. */
  action: `${AuditedEntity}.${string}`;
  entityId: string | number;
  /** Stored as JSON and shown to staff: no secrets, and only what describes the change. Left out: did not exist. */
  before?: unknown;
  after?: unknown;
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
  const { staff, action, entityId, before = null, after = null } = change;
  await tx.insert(auditLog).values({
    at: new Date(context.clock()),
    staffId: staff?.id ?? null,
    staffEmail: staff?.email ?? null,
    ip: staff?.ip ?? null,
    tokenName: staff?.token?.name ?? null,
    action,
    entity: action.slice(0, action.indexOf('.')),
    entityId: String(entityId),
    before,
    after,
  });
  if (!staff) return;
  const fields = { staffId: staff.id, action, entityId: String(entityId) };
  tellOnSuccess(fields, action === 'staff.sign_in' ? 'signed in' : 'staff change');
}
