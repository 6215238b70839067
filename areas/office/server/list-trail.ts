/** The audit trail by who, what and when, with the names of what was changed. */
import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import {
  type AuditedEntity,
  NOT_STAFF,
  type TrailEntryReply,
  AUDIT_RIGHTS,
  AUDITED_ENTITIES,
  listAudit,
  listAuditStaff as listAuditStaffCall,
} from '#platform/calls/audit.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { instantOf } from '#platform/rules/zoned-time.ts';
import { toChangeReply } from '#platform/server/audit/audit.ts';
import type { Database } from '#platform/server/db/client.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';
import { auditLog } from '#platform/server/db/tables/audit-log.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import { components } from '#areas/menu/server/tables/recipes.ts';
import { staff as staffTable } from '#platform/server/db/tables/staff.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '#platform/server/context.ts';
import { NotAllowed } from '#platform/server/errors.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { mayDo, type StaffMember } from '#platform/server/sign-in-port.ts';

export type TrailFilter = {
  entity?: AuditedEntity | undefined;
  entityId?: string | undefined;
  /** A staff member's email in any case, or NOT_STAFF. */
  who?: string | undefined;
  /** `order` or `order.refund`. */
  what?: string | undefined;
  /** First and last day in `timeZone`. */
  from?: PlainDate | undefined;
  to?: PlainDate | undefined;
};

type Page = {
  /** What the reader may see. */
  seen: readonly AuditedEntity[];
  timeZone: string;
  limit: number;
  /** Return changes that come after the one with this id. */
  cursor?: number | undefined;
};

export async function listTrail(
  db: Database,
  filter: TrailFilter,
  { seen, timeZone, limit, cursor }: Page,
): Promise<{ changes: TrailEntryReply[]; nextCursor: number | null }> {
  const rows = await selectTrail(db, filter, { seen, timeZone, limit, cursor });
  const changes = await withSubjects(db, rows.slice(0, limit).map(toChangeReply));
  const last = rows.length > limit ? changes.at(-1) : undefined;
  return { changes, nextCursor: last?.id ?? null };
}

/** By time, like the indexes of each filter; one row more than asked for shows whether there is a next page. */
export function selectTrail(
  db: Database,
  filter: TrailFilter,
  { seen, timeZone, limit, cursor }: Page,
) {
  return db
    .select()
    .from(auditLog)
    .where(
      and(
        inArray(auditLog.entity, seen),
        cursor === undefined
          ? undefined
          : sql`(${auditLog.at}, ${auditLog.id}) < (select c.at, c.id from ${auditLog} c where c.id = ${cursor})`,
        ...fitting(filter, timeZone),
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit + 1);
}

function fitting(filter: TrailFilter, timeZone: string): (SQL | undefined)[] {
  const { entity, entityId, who, what, from, to } = filter;
  const startOf = (date: PlainDate) => new Date(instantOf({ date, minuteOfDay: 0 }, timeZone));
  return [
    entity === undefined ? undefined : eq(auditLog.entity, entity),
    entityId === undefined ? undefined : eq(auditLog.entityId, entityId),
    who === undefined ? undefined : isBy(who),
    what === undefined
      ? undefined
      : eq(what.includes('.') ? auditLog.action : auditLog.entity, what),
    from === undefined ? undefined : gte(auditLog.at, startOf(from)),
    to === undefined ? undefined : lt(auditLog.at, startOf(addDays(to, 1))),
  ];
}

function isBy(who: string): SQL {
  // For one expression, which has an index.
  const email = sql`lower(${auditLog.staffEmail})`;
  return who === NOT_STAFF ? sql`${email} is null` : sql`${email} = lower(${who})`;
}

/** Every account there is or was: they are never deleted, only disabled. */
export async function listAuditStaff(db: Database): Promise<string[]> {
  const rows = await db
    .select({ email: staffTable.email })
    .from(staffTable)
    .orderBy(staffTable.email);
  return rows.map(({ email }) => email);
}

async function withSubjects(
  db: Database,
  changes: readonly Omit<TrailEntryReply, 'subject'>[],
): Promise<TrailEntryReply[]> {
  const idsOf = (entity: AuditedEntity) => [
    ...new Set(changes.filter((change) => change.entity === entity).map((one) => one.entityId)),
  ];
  const [orderRows, mealRows, componentRows, staffRows] = await Promise.all([
    db
      .select({ id: orders.id, name: orders.number })
      .from(orders)
      .where(inArray(orders.id, idsOf('order').filter(isNumber).map(Number))),
    db
      .select({ id: meals.id, name: meals.name })
      .from(meals)
      .where(inArray(meals.id, idsOf('meal').filter(isNumber).map(Number))),
    db
      .select({ id: components.id, name: components.name })
      .from(components)
      .where(inArray(components.id, idsOf('component').filter(isNumber).map(Number))),
    db
      .select({ id: staffTable.id, name: staffTable.email })
      .from(staffTable)
      .where(inArray(sql`${staffTable.id}::text`, idsOf('staff'))),
  ]);
  const names = new Map<string, string>([
    ...orderRows.map(({ id, name }) => [`order ${id}`, name] as const),
    ...mealRows.map(({ id, name }) => [`meal ${id}`, name] as const),
    ...componentRows.map(({ id, name }) => [`component ${id}`, name] as const),
    ...staffRows.map(({ id, name }) => [`staff ${id}`, name] as const),
  ]);
  return changes.map((change) => ({
    ...change,
    subject: names.get(`${change.entity} ${change.entityId}`) ?? null,
  }));
}

/** Changes of several at once have a word instead. */
function isNumber(id: string): boolean {
  return /^[1-9]\d{0,9}$/.test(id) && Number(id) <= 2_147_483_647;
}

export function registerAuditRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, listAudit, async ({ query, staff }) => {
    const { limit, cursor, ...filter } = query;
    const seen = auditedFor(staff);
    const kinds = [query.entity, query.what?.split('.')[0] as AuditedEntity | undefined];
    if (kinds.some((kind) => kind !== undefined && !seen.includes(kind))) throw new NotAllowed();
    const { timeZone } = (await context.site.current()).business;
    return listTrail(context.db, filter, { seen, timeZone, limit, cursor });
  });

  staffRoute(app, listAuditStaffCall, async () => ({ emails: await listAuditStaff(context.db) }));
}

function auditedFor(by: StaffMember): AuditedEntity[] {
  return AUDITED_ENTITIES.filter((entity) => mayDo(by, AUDIT_RIGHTS[entity]));
}
