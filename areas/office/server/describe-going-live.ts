import { HOUR_MS } from '#platform/rules/durations.ts';
import type { OwnTexts } from '#areas/business/rules/texts/text-entry.ts';
import { textsOf } from '#areas/business/server/load-business.ts';
import { readRehearsal } from '#areas/office/server/rehearse-restore.ts';
import { createHash } from 'node:crypto';
import { and, eq, gt, inArray, not, sql } from 'drizzle-orm';
import { whyBefore } from '#areas/business/rules/sale-state.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { ConnectionReply } from '#areas/office/calls/connections.ts';
import type { GoingLiveReply } from '#areas/office/calls/going-live.ts';
import {
  barsToOpening,
  type GoingLiveFacts,
  type GoingLiveStep,
  isAllSettled,
  reportGoingLive,
  warningsBeforeOpening,
} from '#areas/office/rules/going-live.ts';
import { cardModeOf, describeConnections } from '#areas/office/server/describe-connections.ts';
import {
  includingStep,
  type KeptAnswers,
  readAnswers,
  recordAnswers,
  withoutStep,
} from '#areas/office/server/going-live-answers.ts';
import { isSheetSaved } from '#areas/office/server/recovery-sheet.ts';
import { checkouts } from '#areas/order-book/server/tables/checkouts.ts';
import { countByMode, isTestOrder } from '#areas/order-book/server/is-test-order.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import type { ConnectionKindName } from '#platform/rules/connections.ts';
import type { Context } from '#platform/server/context.ts';
import { staff as staffTable } from '#platform/server/db/tables/staff.ts';
import { Conflict } from '#platform/server/errors.ts';
import { readBooksSince } from '#platform/server/gateway/held-gateway.ts';
import { formatInstant } from '#platform/rules/zoned-time.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

/** The page as it stands: from the settings, the menu, the orders, the connections, and what was proved. */
export async function describeGoingLive(context: Context): Promise<GoingLiveReply> {
  const kept = await readAnswers(context.db);
  const { facts, order } = await readGoingLive(context, kept);
  const steps = reportGoingLive(facts);
  return {
    steps,
    isOver: isAllSettled(steps),
    bars: barsToOpening({ ...facts, bar: facts.cards.bar, meals: facts.menu.meals }),
    warnings: warningsBeforeOpening(facts),
    whyBefore: whyBefore(context.clock(), facts.business, context.gateway),
    payments: facts.cards.mode,
    email: {
      mode: facts.email.mode,
      sentAt: kept.emailSentAt === null ? null : new Date(kept.emailSentAt).toISOString(),
    },
    publicUrl: context.signIn.publicUrl,
    underWay: await countUnderWay(context),
    order,
    testOrders: {
      orders: facts.testOrders.tests,
      deliveries: facts.testOrders.deliveriesOfTests,
    },
    isDemo: context.connections.isDemo,
  };
}

/** For anyone who asks only what is in the way: the page, the health check and the alarms agree. */
export async function readGoingLive(context: Context, kept: KeptAnswers) {
  const { business, menu } = await context.site.current();
  const [{ isOwnMenu, order, leaders }, connections, sheetSaved, rehearsal] = await Promise.all([
    countStarted(context),
    describeConnections(context),
    isSheetSaved(context),
    readRehearsal(context.db),
  ]);
  const booksSince = await readBooksSince(context.db);
  const now = context.clock();
  const isMoved = Math.abs(now - Date.now()) > HOUR_MS;
  const facts: GoingLiveFacts = {
    now,
    business,
    menu: {
      meals: menu.length,
      undeclared: menu.filter(({ allergens }) => allergens === null).length,
      isOwn: isOwnMenu,
    },
    cards: {
      mode: cardModeOf(context),
      bar: context.gateway.bar,
      ...stateOf(connections, 'cards'),
    },
    email: { mode: context.mailer.mode, ...stateOf(connections, 'mail') },
    sms: stateOf(connections, 'sms'),
    address: {
      publicUrl: context.signIn.publicUrl,
      proved: kept.address?.url === context.signIn.publicUrl,
      certificateEnds: kept.address?.certificateEnds ?? null,
    },
    backups: {
      hour: context.backup.hour,
      sheetSaved,
      copied: stateOf(connections, 'copies').proved,
      rehearsed: rehearsal?.ok ?? false,
    },
    labelPrinted: kept.labelPrinted,
    paidOrder: order?.number ?? null,
    testOrders: {
      ...(await countByMode(context.db)),
      removedAt: booksSince === null ? null : formatInstant(booksSince, business.timeZone),
    },
    textsRead: kept.textsRead === hashOfTexts(business, await textsOf(context)),
    leaders,
    installation: {
      production: context.allowsLocalHosts !== true,
      movedClock: isMoved ? new Date(now).toISOString() : null,
    },
    later: kept.later,
    right: kept.right,
  };
  return { facts, order };
}

