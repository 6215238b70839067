/** The business facts in force: the defaults, overridden by the setting `business`. */
import { isDeepStrictEqual } from 'node:util';
import { desc, eq, sql, asc } from 'drizzle-orm';
import { BusinessReply } from '#areas/business/calls/config.ts';
import { type BusinessFacts, defaultBusiness, changedFacts } from '#areas/business/rules/facts.ts';
import { checkBusinessFacts } from '#areas/business/rules/check-business-facts.ts';
import type { FactProblems } from '#areas/business/rules/fact-kinds.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { settings } from '#areas/business/server/tables/settings.ts';
import { settingsVersions } from '#areas/business/server/tables/settings-versions.ts';
import type { z } from 'zod';
import type { getSettingsVersion, SettingsVersion } from '#areas/business/calls/settings.ts';
import { NotFound, Conflict } from '#platform/server/errors.ts';
import { type SaleFacts, saleSentence, saleStateAt } from '#areas/business/rules/sale-state.ts';
import type { SaleDoor } from '#areas/business/server/sale-door.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { OwnText, OwnTexts } from '#areas/business/rules/texts/text-entry.ts';
import { type TextRow, texts } from '#areas/business/server/tables/texts.ts';
import type { Context } from '#platform/server/context.ts';

export type LoadedBusiness = {
  business: BusinessFacts;
  /** What is wrong with the setting in the database; null: it is good and in force. */
  problems: FactProblems | null;
  /** Number, owner and time of the newest version, read together with the facts; null: there is none. */
  newest: Pick<typeof settingsVersions.$inferSelect, 'version' | 'changedBy' | 'changedAt'> | null;
};

export type JudgedFacts =
  | { business: BusinessFacts; problems: null }
  | { business: null; problems: FactProblems };

/** How far back we look for a good version: an older program may have allowed what this one does not. */
const VERSIONS_TRIED = 20;

/**
 * Wrong facts never stop a page: the last good version stays in force. A good value that was not saved in Settings, but
 * in the database, becomes a version. Throws the database's errors.
 */
export async function loadBusiness(db: Database | Transaction): Promise<LoadedBusiness> {
  const newest = db
    .select()
    .from(settingsVersions)
    .orderBy(desc(settingsVersions.version))
    .limit(1)
    .as('newest');
  // One statement: of two, the second might see what someone saved after the first.
  const [found] = await db
    .select({
      stored: sql<unknown>`(select ${settings.value} from ${settings} where ${settings.key} = 'business')`,
      newest: {
        version: newest.version,
        facts: newest.facts,
        changedBy: newest.changedBy,
        changedAt: newest.changedAt,
      },
    })
    .from(sql`(values (1)) as one`)
    .leftJoin(newest, sql`true`);
  const stored = found?.stored ?? {};
  const kept = found?.newest ?? null;
  const judged = judgeFacts(stored);
  if (judged.business === null) {
    return { business: await lastGood(db, stored), problems: judged.problems, newest: kept };
  }
  if (isDeepStrictEqual(kept?.facts, stored)) return { ...judged, newest: kept };
  const [added] = await db
    .insert(settingsVersions)
    .values({ version: (kept?.version ?? 0) + 1, facts: stored })
    .onConflictDoNothing()
    .returning();
  // Someone else has added that version: theirs may hold other facts.
  return added ? { ...judged, newest: added } : loadBusiness(db);
}

/** For a check, which changes nothing: no version is added, and wrong facts are those of the defaults. */
export async function readFacts(db: Database | Transaction): Promise<BusinessFacts> {
  const [row] = await db.select().from(settings).where(eq(settings.key, 'business'));
  return judgeFacts(row?.value ?? {}).business ?? defaultBusiness;
}

/** The facts in force at that moment; before there were versions, those of the first one. */
export async function factsAt(db: Database | Transaction, at: Date): Promise<BusinessFacts> {
  const isThen = sql<boolean>`${settingsVersions.changedAt} <= ${at.toISOString()}`;
  const versions = await db
    .select({ facts: settingsVersions.facts })
    .from(settingsVersions)
    .orderBy(
      desc(isThen),
      sql`case when ${isThen} then -${settingsVersions.version} else ${settingsVersions.version} end`,
    )
    .limit(VERSIONS_TRIED);
  for (const { facts } of versions) {
    const { business } = judgeFacts(facts);
    if (business) return business;
  }
  return readFacts(db);
}

/** The facts that were in force since then, or until later, and no longer are: each with the moment at which others came. */
export async function replacedFacts(
  db: Database | Transaction,
  since: Date,
): Promise<{ business: BusinessFacts; until: Instant }[]> {
  const { rows } = await db.execute<{ facts: unknown; until: string }>(
    sql`select facts, (extract(epoch from until) * 1000)::text as until from (
      select version, facts, lead(changed_at) over (order by version) as until from settings_versions
    ) as each where until >= ${since.toISOString()} order by version`,
  );
  return rows.flatMap(({ facts, until }) => {
    const { business } = judgeFacts(facts);
    return business ? [{ business, until: Number(until) }] : [];
  });
}

