/** What the areas add to the portal's one search: who finds what, for whom. */
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { StaffRight } from '#platform/rules/roles.ts';
import type { Context as AppContext } from './context.ts';
import type { Transaction } from '#platform/server/db/client.ts';

export type FoundItem = {
  /** Told apart by it within its kind. */
  id: string;
  title: string;
  detail: string;
  /** An address of the portal. */
  link: string;
  /** How well it fits: `RANK`, of the best to `nearly`. */
  rank: number;
};

export type FoundItems = {
  /** The best first, at most `limit`. */
  items: FoundItem[];
  /** The address of a list with all of them; null: there are no more, or no list finds by these words. */
  more: string | null;
};

export type SearchAsked = {
  /** As it was typed. */
  q: string;
  today: PlainDate;
  limit: number;
  /** A finder reads from this alone: its statements are stopped when they take too long. */
  tx: Transaction;
  /** What several finders need is found once: by the first of them, from its `tx`. */
  once: <T>(name: string, find: () => Promise<T>) => Promise<T>;
};

export type Finder = {
  /** The group on the screen. */
  kind: string;
  right: StaffRight;
  /** Those who have this right as well find the same under another kind. */
  unless?: StaffRight;
  find(context: Pick<AppContext, 'site'>, asked: SearchAsked): Promise<FoundItems>;
};

declare module '#platform/server/area.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Area {
    /** What the one search finds of it. */
    finders?: readonly Finder[];
  }
}

declare module '#platform/server/context.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Context {
    /** Those of all areas. */
    finders: readonly Finder[];
  }
}

/** The best few of what is looked through in memory. `ranked`: the equally good in the sequence in which they are shown. */
export function bestOf(items: readonly FoundItem[], limit: number): FoundItem[] {
  return items
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, limit);
}
