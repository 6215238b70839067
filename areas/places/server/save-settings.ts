/** The owner's business facts: one change at a time, kept with who and when. */
import { and, eq, sql } from 'drizzle-orm';
import {
  saveSettings as saveSettingsCall,
  type SettingsPreview,
  type SettingsReply,
  getSettings,
  getSettingsVersion,
  listUnlistedSuburbs as listUnlistedSuburbsCall,
  listSettingsVersions,
  type UnlistedSuburb,
} from '#areas/business/calls/settings.ts';
import type { z } from 'zod';
import { type BusinessFacts, changedFacts, defaultBusiness } from '#areas/business/rules/facts.ts';
import {
  checkBusinessFacts,
  checkFactsChange,
} from '#areas/business/rules/check-business-facts.ts';
import type { FactProblems } from '#areas/business/rules/fact-kinds.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { logos } from '#areas/business/server/tables/logos.ts';
import { settings } from '#areas/business/server/tables/settings.ts';
import { settingsVersions } from '#areas/business/server/tables/settings-versions.ts';
import { weekStartOf } from '#areas/business/rules/ordering-week.ts';
import { makeRows } from '#areas/places/server/portion-rows.ts';
import { mealDays } from '#areas/order-book/server/tables/slots.ts';
import { Conflict, InvalidRequest } from '#platform/server/errors.ts';
import {
  loadBusiness,
  describeVersion,
  listVersions,
} from '#areas/business/server/load-business.ts';
import { previewSettings } from './preview-settings.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import type { FastifyInstance } from 'fastify';
import { staffRoute } from '#platform/server/http/route.ts';
import { findServedSuburb, isSameSuburb } from '#areas/business/rules/served-suburbs.ts';
import { OPEN_DELIVERY_STATUSES } from '#areas/order-book/rules/delivery.ts';
import { deliveries as deliveryTable } from '#areas/order-book/server/tables/deliveries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';

type SettingsContext = Pick<Context, 'db' | 'clock' | 'site'>;

/** As they are in force, with what is wrong in the database. */
export async function describeSettings(db: Database | Transaction): Promise<SettingsReply> {
  const { business, problems, newest } = await loadBusiness(db);
  return {
    ...business,
    version: newest?.version ?? 0,
    changedBy: newest?.changedBy ?? null,
    changedAt: (newest?.changedAt ?? new Date(0)).toISOString(),
    problems,
  };
}

/**
 * All facts or none. Throws InvalidRequest by field; Conflict `settings_stale` when someone saved since, and
 * `preview_needed` or `preview_changed` when deliveries ahead are concerned and this preview was not seen.
 */
export async function saveSettings(
  context: SettingsContext,
  staff: StaffMember,
  {
    version,
    dryRun,
    previewHash,
    changedBy: _who,
    changedAt: _when,
    problems: _problems,
    ...facts
  }: z.output<typeof saveSettingsCall.body>,
): Promise<{ preview: SettingsPreview; settings: SettingsReply | null }> {
  refuse(checkBusinessFacts(facts));
  const answer = await context.db.transaction(async (tx) => {
    const current = await describeSettings(tx);
    if (current.version !== version) throw stale(current);
    const change = { version, before: current, after: facts };
    refuse(checkFactsChange(current, facts));
    const preview = await previewSettings(tx, context.clock(), change);
    if (dryRun) return { preview, settings: null };
    await requireLogo(tx, facts);
    requireSeen(preview, previewHash);
    if (preview.effects.length === 0 && current.problems === null)
      return { preview, settings: current };
    await store(tx, context, staff, change);
    return { preview, settings: await describeSettings(tx) };
  });
  context.site.renew();
  return answer;
}

/**
 * A change of one's own right, made at once as a version like any other: what is booked stays. The caller renews the site
 * after the commit. Throws InvalidRequest by field, or Conflict `settings_stale` when someone saved at the same moment.
 */
export async function changeFacts(
  tx: Transaction,
  context: SettingsContext,
  staff: StaffMember,
  change: (facts: BusinessFacts) => Partial<BusinessFacts>,
): Promise<BusinessFacts> {
  const current = await describeSettings(tx);
  const { version, changedBy: _who, changedAt: _when, problems: _problems, ...before } = current;
  const after = { ...before, ...change(before) };
  refuse(checkBusinessFacts(after));
  refuse(checkFactsChange(before, after));
  if (changedFacts(before, after).length > 0)
    await store(tx, context, staff, { version, before, after });
  return after;
}

function refuse(problems: FactProblems): void {
  if (Object.keys(problems).length > 0) throw new InvalidRequest(problems);
}

