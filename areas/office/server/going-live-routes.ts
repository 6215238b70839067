import type { FastifyInstance } from 'fastify';
import {
  answerGoingLive,
  checkAddress,
  confirmCode,
  getGoingLive,
  getTestLabel,
  removeTestOrders as removeTestOrdersCall,
  sendTestEmail,
  type GoingLiveReply,
} from '#areas/office/calls/going-live.ts';
import type { Context } from '#platform/server/context.ts';
import { answerStep, describeGoingLive } from '#areas/office/server/describe-going-live.ts';
import { drawTestLabel, proveByCode, tryEmail, noteInstallationProof } from './prove-steps.ts';
import { requireRecentSignIn } from '#areas/staff/server/session.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { sendPrintout } from '#areas/printouts/server/printout-routes.ts';
import { inArray, sql } from 'drizzle-orm';
import { backUpByHand } from '#areas/office/server/backups.ts';
import { messages } from '#areas/messages/server/tables/messages.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { payments } from '#areas/order-book/server/tables/payments.ts';
import { deliverySlots, mealDays } from '#areas/order-book/server/tables/slots.ts';
import { countByMode } from '#areas/order-book/server/is-test-order.ts';
import { waitlistEntries } from '#areas/waitlist/server/tables/waitlist.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { Conflict } from '#platform/server/errors.ts';
import { beginBooksAnew } from '#platform/server/gateway/held-gateway.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import {
  checkConnection as checkCall,
  deleteConnection as deleteCall,
  listConnections as listCall,
  saveConnection as saveCall,
} from '#areas/office/calls/connections.ts';
import { describeConnections } from '#areas/office/server/describe-connections.ts';
import {
  checkConnection,
  deleteConnection,
  saveConnection,
} from '#platform/server/save-connection.ts';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:tls';
import { z } from 'zod';
import {
  changeAnswers,
  readAnswers,
  recordAnswers,
} from '#areas/office/server/going-live-answers.ts';
import { isSameSecret, signNonce } from '#platform/server/link-token.ts';

export function registerGoingLiveRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getGoingLive, () => describeGoingLive(context));

  staffRoute(app, answerGoingLive, ({ params, body, staff }) =>
    answerStep(context, staff, params.step, body.answer),
  );

  staffRoute(app, removeTestOrdersCall, async ({ reply }) => {
    const { staff } = await requireRecentSignIn(context, reply.request);
    return { removed: await removeTestOrders(context, staff) };
  });

  staffRoute(app, sendTestEmail, ({ staff }) => tryEmail(context, staff));

  staffRoute(app, checkAddress, ({ staff }) => proveAddress(context, staff));

  staffRoute(app, confirmCode, ({ body, staff }) => proveByCode(context, staff, body));

  staffRoute(app, getTestLabel, async ({ reply }) => {
    await throttleCaller(context, 'documents', reply.request);
    return sendPrintout(reply, await drawTestLabel(context));
  });
}

// Test orders are taken out once, before the first real one: all that hangs on orders goes, and the books begin again.

/**
 * Returns how many were removed; done again, none. A backup is made first. Throws Conflict `real_orders` once a real order was
 * paid, `paying_now` while one may be, and what a backup throws.
 */
async function removeTestOrders(context: Context, staff: StaffMember): Promise<number> {
  if ((await countRemovable(context.db)) === 0) return 0;
  const { file } = await backUpByHand(context, staff);
  return context.db.transaction(async (tx) => {
    // Nothing is paid from here on. Anyone who was quicker is seen by the second look.
    await tx.execute(sql`lock table ${payments}, ${checkouts} in access exclusive mode`);
    const removed = await countRemovable(tx);
    if (removed === 0) return 0;
    await empty(tx, context);
    await beginBooksAnew(tx);
    await recordChange(tx, context, {
      staff,
      action: 'system.remove_tests',
      entityId: file,
      before: { testOrders: removed },
      after: { testOrders: 0 },
    });
    return removed;
  });
}

/** Throws Conflict when something real would go with them. */
async function countRemovable(db: Database | Transaction): Promise<number> {
  const { tests, live } = await countByMode(db);
  if (tests === 0) return 0;
  if (live > 0)
    throw new Conflict(
      'real_orders',
      'Real orders have been paid: the test orders stay, marked and counted nowhere.',
    );
  const paying = await db.$count(
    checkouts,
    inArray(checkouts.state, ['open', 'expiring', 'approved']),
  );
  if (paying > 0)
    throw new Conflict(
      'paying_now',
      `${paying === 1 ? 'Someone is' : `${paying} people are`} paying now. Try again when they have finished, or close new orders first.`,
    );
  return tests;
}

