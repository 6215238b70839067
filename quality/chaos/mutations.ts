/** The guards that the mutation check removes, one at a time. */
import { CHANGE_MUTATIONS } from './mutations/change-mutations.ts';
import { type Mutation, without } from './mutations/mutation.ts';
import { OUTGOING_MUTATIONS } from './mutations/outgoing-mutations.ts';
import { UPGRADE_MUTATIONS } from './mutations/upgrade-mutations.ts';

export const MUTATIONS: readonly Mutation[] = [
  {
    guard: 'the condition in the UPDATE that takes a place',
    scenario: 'oversell',
    complaint: /orders for 20 places/,
    edits: [
      {
        file: 'areas/places/server/places.ts',
        from: 'sql`${deliverySlots.held} + ${deliverySlots.booked} < ${deliverySlots.maxDeliveries}`',
        to: 'sql`true`',
      },
    ],
  },
  {
    guard: 'the fixed order in which slots are taken',
    scenario: 'oversell',
    complaint: /deadlocks|replies of 500/,
    edits: [
      {
        file: 'areas/places/server/places.ts',
        from: 'for (const slot of slots.toSorted(compareSlotKeys)) {\n    const isTaken',
        to: 'for (const slot of slots.toSorted(() => Math.random() - 0.5)) {\n    const isTaken',
      },
    ],
  },
  {
    guard: 'that an unpaid hold gives way to money',
    scenario: 'unpaid-holds',
    complaint: /found .* closed|turned away/,
    edits: [
      {
        file: 'areas/checkout/server/displace.ts',
        from: "if (stop === 'stopped') return { id: candidate.id, isPaid };",
        to: '',
      },
    ],
  },
  {
    guard: 'that the payment of a hold is cancelled before the hold gives way',
    scenario: 'approvals',
    complaint: /may have been paid for|the hold did not stay/,
    edits: [
      {
        file: 'areas/checkout/server/end-checkout.ts',
        from: 'const cancelled = await context.gateway.cancelIntent(intent.id);',
        to: "const cancelled = (await Promise.resolve({ outcome: 'cancelled' })) as Awaited<ReturnType<typeof context.gateway.cancelIntent>>;",
      },
    ],
  },
  {
    guard: 'that an approval whose place is gone is let go',
    scenario: 'approvals',
    complaint: /neither taken nor let go/,
    edits: [
      {
        file: 'areas/checkout/server/expire-checkouts.ts',
        from: 'if (approvedUntil && approvedUntil.getTime() <= context.clock()) return null;',
        to: '',
      },
    ],
  },
  {
    guard: 'that an order is made in one transaction',
    scenario: 'kill-app',
    scale: 6,
    complaint: /LOST|I2|MAIL|still open/,
    edits: [
      {
        file: 'areas/checkout/server/settle-taken.ts',
        from: 'context.db.transaction((tx) => settle(context, tx, intent, site, born));',
        to: 'settle(context, context.db as unknown as Transaction, intent, site, born);',
      },
    ],
  },
  {
    guard: 'that an order is made in one transaction, at the named points',
    scenario: 'crash-points',
    scale: 9,
    complaint: /LOST|I2|MAIL|still open/,
    edits: [
      {
        file: 'areas/checkout/server/settle-taken.ts',
        from: 'context.db.transaction((tx) => settle(context, tx, intent, site, born));',
        to: 'settle(context, context.db as unknown as Transaction, intent, site, born);',
      },
    ],
  },
  {
    guard: 'that a lost database is restarted',
    scenario: 'kill-database',
    complaint: /did not restart/,
    edits: [
      without('platform/server/db/embedded-postgres.ts', 'if (!stopped) recovery = recover();'),
    ],
  },
  {
    guard: 'that a commit waits for the standby',
    scenario: 'failover',
    scale: 3,
    complaint: /LOST|which is wrong|does not exist|still open/,
    edits: [
      {
        file: 'container/postgresql/primary.conf',
        from: 'synchronous_commit = on',
        to: 'synchronous_commit = local',
      },
    ],
  },
  {
    guard: 'that a full disk is told from a fault of ours',
    scenario: 'full-disk',
    complaint: /instead of 503/,
    edits: [
      {
        file: 'platform/server/http/error-handler.ts',
        from: '/^(08|53|57P0',
        to: '/^(08|57P0',
      },
      { file: 'platform/server/http/error-handler.ts', from: '/^(53100|', to: '/^(' },
    ],
  },
  {
    guard: 'the check of the card provider’s books each minute',
    scenario: 'webhooks',
    complaint: /LOST|still open/,
    edits: [
      without(
        'areas/payments/server/area.ts',
        "    { name: 'reconcile_young', every: 'minute', run: reconcileYoung },\n",
      ),
      without(
        'areas/payments/server/area.ts',
        "    { name: 'reconcile_recent', every: 'hour', run: reconcileRecent },\n",
      ),
    ],
  },
  {
    guard: 'that the confirmation is written with the order',
    scenario: 'closed-browsers',
    complaint: /MAIL/,
    edits: [
      {
        file: 'areas/checkout/server/record-order.ts',
        from: "kind: 'order_confirmation',",
        to: "kind: 'order_changed',",
      },
    ],
  },
  {
    guard: 'that the old payment is cancelled before a changed basket gets a new one',
    scenario: 'double-pay',
    complaint: /CHARGED TWICE/,
    edits: [
      {
        file: 'areas/checkout/server/end-checkout.ts',
        from: 'const cancelled = await context.gateway.cancelIntent(intent.id);',
        to: "const cancelled = (await Promise.resolve({ outcome: 'cancelled' })) as Awaited<ReturnType<typeof context.gateway.cancelIntent>>;",
      },
    ],
  },
  {
    guard: 'that the server’s price is charged, not the submitted one',
    scenario: 'forged',
    complaint: /CHEATED/,
    edits: [
      {
        file: 'areas/checkout/server/create-payment-intent.ts',
        from: '  if (isAgreed) return;\n',
        to: '  frozen.price.totalCents = Math.max(1, centsFromDollars(request.amount) ?? 1);\n  if (!isAgreed || isAgreed) return;\n',
      },
    ],
  },
  {
    guard: 'that refunds of one payment together never exceed it',
    scenario: 'refunds',
    complaint: /of \d+ refunded|had to refuse|I5/,
    edits: [
      {
        file: 'areas/order-book/server/request-refund.ts',
        from: 'cents: Math.max(0, amountCents - backCents - takenCents),',
        to: 'cents: amountCents + 0 * (backCents + takenCents),',
      },
    ],
  },
  {
    guard: 'that a failed refund is distinguished from a successful one',
    scenario: 'refunds',
    complaint: /ours succeeded|I4|failed, but/,
    edits: [
      {
        file: 'platform/server/gateway/gateway.ts',
        from: "failed: 'failed',",
        to: "failed: 'succeeded',",
      },
    ],
  },
  {
    guard: 'that the time at the door counts, not the time of arrival',
    scenario: 'drivers',
    complaint: /the books say|the time of the door|emails say/,
    edits: [without('areas/order-book/rules/delivery.ts', '  if (isOvertaken) return NOTED;\n')],
  },
  {
    guard: 'that a repeated report is known by its key',
    scenario: 'drivers',
    complaint: /were refused with 500/,
    edits: [
      without(
        'areas/delivery/server/change-delivery.ts',
        '  if (earlier) return repeated(earlier, report, delivery);\n',
      ),
    ],
  },
  {
    guard: 'that a delivery of a closed window and its message are one transaction',
    scenario: 'storm',
    complaint: /PLACES|MAIL|UNDECIDED|REFUNDED|I\d/,
    edits: [
      {
        file: 'areas/delivery/server/work-incident.ts',
        from: 'return await context.db.transaction((tx) => settleRow(tx, context, { id, business }));',
        to: 'return await settleRow(context.db as unknown as Transaction, context, { id, business });',
      },
    ],
  },
  {
    guard: 'that a row whose process was killed is free again',
    scenario: 'storm',
    complaint: /UNDECIDED/,
    edits: [
      {
        file: 'areas/delivery/server/work-incident.ts',
        from: 'const CLAIM_MS = 10 * SECOND_MS;',
        to: 'const CLAIM_MS = 1_000_000 * SECOND_MS;',
      },
    ],
  },
  {
    guard: 'that a second person who closes a window finds the incident of the first',
    scenario: 'storm',
    complaint: /ONE INCIDENT/,
    edits: [
      without(
        'areas/delivery/server/preview-closure.ts',
        '.filter(({ delivery }) => !inProgress.ids.has(delivery.id))',
      ),
    ],
  },
  ...UPGRADE_MUTATIONS,
  ...OUTGOING_MUTATIONS,
  ...CHANGE_MUTATIONS,
];