/** A version that names it may come from another database. */
async function requireLogo(tx: Transaction, { logo }: BusinessFacts): Promise<void> {
  if (logo === null) return;
  const found = await tx.select({ hash: logos.hash }).from(logos).where(eq(logos.hash, logo.hash));
  if (found.length === 0) throw new InvalidRequest({ logo: 'Please upload this logo again' });
}

function stale(current: SettingsReply): Conflict {
  return new Conflict('settings_stale', 'Someone else saved the settings since you opened them.', {
    settings: current,
  });
}

function requireSeen(preview: SettingsPreview, seen: string | undefined): void {
  if (seen === preview.previewHash) return;
  if (seen !== undefined) {
    throw new Conflict(
      'preview_changed',
      'Something changed since this preview. Look at it again; nothing was saved.',
      { preview },
    );
  }
  if (preview.effects.some(({ deliveries }) => deliveries > 0)) {
    throw new Conflict(
      'preview_needed',
      'This concerns deliveries that are booked. Look at the preview first; nothing was saved.',
      { preview },
    );
  }
}

async function store(
  tx: Transaction,
  context: SettingsContext,
  staff: StaffMember,
  { version, before, after }: { version: number; before: BusinessFacts; after: BusinessFacts },
): Promise<void> {
  const at = new Date(context.clock());
  // The key makes two savers of the same version take turns: the second finds its number taken.
  const saved = await tx
    .insert(settingsVersions)
    .values({ version: version + 1, facts: after, changedBy: staff.email, changedAt: at })
    .onConflictDoNothing()
    .returning();
  if (saved.length === 0) throw stale(await describeSettings(tx));
  await tx
    .insert(settings)
    .values({ key: 'business', value: after, updatedAt: at })
    .onConflictDoUpdate({ target: settings.key, set: { value: after, updatedAt: at } });
  const changed = changedFacts(before, after);
  if (changed.includes('orderWeekStart')) await moveWeeks(tx, after);
  const only = (facts: BusinessFacts) =>
    Object.fromEntries(changed.map((fact) => [fact, facts[fact]]));
  await recordChange(tx, context, {
    staff,
    action: 'settings.update',
    entityId: version + 1,
    before: only(before),
    after: only(after),
  });
}

/**
 * Weeks that begin on another day are counted again when they are asked for; nobody would go on counting these. A limit goes
 * with the day on which its week began.
 */
async function moveWeeks(tx: Transaction, facts: BusinessFacts): Promise<void> {
  const deleted = await tx
    .delete(mealDays)
    .where(and(eq(mealDays.scope, 'week'), eq(mealDays.held, 0), eq(mealDays.kept, 0)))
    .returning();
  for (const { mealId, date, portions } of deleted) {
    if (portions === null) continue;
    const week = { mealId, date: weekStartOf(date, facts), scope: 'week' } as const;
    await makeRows(tx, [week], null);
    await tx
      .update(mealDays)
      .set({ portions })
      .where(
        and(eq(mealDays.mealId, mealId), eq(mealDays.date, week.date), eq(mealDays.scope, 'week')),
      );
  }
}

export function registerSettingsRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getSettings, () => describeSettings(context.db));

  staffRoute(app, saveSettingsCall, ({ body, staff }) => saveSettings(context, staff, body));

  staffRoute(app, listUnlistedSuburbsCall, async () => {
    const { business } = await context.site.current();
    return { suburbs: await listUnlistedSuburbs(context.db, business) };
  });

  staffRoute(app, listSettingsVersions, async () => ({ versions: await listVersions(context.db) }));

  staffRoute(app, getSettingsVersion, ({ params }) => describeVersion(context.db, params.version));
}

/**
 * Suburbs of open orders that are on no list and that nobody has settled, most orders first. One that was taken off in
 * Settings is not among them: the preview asked about it then.
 */
export async function listUnlistedSuburbs(
  db: Database,
  { suburbs, formerSuburbs }: Pick<BusinessFacts, 'suburbs' | 'formerSuburbs'>,
): Promise<UnlistedSuburb[]> {
  const { rows } = await db.execute<UnlistedSuburb>(sql`
    select o.suburb as name, min(o.postcode) as postcode, count(distinct o.id)::int as orders
    from ${orders} o join ${deliveryTable} d on d.order_id = o.id
    where d.status = any(${sql.param(OPEN_DELIVERY_STATUSES)}) and o.suburb <> '' and not exists (
      select from ${settingsVersions} v,
        jsonb_array_elements(coalesce(v.facts -> 'suburbs', ${JSON.stringify(defaultBusiness.suburbs)}::jsonb)) listed
      where lower(listed ->> 'name') = lower(o.suburb))
    group by o.suburb order by count(distinct o.id) desc, o.suburb`);
  return rows.filter(
    ({ name }) =>
      !findServedSuburb(name, suburbs) &&
      !formerSuburbs.some((former) => isSameSuburb(former, name, suburbs)),
  );
}
