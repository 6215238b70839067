/** Waves of invitations: who is chosen, one email each, and taking back what is not sent. */
import { createHash } from 'node:crypto';
import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type {
  SendWaveRequest,
  WavePreview,
  WaveReply,
} from '#areas/waitlist/calls/waitlist-waves.ts';
import type { WaitlistEntryReply } from '#areas/waitlist/calls/waitlist.ts';
import { refuseClosedSale } from '#areas/business/server/load-business.ts';
import { peopleOfWave } from '#areas/waitlist/rules/invitation-wave.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction, Database } from '#platform/server/db/client.ts';
import { messages, type MessageRow } from '#areas/messages/server/tables/messages.ts';
import {
  waitlistEntries,
  waitlistWavePeople,
  waitlistWaves,
} from '#areas/waitlist/server/tables/waitlist.ts';
import { isTestOrder } from '#areas/order-book/server/is-test-order.ts';
import { Conflict, NotFound, InvalidRequest, NotAllowed } from '#platform/server/errors.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import { type StaffMember, mayDo } from '#platform/server/sign-in-port.ts';
import { listWaitlistEntries } from '#areas/waitlist/server/waitlist-queries.ts';
import { isOpenToPublic, saleStateAt } from '#areas/business/rules/sale-state.ts';
import { previewDoor, type SaleDoor } from '#areas/business/server/sale-door.ts';
import { LONGEST_PREVIEW_NAME, previewDayProblem } from '#areas/order-book/rules/preview-links.ts';
import {
  addPreviewLink,
  lastDayOf,
  previewUrl,
  previewWorks,
} from '#areas/order-book/server/preview-links.ts';
import { previewLinks } from '#areas/order-book/server/tables/checkouts.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { linkTokenFor } from '#platform/server/link-token.ts';

type WaveContext = Pick<Context, 'db' | 'clock' | 'site' | 'signIn' | 'gateway' | 'trackingSecret'>;

type Sent = { preview: WavePreview; wave: WaveReply | null };

/**
 * Invites the people that the preview named, in one transaction: each gets one email, no matter who sends the wave again. Throws
 * Conflict `sale_closed` while they could not order, `preview_changed` when others would be invited by now; with a preview link
 * also NotAllowed, InvalidRequest, and Conflict `too_many_previews`.
 */
export async function sendWave(
  context: WaveContext,
  staff: StaffMember,
  request: SendWaveRequest,
): Promise<Sent> {
  const { key, dryRun, previewHash, preview: early } = request;
  if (early) await checkEarly(context, staff, early);
  if (dryRun) {
    const chosen = await choose(context, context.db, request);
    return { preview: await describeWave(context, chosen, early), wave: null };
  }
  const { business } = await context.site.current();
  return context.db.transaction(async (tx) => {
    // Two waves at once would choose the same people.
    await tx.execute(sql`lock table ${waitlistWaves} in share row exclusive mode`);
    const [known] = await findWaves(tx, { key });
    if (known) return { preview: NOBODY, wave: known };
    refuseClosedSale(context.clock(), business, doorOf(context.gateway, early));
    const chosen = await lockSubscribed(tx, await choose(context, tx, request));
    const preview = await describeWave(context, chosen, early);
    if (chosen.length === 0 || preview.previewHash !== previewHash) {
      throw new Conflict(
        'preview_changed',
        'The list changed since this preview. Look at it again; nothing was sent.',
        { preview },
      );
    }
    const id = await store(tx, context, staff, { request, chosen });
    const [wave = null] = await findWaves(tx, { id });
    return { preview, wave };
  });
}

/** Takes back what is not sent yet; safe to repeat. Throws NotFound. */
export async function stopWave(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  id: number,
): Promise<WaveReply> {
  return context.db.transaction(async (tx) => {
    const [stopped] = await tx
      .update(waitlistWaves)
      .set({ stoppedAt: new Date(context.clock()) })
      .where(and(eq(waitlistWaves.id, id), isNull(waitlistWaves.stoppedAt)))
      .returning({ id: waitlistWaves.id });
    if (stopped) {
      const entriesOfWave = await tx
        .select({ entryId: waitlistWavePeople.entryId })
        .from(waitlistWavePeople)
        .where(eq(waitlistWavePeople.waveId, id));
      const keys = entriesOfWave.map(
        ({ entryId }) => `waitlist_invitation:${aboutOf(id, entryId)}`,
      );
      await withdrawUnsent(tx, inArray(messages.dedupeKey, keys));
    }
    const [wave] = await findWaves(tx, { id });
    if (!wave) throw new NotFound('This wave');
    if (stopped) {
      await recordChange(tx, context, {
        staff,
        action: 'waitlist_wave.stop',
        entityId: id,
        after: { sent: wave.sent + wave.kept, takenBack: wave.takenBack },
      });
    }
    return wave;
  });
}

const NOBODY: WavePreview = { previewHash: '', people: [], mail: null };

async function choose(
  context: Pick<Context, 'site'>,
  db: Parameters<typeof listWaitlistEntries>[0],
  { suburbs, people }: SendWaveRequest,
): Promise<WaitlistEntryReply[]> {
  const { business } = await context.site.current();
  return peopleOfWave(await listWaitlistEntries(db), business.suburbs, { suburbs, people });
}

