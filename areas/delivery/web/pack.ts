/** The packer's calls. None waits longer than a dead spot deserves. */
import type { z } from 'zod';
import {
  checkPerson,
  claimBag,
  closeBag,
  getPackDay,
  type PackDayReply,
  type TickRequest,
  tickPortion,
  undoBag,
} from '#areas/delivery/calls/pack.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { call } from '#platform/web/api/client.ts';

const LIMIT_MS = 8000;

const inTime = () => ({ signal: AbortSignal.timeout(LIMIT_MS) });

/** Null: today. */
export function fetchPackDay(date: PlainDate | null): Promise<PackDayReply> {
  return call(getPackDay, { query: date === null ? {} : { date }, ...inTime() });
}

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
