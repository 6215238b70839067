/** The packer's calls. */
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  checkPerson,
  claimBag,
  closeBag,
  getPackDay,
  type TickRequest,
  tickPortion,
  undoBag,
} from '#contract/delivery/pack.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { call } from './client.ts';

const REFETCH_MS = 10_000;
const LIMIT_MS = 8000;

/** Null: today. Other packers' ticks arrive with the next look. */
export function packDayQuery(date: PlainDate | null) {
  return queryOptions({
    queryKey: ['pack', date],
    queryFn: ({ signal }) => call(getPackDay, { query: date === null ? {} : { date }, signal }),
    staleTime: 0,
    refetchInterval: REFETCH_MS,
    refetchOnWindowFocus: 'always',
  });
}

const inTime = () => ({ signal: AbortSignal.timeout(LIMIT_MS) });

export function sendPortionTick(body: TickRequest) {
  return call(tickPortion, { body, ...inTime() });
}

export function sendCheck(body: z.input<typeof checkPerson.body>) {
  return call(checkPerson, { body, ...inTime() });
}

export function sendClaim(body: z.input<typeof claimBag.body>) {
  return call(claimBag, { body, ...inTime() });
}

export function sendBag(body: z.input<typeof closeBag.body>) {
  return call(closeBag, { body, ...inTime() });
}

export function takeBackBag(body: z.input<typeof undoBag.body>) {
  return call(undoBag, { body, ...inTime() });
}
