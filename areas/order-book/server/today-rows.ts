/** What an area adds to Today: the kinds of its rows, and how it finds them. */
import type { Instant, WallTime } from '#platform/rules/zoned-time.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { FoundRow, TodayKind } from '#areas/order-book/rules/today-rows.ts';
import type { Database } from '#platform/server/db/client.ts';
import type { First } from '#areas/order-book/server/who-was-first.ts';
import type { Context } from '#platform/server/context.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

/** For whom, and as of when. */
export type TodayAsked = {
  staff: StaffMember;
  at: Instant;
  now: WallTime;
  business: BusinessFacts;
};

/** `find` is asked when the role has the right of one of its kinds; rows of the others are left out. */
export type TodayRows = {
  kinds: Readonly<Record<string, TodayKind>>;
  find(context: Context, asked: TodayAsked): Promise<FoundRow[]>;
  /** By kind, of rows that may be put off: who settled the one of this number. */
  whoSettled?: Readonly<Record<string, (db: Database, id: number) => Promise<First | null>>>;
};

declare module '#platform/server/area.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Area {
    today?: readonly TodayRows[];
  }
}

declare module '#platform/server/context.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Context {
    /** Those of all areas. */
    today: readonly TodayRows[];
  }
}

/** An address of the portal, as its pages read it. */
export function portalLink(
  at: Readonly<Record<string, string | number | null | undefined>>,
): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(at))
    if (value !== null && value !== undefined) given.set(name, String(value));
  return `/admin?${given.toString()}`;
}
