import { DrizzleQueryError, sql } from 'drizzle-orm';
import { DatabaseError } from 'pg';
import { type FoundKind, FOUND_KINDS } from '#areas/office/rules/found-kinds.ts';
import { MOST_FOUND, MOST_IN_GROUP, type SearchReply } from '#areas/office/calls/search.ts';
import { markedWords, RANK } from '#platform/rules/search-key.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { Finder, FoundItems } from '#platform/server/finders.ts';
import { throttle } from '#platform/server/http/throttle.ts';
import { mayDo, type StaffMember } from '#platform/server/staff-member.ts';

const A_SOURCE_MS = 150;
const LIMIT = { limit: 20, windowSeconds: 10 };
/** PostgreSQL's query_canceled. */
const STOPPED = '57014';

type Searching = Pick<Context, 'db' | 'clock' | 'site' | 'finders' | 'throttle'>;

/** What all sources find that this member of staff may see. A source that takes too long is named, and the others answer. */
export async function searchPortal(
  context: Searching,
  staff: StaffMember,
  q: string,
): Promise<SearchReply> {
  const refusal = (wait: string) => `Too many searches at once. Try again in ${wait}.`;
  await throttle(context, { key: `search ${staff.id}`, ...LIMIT, refusal });
  const { business } = await context.site.current();
  const today = wallTimeAt(context.clock(), business.timeZone).date;
  const own = context.finders.filter(
    ({ right, unless }) => mayDo(staff, right) && (unless === undefined || !mayDo(staff, unless)),
  );
  const shared = new Map<string, Promise<unknown>>();
  const once = <T>(name: string, find: () => Promise<T>): Promise<T> => {
    const known = (shared.get(name) as Promise<T> | undefined) ?? find();
    shared.set(name, known);
    return known;
  };
  const answers = await Promise.all(
    own.map(async (finder) => ({
      kind: kindOf(finder),
      found: await inTime(context, (tx) =>
        finder.find(context, { q, today, limit: MOST_IN_GROUP, tx, once }),
      ),
    })),
  );
  const groups = answers
    .flatMap(({ kind, found }) =>
      found ? { kind, ...found, rank: found.items[0]?.rank ?? 0 } : [],
    )
    .filter(({ items }) => items.length > 0)
    .toSorted((a, b) => b.rank - a.rank || placeOf(a.kind) - placeOf(b.kind));
  let left = MOST_FOUND;
  const shown = groups.flatMap((group) => {
    const items = group.items.slice(0, left);
    left -= items.length;
    return items.length === 0 ? [] : { ...group, items };
  });
  return {
    q,
    groups: shown.map(({ kind, items, rank, more }) => ({
      kind,
      rank,
      more,
      items: items.map(({ id, title, detail, link }) => ({
        id,
        title,
        detail,
        link,
        marks: markedWords(q, title, detail),
      })),
    })),
    nearly: shown.some(({ items }) => items.some(({ rank }) => rank === RANK.nearly)),
    late: answers.flatMap(({ kind, found }) => (found ? [] : kind)),
  };
}

function kindOf({ kind }: Finder): FoundKind {
  const known = FOUND_KINDS.find((one) => one === kind);
  if (!known) throw new Error(`found-kinds.ts has no ${kind}`);
  return known;
}

function placeOf(kind: FoundKind): number {
  return FOUND_KINDS.indexOf(kind);
}

/** Null: it took too long. */
async function inTime(
  { db }: Pick<Context, 'db'>,
  find: (tx: Parameters<Finder['find']>[1]['tx']) => Promise<FoundItems>,
): Promise<FoundItems | null> {
  try {
    return await db.transaction(
      async (tx) => {
        await tx.execute(sql.raw(`set local statement_timeout = ${A_SOURCE_MS}`));
        return find(tx);
      },
      { accessMode: 'read only' },
    );
  } catch (error) {
    const cause = error instanceof DrizzleQueryError ? error.cause : error;
    if (cause instanceof DatabaseError && cause.code === STOPPED) return null;
    throw error;
  }
}
