import { desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { getSettingsVersion, SettingsVersion } from '#areas/business/calls/settings.ts';
import { changedFacts } from '#areas/business/rules/facts.ts';
import type { Database } from '#platform/server/db/client.ts';
import { settingsVersions } from '#areas/business/server/tables/settings-versions.ts';
import { NotFound } from '#platform/server/errors.ts';
import { judgeFacts } from '#areas/business/server/load-business.ts';

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
