/**
 * Today's list: what someone has to decide, row by row. Areas say what they found; here it is put in sequence and counted,
 * and nowhere else.
 */
import { compareText } from '#platform/rules/compare-text.ts';
import type { AlarmId } from '#platform/rules/alarms.ts';
import type { StaffRight } from '#platform/rules/roles.ts';

/** The worst first. */
export const TODAY_LEVELS = ['hurt', 'without', 'answer', 'money', 'checks', 'shop'] as const;
export type TodayLevel = (typeof TODAY_LEVELS)[number];

export const TODAY_LEVEL_HEADINGS: Record<TodayLevel, string> = {
  hurt: 'Someone could be hurt',
  without: 'Someone is without their meals',
  answer: 'Someone is waiting for an answer',
  money: 'Money',
  checks: 'Paper and checks',
  shop: 'The shop',
};

/** Nobody waits for an answer of others while someone is in danger or hungry. */
export function canWait(level: TodayLevel): boolean {
  return level !== 'hurt' && level !== 'without';
}

/** So many rows of a kind are shown; the others on demand. */
export const MOST_OF_A_KIND = 5;

/** The longest that a row may be put off. */
export const LONGEST_WAIT_DAYS = 30;

/** What a kind of row is, whatever it is about. */
export type TodayKind = {
  level: TodayLevel;
  /** The page that its number stands beside, by its name in the address. */
  page: string;
  /** After a number: "7 more late windows". */
  many: string;
  right: StaffRight;
  /** Alarms of the log and the metrics that say the same. */
  alarms?: readonly AlarmId[];
};

/** A row as an area found it. Instants in milliseconds. */
export type FoundRow = {
  kind: string;
  /** For this one among its kind. */
  id: string | number;
  title: string;
  /** Who, what and when, each part a few words. */
  detail: readonly string[];
  /** The same of what the clock alone changes: a row that is put off does not come back for it. */
  measured?: string;
  /** How many people, orders or deliveries it is about. */
  about?: number;
  since?: number | null;
  dueAt?: number | null;
  /** Where it is settled. */
  link: string;
  action: string;
  orderId?: number | null;
  /** What the decision is about, where another kind may be about the same; else its own key. */
  subject?: string;
  /** Another subject that is settled with it. */
  covers?: string;
  /** For a report that is ticked off on Today itself. */
  version?: number;
};

export type TodayRow = Omit<FoundRow, 'id'> & { key: string; level: TodayLevel; page: string };

/**
 * All rows in sequence: by level, then by when they are due, then by how long they have stood; what has no time comes last.
 * For two about one subject the first of the higher level stays.
 */
export function sortRows(
  found: readonly FoundRow[],
  kinds: Readonly<Record<string, TodayKind>>,
): TodayRow[] {
  const rows = found.flatMap(({ id, ...row }): TodayRow[] => {
    const kind = kinds[row.kind];
    return kind ? [{ ...row, key: `${row.kind}:${id}`, level: kind.level, page: kind.page }] : [];
  });
  const sorted = rows.toSorted(
    (a, b) =>
      TODAY_LEVELS.indexOf(a.level) - TODAY_LEVELS.indexOf(b.level) ||
      timeOf(a.dueAt) - timeOf(b.dueAt) ||
      timeOf(a.since) - timeOf(b.since) ||
      compareText(a.key, b.key),
  );
  const taken = new Set<string>();
  const kept = sorted.filter((row) => {
    const isNew = !taken.has(subjectOf(row));
    taken.add(subjectOf(row));
    return isNew;
  });
  const covered = new Set(kept.flatMap(({ covers }) => covers ?? []));
  return kept.filter((row) => !covered.has(subjectOf(row)));
}

export function subjectOf({ subject, key }: Pick<TodayRow, 'subject' | 'key'>): string {
  return subject ?? key;
}

/** Far ahead, and a number that can be subtracted. */
const NO_TIME = Number.MAX_SAFE_INTEGER;

function timeOf(instant: number | null | undefined): number {
  return instant ?? NO_TIME;
}

/** The numbers beside the pages: together they are the number of rows. */
export function countByPage(rows: readonly Pick<TodayRow, 'page'>[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ page }) => page)].map(([page, rowsOfPage]) => [
      page,
      rowsOfPage.length,
    ]),
  );
}

/** What a row says: put off, it comes back when this changes. */
export function factsOf({ title, detail, about, dueAt }: TodayRow): string {
  return JSON.stringify([title, detail, about ?? 1, dueAt ?? null]);
}
