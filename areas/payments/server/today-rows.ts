import { asc, desc, eq, inArray } from 'drizzle-orm';
import { DISPUTE_STATUSES, isOpenDispute } from '#platform/rules/dispute-status.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { untilText } from '#areas/order-book/rules/missed-choice.ts';
import type { FoundRow, TodayKind } from '#areas/order-book/rules/today-rows.ts';
import type { Context } from '#platform/server/context.ts';
import {
  disputes,
  refunds,
  gatewayEvents,
  reconcileRuns,
} from '#areas/order-book/server/tables/payments.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';
import {
  portalLink,
  type TodayAsked,
  type TodayRows,
} from '#areas/order-book/server/today-rows.ts';
import { findWhoHandled } from '#areas/order-book/server/failed-refunds.ts';
import { findLastCheck } from './check-books.ts';
import { isWaitingFailed, listKnownBalances } from '#areas/payments/server/payments-overview.ts';

const OF_PAYMENTS = { level: 'money', page: 'payments', right: 'managePayments' } as const;
const PAYMENTS = portalLink({ tab: 'payments' });

const KINDS = {
  refund_failed: { many: 'failed refunds', alarms: ['refund_failed'], ...OF_PAYMENTS },
  dispute: { many: 'disputes', alarms: ['dispute'], ...OF_PAYMENTS },
  balance: { many: 'open balances', ...OF_PAYMENTS },
  unmatched: {
    many: 'payments we can’t match',
    alarms: ['unmatched_event'],
    ...OF_PAYMENTS,
  },
  books: { many: 'books that don’t balance', alarms: ['books'], ...OF_PAYMENTS },
  provider: {
    many: 'payments we can’t explain',
    alarms: ['reconcile'],
    ...OF_PAYMENTS,
  },
} as const satisfies Record<string, TodayKind>;

export const paymentsToday: readonly TodayRows[] = [
  {
    kinds: KINDS,
    whoSettled: { refund_failed: findWhoHandled },
    find: async (context, asked) => [
      ...(await findFailedRefunds(context)),
      ...(await findDisputes(context, asked)),
      ...(await findBalancesAndBooks(context)),
      ...(await findUnmatched(context)),
      ...(await findUnexplained(context)),
    ],
  },
];

async function findFailedRefunds({ db }: Context): Promise<FoundRow[]> {
  const rows = await db
    .select({ refund: refunds, number: orders.number })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(isWaitingFailed())
    .orderBy(asc(refunds.updatedAt), asc(refunds.id));
  return rows.map(({ refund: { id, orderId, amountCents, updatedAt }, number }) => ({
    kind: 'refund_failed',
    id,
    title: `Refund of ${formatDollars(amountCents)} failed`,
    detail: [number],
    since: updatedAt.getTime(),
    link: PAYMENTS,
    action: 'Send again',
    orderId,
  }));
}

async function findDisputes({ db }: Context, { business }: TodayAsked): Promise<FoundRow[]> {
  const rows = await db
    .select({ dispute: disputes, number: orders.number })
    .from(disputes)
    .leftJoin(orders, eq(orders.id, disputes.orderId))
    .where(inArray(disputes.status, DISPUTE_STATUSES.filter(isOpenDispute)))
    .orderBy(asc(disputes.createdAt));
  return rows.map(({ dispute: { id, orderId, amountCents, dueBy, createdAt }, number }) => ({
    kind: 'dispute',
    id,
    title: `Dispute over ${formatDollars(amountCents)}`,
    detail: [
      ...(number === null ? [] : [number]),
      ...(dueBy ? [`respond by ${untilText(dueBy.getTime(), business.timeZone)}`] : []),
    ],
    since: createdAt.getTime(),
    dueAt: dueBy?.getTime() ?? null,
    link: PAYMENTS,
    action: 'Respond',
    orderId,
  }));
}

async function findBalancesAndBooks(context: Context): Promise<FoundRow[]> {
  const check = await findLastCheck(context);
  const balances = await listKnownBalances(context, check);
  const open = balances.map(({ orderId, orderNumber, balanceCents }): FoundRow => ({
    kind: 'balance',
    id: orderId,
    title: `${orderNumber}: ${formatDollars(Math.abs(balanceCents))} ${balanceCents > 0 ? 'to pay' : 'to refund'}`,
    detail: [],
    link: portalLink({ tab: 'orders', order: orderId }),
    action: 'Open',
    orderId,
  }));
  if (check?.ok !== false) return open;
  const rules = check.problems.length;
  return [
    ...open,
    {
      kind: 'books',
      id: 'check',
      title: 'The books don’t balance',
      detail: [rules === 1 ? '1 rule is broken' : `${rules} rules are broken`],
      link: PAYMENTS,
      action: 'Look',
    },
  ];
}

async function findUnmatched({ db }: Context): Promise<FoundRow[]> {
  const rows = await db
    .select()
    .from(gatewayEvents)
    .where(eq(gatewayEvents.state, 'unmatched'))
    .orderBy(asc(gatewayEvents.receivedAt));
  return rows.map(({ id, type, receivedAt }) => ({
    kind: 'unmatched',
    id,
    title: 'A payment we can’t match to an order',
    detail: [type],
    since: receivedAt.getTime(),
    link: PAYMENTS,
    action: 'Try again',
  }));
}

/** What the newest look at the card provider's lists could not explain. */
async function findUnexplained({ db }: Context): Promise<FoundRow[]> {
  const [run] = await db
    .select()
    .from(reconcileRuns)
    .where(eq(reconcileRuns.kind, 'recent'))
    .orderBy(desc(reconcileRuns.id))
    .limit(1);
  return (run?.alarms ?? []).map((alarm) => ({
    kind: 'provider',
    id: alarm,
    title: 'The card provider has a payment we can’t explain',
    detail: [alarm],
    link: PAYMENTS,
    action: 'Look',
  }));
}