/** Triggers guard the rows of what only grows; emptying a whole table passes them. Ids go on, so that none is given twice. */
async function empty(tx: Transaction, { keptTables }: Pick<Context, 'keptTables'>): Promise<void> {
  const trade = keptTables.filter((table) => table.class === 'trade');
  await tx.execute(
    sql`truncate ${sql.join(
      trade.map(({ name }) => sql.identifier(name)),
      sql`, `,
    )}`,
  );
  // For what stays, all that is about orders.
  await tx.delete(messages).where(
    sql`${messages.orderId} is not null
      or ${messages.facts} ?| array['phoneOrder', 'notOrdered', 'notChanged', 'problem', 'recipe', 'food']`,
  );
  await tx
    .update(waitlistEntries)
    .set({ firstOrderCheckoutId: null })
    .where(sql`${waitlistEntries.firstOrderCheckoutId} is not null`);
  await tx.update(deliverySlots).set({ held: 0, booked: 0 });
  await tx.update(mealDays).set({ held: 0, booked: 0, kept: 0 });
}

export function registerConnectionRoutes(app: FastifyInstance, context: Context): void {
  const describeAll = async () => ({ connections: await describeConnections(context) });

  staffRoute(app, listCall, () => describeAll());

  staffRoute(app, saveCall, async ({ params, body, staff, reply }) => {
    await requireRecentSignIn(context, reply.request);
    const { version, values, dryRun: isDryRun } = body;
    const says = await saveConnection(context, staff, params.kind, { version, values, isDryRun });
    return { says: [...says], ...(await describeAll()) };
  });

  staffRoute(app, checkCall, async ({ params, staff, reply }) => {
    await requireRecentSignIn(context, reply.request);
    await checkConnection(context, staff, params.kind);
    if (context.connections.current(params.kind) === null)
      await noteInstallationProof(context, staff, params.kind);
    return describeAll();
  });

  staffRoute(app, deleteCall, async ({ params, query, staff, reply }) => {
    await requireRecentSignIn(context, reply.request);
    await deleteConnection(context, staff, params.kind, query.account);
    return describeAll();
  });
}

// Whether PUBLIC_URL leads to this installation, and until when its certificate is good.

const PATIENCE_MS = 10_000;
const Answer = z.object({ signed: z.string() });

/** Only this installation can sign the nonce, wherever the name leads. Throws Conflict `address_elsewhere`. */
async function proveAddress(context: Context, staff: StaffMember): Promise<GoingLiveReply> {
  const { publicUrl } = context.signIn;
  await askAddress(context, publicUrl);
  const certificateEnds = await certificateEndOf(publicUrl).catch(() => null);
  await recordAnswers(context, staff, 'address', (kept) => ({
    ...kept,
    address: { url: publicUrl, certificateEnds },
  }));
  return describeGoingLive(context);
}

async function askAddress(
  { trackingSecret }: Pick<Context, 'trackingSecret'>,
  publicUrl: string,
): Promise<void> {
  const nonce = randomBytes(24).toString('base64url');
  const refuse = (words: string) =>
    new Conflict('address_elsewhere', `${words} Whoever runs the server sets PUBLIC_URL.`);
  let answer: unknown;
  try {
    const reply = await fetch(`${publicUrl}/livez?nonce=${nonce}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    answer = await reply.json();
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw refuse(`${publicUrl} doesn’t answer from here (${why}).`);
  }
  const read = Answer.safeParse(answer);
  if (!read.success || !isSameSecret(read.data.signed, signNonce(trackingSecret, nonce)))
    throw refuse(`${publicUrl} leads to something else.`);
}

/** An instant; null: there is no certificate to end. Throws when nobody answers. */
async function certificateEndOf(publicUrl: string): Promise<number | null> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:') return null;
  const socket = connect({
    host: hostname,
    port: port === '' ? 443 : Number(port),
    servername: hostname,
    timeout: PATIENCE_MS,
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(PATIENCE_MS) });
    return Date.parse(socket.getPeerCertificate().valid_to);
  } finally {
    socket.destroy();
  }
}

/** Every night: it is renewed by others, without a word to us. */
export async function renewCertificateEnd(context: Context): Promise<void> {
  const { address } = await readAnswers(context.db);
  if (address === null || address.url !== context.signIn.publicUrl) return;
  const certificateEnds = await certificateEndOf(address.url).catch(() => address.certificateEnds);
  await context.db.transaction((tx) =>
    changeAnswers(tx, context.clock(), (kept) => ({
      ...kept,
      address: { ...address, certificateEnds },
    })),
  );
}