function stateOf(connections: readonly ConnectionReply[], kind: ConnectionKindName) {
  const found = connections.find((each) => each.kind === kind);
  return { says: found?.says ?? 'Not set.', proved: found?.isProved ?? false };
}

/** Facts that no customer reads on the terms and privacy pages. */
const NOT_ON_PAGES = new Set<keyof BusinessFacts>([
  'ordersOpen',
  'launchDate',
  'lastOrderDate',
  'closures',
  'labelStock',
]);

/** For all that the terms and privacy pages may say: it lapses rather once too often. */
function hashOfTexts(business: BusinessFacts, own: OwnTexts): string {
  const shown = Object.entries(business)
    .filter(([fact]) => !NOT_ON_PAGES.has(fact as keyof BusinessFacts))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([shown, own]))
    .digest('base64url')
    .slice(0, 22);
}

type Started = {
  isOwnMenu: boolean;
  order: { id: number; number: string } | null;
  leaders: number;
};

async function countStarted({ db }: Pick<Context, 'db'>): Promise<Started> {
  const { rows } = await db.execute<Started>(sql`
    select
      exists (select 1 from audit_log where entity = 'meal' and staff_id is not null) as "isOwnMenu",
      (select count(*)::int from ${staffTable} where is_active and role in ('owner', 'manager')) as leaders,
      (select json_build_object('id', o.id, 'number', o.number) from orders o
        where exists (select 1 from payments p where p.order_id = o.id)
        order by o.id desc limit 1) as "order"`);
  const [found] = rows;
  if (!found) throw new Error('the database returned nothing about going live');
  return found;
}

/** What goes on when no new orders are taken. */
async function countUnderWay({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  const isPaying = and(eq(checkouts.state, 'open'), gt(checkouts.holdUntil, new Date(clock())));
  return {
    orders: await db.$count(
      orders,
      and(inArray(orders.status, ['pending', 'confirmed']), not(isTestOrder(orders.id))),
    ),
    paying: await db.$count(checkouts, isPaying),
  };
}

/** `right`: it suits them as it is. Throws Conflict `not_asked` for a step that we can check ourselves. */
export async function answerStep(
  context: Context,
  staff: StaffMember,
  step: GoingLiveStep,
  answer: 'later' | 'now' | 'right',
): Promise<GoingLiveReply> {
  if (answer === 'right') await requireAsked(context, step);
  const { business } = await context.site.current();
  const own = await textsOf(context);
  const isRead = answer === 'right' && step === 'texts';
  await recordAnswers(context, staff, step, (kept) => ({
    ...kept,
    later: answer === 'later' ? includingStep(kept.later, step) : withoutStep(kept.later, step),
    right: answer === 'right' && !isRead ? includingStep(kept.right, step) : kept.right,
    textsRead: isRead ? hashOfTexts(business, own) : kept.textsRead,
  }));
  return describeGoingLive(context);
}

async function requireAsked(context: Context, step: GoingLiveStep): Promise<void> {
  const { steps } = await describeGoingLive(context);
  const report = steps.find((each) => each.step === step);
  if (report?.state === 'done' || report?.mayKeep) return;
  throw new Conflict('not_asked', 'This step can’t be answered: it is checked.');
}
