import { freshQuery } from '#platform/web/api/call-query.ts';
import { useQuery } from '@tanstack/react-query';
import { createContext } from 'react';
import { getToday, type TodayReply } from '#areas/office/calls/today.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { TODAY_KEY } from '#areas/order-book/web/ordering-queries.ts';
import { useLiveQueries } from '#areas/order-book/web/use-live-queries.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { useMayDo } from '#platform/web/api/session.ts';

const EVERY_MINUTE_MS = 60_000;

/**
 * What someone has to decide, its numbers by page, and the day's card: of today, or of another day. Asked again by the clock
 * too: a delivery becomes late without anyone doing anything.
 */
export function todayQuery(day?: PlainDate) {
  return freshQuery(
    [...TODAY_KEY, day ?? null],
    getToday,
    { query: day === undefined ? {} : { day } },
    { refetchInterval: EVERY_MINUTE_MS },
  );
}

const LIVE = [TODAY_KEY];
const NONE: typeof LIVE = [];

/** Since when what is shown can be old, as no news come; null: it is live. */
export const NotLiveSince = createContext<Instant | null>(null);

/**
 * Today's answer for the whole portal, kept up to date while it is open, and since when it no longer is; without `today`: not
 * there yet, or not for this role.
 */
export function usePortalToday(): { today: TodayReply | undefined; lostSince: Instant | null } {
  const isTheirs = useMayDo('seeDeliveries');
  const lostSince = useLiveQueries(isTheirs ? LIVE : NONE);
  return { today: useQuery({ ...todayQuery(), enabled: isTheirs }).data, lostSince };
}

/** Someone is in danger or without their meals. */
export function hasUrgentRow({ rows }: Pick<TodayReply, 'rows'>): boolean {
  return rows.some(({ level }) => level === 'hurt' || level === 'without');
}
