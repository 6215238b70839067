/** Some of the waitlist order before the kitchen is open to the public: a wave's own preview link. */
import { and, eq, sql } from 'drizzle-orm';
import { isOpenToPublic, saleStateAt } from '#areas/business/rules/sale-state.ts';
import { previewDoor, type SaleDoor } from '#areas/business/server/sale-door.ts';
import type { MessageRow } from '#areas/messages/server/tables/messages.ts';
import { LONGEST_PREVIEW_NAME, previewDayProblem } from '#areas/order-book/rules/preview-links.ts';
import {
  addPreviewLink,
  lastDayOf,
  previewUrl,
  previewWorks,
} from '#areas/order-book/server/preview-links.ts';
import { previewLinks } from '#areas/order-book/server/tables/checkouts.ts';
import type { SendWaveRequest } from '#areas/waitlist/calls/waitlist-waves.ts';
import { waitlistWaves } from '#areas/waitlist/server/tables/waitlist.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { InvalidRequest, NotAllowed } from '#platform/server/errors.ts';
import { linkTokenFor } from '#platform/server/link-token.ts';
import { mayDo, type StaffMember } from '#platform/server/sign-in-port.ts';

/** By which link someone orders before everyone else, and its limits. */
export type EarlyAccess = { url: string; endsOn: PlainDate; mostOrders: number };

/** Until when, and how many orders. */
export type Early = SendWaveRequest['preview'];

/** Throws NotAllowed and InvalidRequest. */
export async function checkEarly(
  context: Pick<Context, 'site' | 'clock' | 'gateway'>,
  staff: StaffMember,
  { endsOn }: NonNullable<Early>,
): Promise<void> {
  if (!mayDo(staff, 'manageSettings')) throw new NotAllowed();
  const { business } = await context.site.current();
  const now = context.clock();
  const problem = previewDayProblem(endsOn, wallTimeAt(now, business.timeZone).date);
  if (problem !== null) throw new InvalidRequest({ 'preview.endsOn': problem });
  if (isOpenToPublic(saleStateAt(now, business, context.gateway)))
    throw new InvalidRequest({ preview: 'Everyone can order already: they need no link.' });
}

/** Orders of strangers must be real: without cards that the public could pay with, no link opens anything for them. */
export function doorOf(gateway: Context['gateway'], early: Early): SaleDoor {
  return early && gateway.bar === null ? previewDoor(gateway) : gateway;
}

/** Throws Conflict `too_many_previews`. */
export async function makeEarlyAccess(
  tx: Transaction,
  context: Pick<Context, 'clock' | 'site' | 'trackingSecret'>,
  staff: StaffMember,
  {
    waveId,
    suburbs,
    early,
  }: { waveId: number; suburbs: readonly string[]; early: NonNullable<Early> },
): Promise<void> {
  const name = `Waitlist: ${suburbs.join(', ')}`.slice(0, LONGEST_PREVIEW_NAME);
  const token = previewTokenOf(waveId, context);
  const previewLinkId = await addPreviewLink(tx, context, staff, { ...early, name, token });
  await tx.update(waitlistWaves).set({ previewLinkId }).where(eq(waitlistWaves.id, waveId));
}

/** Anyone who writes the emails makes it again: it is stored nowhere. */
function previewTokenOf(waveId: number, { trackingSecret }: Pick<Context, 'trackingSecret'>) {
  return linkTokenFor('preview of a wave', waveId, trackingSecret);
}

/** The link in this email of a wave, and its limits; null: it has none, or it has ended. */
export async function findEarlyAccess(
  context: Pick<Context, 'db' | 'clock' | 'site' | 'signIn' | 'trackingSecret'>,
  { dedupeKey, waitlistEntryId }: Pick<MessageRow, 'dedupeKey' | 'waitlistEntryId'>,
): Promise<EarlyAccess | null> {
  const [found] = await context.db
    .select({
      waveId: waitlistWaves.id,
      endsAt: previewLinks.endsAt,
      mostOrders: previewLinks.mostOrders,
    })
    .from(waitlistWaves)
    .innerJoin(previewLinks, eq(previewLinks.id, waitlistWaves.previewLinkId))
    .where(
      and(
        sql`'waitlist_invitation:' || ${waitlistWaves.id} || '-' || ${waitlistEntryId}::bigint = ${dedupeKey}`,
        previewWorks(context),
      ),
    );
  if (!found) return null;
  const { waveId, endsAt, mostOrders } = found;
  const { business } = await context.site.current();
  return {
    url: previewUrl(context, previewTokenOf(waveId, context)),
    endsOn: lastDayOf(endsAt, business),
    mostOrders,
  };
}
