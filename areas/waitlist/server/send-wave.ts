/** Waves of invitations: who is chosen, one email each, and taking back what is not sent. */
import { createHash } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type {
  SendWaveRequest,
  WavePreview,
  WaveReply,
} from '#areas/waitlist/calls/waitlist-waves.ts';
import type { WaitlistEntryReply } from '#areas/waitlist/calls/waitlist.ts';
import { refuseClosedSale } from '#areas/business/server/refuse-closed-sale.ts';
import { peopleOfWave } from '#areas/waitlist/rules/invitation-wave.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist-entries.ts';
import { waitlistWavePeople, waitlistWaves } from '#areas/waitlist/server/tables/waitlist-waves.ts';
import { Conflict, NotFound } from '#platform/server/errors.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';
import { withdrawUnsent } from '#areas/waitlist/server/withdraw-unsent.ts';
import { listWaitlistEntries } from '#areas/waitlist/server/waitlist-queries.ts';
import { findWaves } from '#areas/waitlist/server/wave-queries.ts';

type Needs = Pick<Context, 'db' | 'clock' | 'site' | 'signIn'>;

type Sent = { preview: WavePreview; wave: WaveReply | null };

/**
 * Invites the people that the preview named, in one transaction: each gets one email, whoever sends the wave again. Throws
 * Conflict `sale_closed` while they could not order, `preview_changed` when others would be invited by now.
 */
export async function sendWave(
  context: Needs,
  staff: StaffMember,
  request: SendWaveRequest,
): Promise<Sent> {
  const { key, dryRun, previewHash } = request;
  if (dryRun) {
    const chosen = await choose(context, context.db, request);
    return { preview: await describe(context, chosen), wave: null };
  }
  const { business } = await context.site.current();
  return context.db.transaction(async (tx) => {
    // Two waves at once would choose the same people.
    await tx.execute(sql`lock table ${waitlistWaves} in share row exclusive mode`);
    const [known] = await findWaves(tx, { key });
    if (known) return { preview: NOBODY, wave: known };
    refuseClosedSale(context.clock(), business);
    const chosen = await lockSubscribed(tx, await choose(context, tx, request));
    const preview = await describe(context, chosen);
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
      const theirs = await tx
        .select({ entryId: waitlistWavePeople.entryId })
        .from(waitlistWavePeople)
        .where(eq(waitlistWavePeople.waveId, id));
      const keys = theirs.map(({ entryId }) => `waitlist_invitation:${aboutOf(id, entryId)}`);
      await withdrawUnsent(tx, inArray(messages.dedupeKey, keys));
    }
    const [wave] = await findWaves(tx, { id });
    if (!wave) throw new NotFound('This wave');
    if (stopped) {
      await recordChange(tx, context, {
        staff,
        action: 'waitlist_wave.stop',
        entity: 'waitlist_wave',
        entityId: id,
        before: null,
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

async function describe(
  context: Needs,
  chosen: readonly WaitlistEntryReply[],
): Promise<WavePreview> {
  const { showInvitation } = await import('#areas/waitlist/server/write-waitlist-email.ts');
  const [first] = chosen;
  const agreedTo = JSON.stringify(chosen.map(({ id, email }) => [id, email]));
  return {
    previewHash: createHash('sha256').update(agreedTo).digest('hex').slice(0, 32),
    people: chosen.map(({ id, name, email, suburb, createdAt }) => ({
      id,
      name,
      email,
      suburb,
      joinedAt: createdAt,
    })),
    mail: first ? await showInvitation(context, first) : null,
  };
}

type Chosen = { request: SendWaveRequest; chosen: readonly WaitlistEntryReply[] };

async function store(
  tx: Transaction,
  context: Needs,
  staff: StaffMember,
  { request: { key, suburbs }, chosen }: Chosen,
): Promise<number> {
  const [wave] = await tx
    .insert(waitlistWaves)
    .values({ key, suburbs, sentBy: staff.email, createdAt: new Date(context.clock()) })
    .returning({ id: waitlistWaves.id });
  if (!wave) throw new Error('a wave was not stored');
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
    entity: 'waitlist_wave',
    entityId: wave.id,
    before: null,
    after: { suburbs: suburbs.join(', '), people: chosen.length },
  });
  return wave.id;
}

/** One email for each person of a wave. The queries of this folder spell it out. */
function aboutOf(waveId: number, entryId: number): string {
  return `${waveId}-${entryId}`;
}