/** For facts as they are stored; what is missing is as in the defaults. */
export function judgeFacts(stored: unknown): JudgedFacts {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) {
    return { business: null, problems: { business: 'The setting is not a list of facts' } };
  }
  const parsed = BusinessReply.safeParse({ ...defaultBusiness, ...stored });
  if (!parsed.success) {
    const problems: FactProblems = {};
    for (const { path, message } of parsed.error.issues) problems[path.join('.')] ??= message;
    return { business: null, problems };
  }
  const problems = checkBusinessFacts(parsed.data);
  const isGood = Object.keys(problems).length === 0;
  return isGood ? { business: parsed.data, problems: null } : { business: null, problems };
}

async function lastGood(db: Database | Transaction, stored: unknown): Promise<BusinessFacts> {
  const versions = await db
    .select({ facts: settingsVersions.facts })
    .from(settingsVersions)
    .orderBy(desc(settingsVersions.version))
    .limit(VERSIONS_TRIED);
  for (const { facts } of versions) {
    const { business } = judgeFacts(facts);
    if (business) return business;
  }
  return goodPartOf(stored);
}

/**
 * For facts that were stored before there were versions: without the wrong ones, so that one of them does not turn the
 * kitchen into that of the defaults.
 */
function goodPartOf(stored: unknown): BusinessFacts {
  const { problems } = judgeFacts(stored);
  if (problems === null || typeof stored !== 'object' || stored === null) return defaultBusiness;
  const wrong = new Set(Object.keys(problems).map((path) => path.split('.')[0]));
  const rest = Object.fromEntries(Object.entries(stored).filter(([fact]) => !wrong.has(fact)));
  const restGood = judgeFacts(rest).business;
  if (restGood) return restGood;
  // Two facts that do not fit together: all that fits with what was read before it.
  let fitting: object = {};
  for (const [fact, value] of Object.entries(stored)) {
    const withFact = { ...fitting, [fact]: value };
    if (judgeFacts(withFact).business) fitting = withFact;
  }
  return judgeFacts(fitting).business ?? defaultBusiness;
}

const VERSIONS_LISTED = 50;

/** Newest first. */
export async function listVersions(db: Database): Promise<SettingsVersion[]> {
  const rows = await db
    .select()
    .from(settingsVersions)
    .orderBy(desc(settingsVersions.version))
    .limit(VERSIONS_LISTED + 1);
  const judged = rows.map(({ facts }) => judgeFacts(facts).business);
  return rows.slice(0, VERSIONS_LISTED).map(({ version, changedBy, changedAt }, index) => {
    const [before, after] = [judged[index + 1], judged[index]];
    const changed = before && after ? changedFacts(before, after) : [];
    return { version, changedBy, changedAt: changedAt.toISOString(), changed };
  });
}

/** Throws NotFound, also for a version that this program could not work with. */
export async function describeVersion(
  db: Database,
  version: number,
): Promise<z.input<typeof getSettingsVersion.reply>> {
  const [row] = await db
    .select()
    .from(settingsVersions)
    .where(eq(settingsVersions.version, version));
  const business = row && judgeFacts(row.facts).business;
  if (!row || !business) throw new NotFound(`Version ${version}`);
  const { changedBy, changedAt } = row;
  return { ...business, version, changedBy, changedAt: changedAt.toISOString() };
}

/** Also of a checkout that would be one too many. */
export const PREVIEW_USED_UP =
  'This preview has had all its orders. Ask the person who sent you the link for another.';

/** For every call that sells something new to the public. Throws Conflict `sale_closed` with the `sale`, or `preview_used_up`. */
export function refuseClosedSale(now: Instant, facts: SaleFacts, door: SaleDoor): void {
  const sale = saleStateAt(now, facts, door);
  if (sale.state === 'open') return;
  if (door.isUsedUp && sale.state === 'before')
    throw new Conflict('preview_used_up', PREVIEW_USED_UP);
  throw new Conflict('sale_closed', saleSentence(sale, facts), { sale });
}

// The kitchen's own words, of pages and of messages: what counts, what counted, and writing them down.

/** The newest version of each text that was ever changed; those whose value is null read as ours again. */
export async function loadTexts(db: Database | Transaction): Promise<TextRow[]> {
  return db.selectDistinctOn([texts.key]).from(texts).orderBy(asc(texts.key), desc(texts.version));
}

export function ownTexts(rows: readonly TextRow[]): OwnTexts {
  return Object.fromEntries(
    rows.flatMap(({ key, value }): [string, OwnText][] => (value === null ? [] : [[key, value]])),
  );
}

/** The texts in force, by key. */
export async function textsOf(context: Pick<Context, 'site'>): Promise<OwnTexts> {
  return (await context.site.current()).ownTexts;
}

/** Newest first. */
export async function listTextVersions(
  db: Database | Transaction,
  key: string,
): Promise<TextRow[]> {
  return db.select().from(texts).where(eq(texts.key, key)).orderBy(desc(texts.version));
}

/** Adds a version; null: someone else was first, and the newest is not `version`. */
export async function addTextVersion(
  tx: Transaction,
  row: Omit<TextRow, 'version'> & { version: number },
): Promise<TextRow | null> {
  const [newest] = await listTextVersions(tx, row.key);
  if ((newest?.version ?? 0) !== row.version) return null;
  const [written] = await tx
    .insert(texts)
    .values({ ...row, version: row.version + 1 })
    .onConflictDoNothing()
    .returning();
  return written ?? null;
}
