/** The kitchen's own words, of pages and of messages: what counts, what counted, and writing them down. */
import { asc, desc, eq } from 'drizzle-orm';
import type { OwnText, OwnTexts } from '#areas/business/rules/texts/text-entry.ts';
import { type TextRow, texts } from '#areas/business/server/tables/texts.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';

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