/** Without those who unsubscribe or are removed at this moment; nobody can until the wave is stored. */
async function lockSubscribed(
  tx: Transaction,
  chosen: WaitlistEntryReply[],
): Promise<WaitlistEntryReply[]> {
  const rows = await tx
    .select({ id: waitlistEntries.id })
    .from(waitlistEntries)
    .where(
      and(
        inArray(
          waitlistEntries.id,
          chosen.map(({ id }) => id),
        ),
        isNull(waitlistEntries.unsubscribedAt),
      ),
    )
    .orderBy(waitlistEntries.id)
    .for('update');
  const left = new Set(rows.map(({ id }) => id));
  return chosen.filter(({ id }) => left.has(id));
}

async function describeWave(
  context: WaveContext,
  chosen: readonly WaitlistEntryReply[],
  early: Early,
): Promise<WavePreview> {
  const { showInvitation } = await import('#areas/waitlist/server/write-waitlist-email.ts');
  const [first] = chosen;
  const agreedTo = JSON.stringify([early, chosen.map(({ id, email }) => [id, email])]);
  return {
    previewHash: createHash('sha256').update(agreedTo).digest('hex').slice(0, 32),
    people: chosen.map(({ id, name, email, suburb, createdAt }) => ({
      id,
      name,
      email,
      suburb,
      joinedAt: createdAt,
    })),
    mail: first ? await showInvitation(context, first, early) : null,
  };
}

type Chosen = { request: SendWaveRequest; chosen: readonly WaitlistEntryReply[] };

async function store(
  tx: Transaction,
  context: WaveContext,
  staff: StaffMember,
  { request: { key, suburbs, preview: early }, chosen }: Chosen,
): Promise<number> {
  const [wave] = await tx
    .insert(waitlistWaves)
    .values({ key, suburbs, sentBy: staff.email, createdAt: new Date(context.clock()) })
    .returning({ id: waitlistWaves.id });
  if (!wave) throw new Error('a wave was not stored');
  if (early) await makeEarlyAccess(tx, context, staff, { waveId: wave.id, suburbs, early });
  await tx
    .insert(waitlistWavePeople)
    .values(chosen.map(({ id }) => ({ waveId: wave.id, entryId: id })));
  for (const { id, email } of chosen) {
    await writeMessage(tx, context, {
      kind: 'waitlist_invitation',
      about: aboutOf(wave.id, id),
      waitlistEntryId: id,
      recipient: email,
    });
  }
  await recordChange(tx, context, {
    staff,
    action: 'waitlist_wave.send',
    entityId: wave.id,
    after: { suburbs: suburbs.join(', '), people: chosen.length },
  });
  return wave.id;
}

/** One email for each person of a wave. The queries of this folder spell it out. */
function aboutOf(waveId: number, entryId: number): string {
  return `${waveId}-${entryId}`;
}

const MOST_WAVES = 50;

/** The newest waves, or the one with this id or key, with what became of each email. */
export async function findWaves(
  db: Database | Transaction,
  { id = null, key = null }: { id?: number | null; key?: string | null } = {},
): Promise<WaveReply[]> {
  const { rows } = await db.execute<WaveReply>(sql`
    select w.id, ${instantText(sql`w.created_at`)} as "createdAt", w.sent_by as "sentBy", w.suburbs,
      w.preview_link_id is not null as "hasPreview",
      ${instantText(sql`w.stopped_at`)} as "stoppedAt",
      count(p.entry_id)::int as people,
      count(*) filter (where m.state = 'waiting')::int as waiting,
      count(*) filter (where m.state = 'sent')::int as sent,
      count(*) filter (where m.state = 'kept')::int as kept,
      count(*) filter (where m.state = 'failed')::int as failed,
      count(*) filter (where m.state = 'withdrawn')::int as "takenBack",
      count(*) filter (where m.state in ('sent', 'kept') and exists (
        select from orders o where o.mailbox = e.mailbox
          and o.created_at >= w.created_at and not ${isTestOrder(sql`o.id`)}))::int as ordered,
      count(*) filter (where e.unsubscribed_at >= w.created_at)::int as unsubscribed
    from waitlist_waves w
    left join waitlist_wave_people p on p.wave_id = w.id
    left join waitlist_entries e on e.id = p.entry_id
    left join messages m on m.dedupe_key = 'waitlist_invitation:' || p.wave_id || '-' || p.entry_id
    where (${id}::int is null or w.id = ${id}) and (${key}::uuid is null or w.key = ${key})
    group by w.id order by w.id desc limit ${MOST_WAVES}`);
  return rows;
}

function instantText(column: ReturnType<typeof sql>) {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Takes back those of these emails that have not been sent, also those that failed: nobody can send them again. */
export async function withdrawUnsent(tx: Transaction, which: SQL | undefined): Promise<void> {
  await tx
    .update(messages)
    .set({ state: 'withdrawn' })
    .where(and(which, inArray(messages.state, ['waiting', 'failed'])));
}

// Some of the waitlist order before the kitchen is open to the public: a wave's own preview link.

/** By which link someone orders before everyone else, and its limits. */
export type EarlyAccess = { url: string; endsOn: PlainDate; mostOrders: number };

type Early = SendWaveRequest['preview'];

/** Throws NotAllowed and InvalidRequest. */
async function checkEarly(
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
function doorOf(gateway: Context['gateway'], early: Early): SaleDoor {
  return early && gateway.bar === null ? previewDoor(gateway) : gateway;
}

/** Throws Conflict `too_many_previews`. */
async function makeEarlyAccess(
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
