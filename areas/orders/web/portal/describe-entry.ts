/** One thing that happened to an order, in words. */
import type { TimelineEntry } from '#areas/orders/calls/order-timeline.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { DELIVERY_STATUS_LABELS } from '#areas/order-book/rules/delivery-status.ts';
import { MESSAGE_KIND_LABELS, type MessageState } from '#areas/messages/rules/messages.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { isPhoneMessage } from '#areas/order-book/rules/phone-order.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { deliveryText } from '#areas/orders/web/portal/detail/describe-order.ts';
import { centsOf, formatRefundState } from '#areas/orders/web/portal/detail/order-money.ts';
import { auditActionText, changedByText } from '#platform/rules/audit-actions.ts';
import { changedFields, describeChanges } from '#platform/rules/describe-change.ts';

export type DescribedEntry = {
  what: string;
  /** Null: nobody in particular. */
  who: string | null;
  details: string[];
  hasFailed: boolean;
};

const SENDING: Record<MessageState, string> = {
  waiting: 'waiting to be sent',
  sent: 'sent',
  kept: 'saved, not sent',
  failed: 'not sent',
  withdrawn: 'withdrawn',
};

const PRINTOUTS = {
  prep_sheet: 'Prep sheet',
  run_sheet: 'Run sheet',
  labels: 'Labels',
  plan: 'Plan',
} as const;

export function describeEntry(entry: TimelineEntry): DescribedEntry {
  switch (entry.kind) {
    case 'paid':
      return plain(`Paid ${formatDollars(centsOf(entry.amount))} by card`);
    case 'refund': {
      const { state, amount, what, reason, failureReason, staffEmail } = entry.refund;
      return {
        what: `${formatRefundState(state)}: ${formatDollars(centsOf(amount))}`,
        who: staffEmail ?? 'the card provider',
        details: [...what, reason, ...(failureReason === null ? [] : [failureReason])],
        hasFailed: state === 'failed',
      };
    }
    case 'change':
      return {
        ...plain(auditActionText(entry.change.action)),
        who: changedByText(entry.change),
        details: [
          ...(entry.words === null ? [] : [entry.words]),
          ...describeChanges(changedFields(entry.change)),
        ],
      };
    case 'refused_change':
      return {
        ...plain('Change paid too late, money sent back'),
        who: 'the customer',
        details: [entry.words],
      };
    case 'message':
      return describeMessage(entry.message);
    case 'printed': {
      const name = `${PRINTOUTS[entry.printout]}${entry.isSlip ? ': change slip' : ''}`;
      return plain(`${name} for ${formatDayAndMonth(entry.date)} printed`);
    }
    case 'delivery':
      return describeDelivery(entry);
    case 'note':
      return { ...plain('Note'), who: entry.who, details: [entry.text] };
  }
}

function plain(what: string): DescribedEntry {
  return { what, who: null, details: [], hasFailed: false };
}

type EntryOf<Kind extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: Kind }>;

function describeMessage(message: EntryOf<'message'>['message']): DescribedEntry {
  const { kind, channel, state, recipient, lastError } = message;
  const name = `${channel === 'email' ? 'Email' : 'Text'} “${MESSAGE_KIND_LABELS[kind]}”`;
  const hasFailed = state === 'failed';
  return {
    ...plain(`${name} ${SENDING[state]}`),
    details: [
      ...(recipient === '' ? [] : [`To ${formatPhone(recipient)}`]),
      ...(hasFailed && lastError !== null ? [lastError] : []),
    ],
    hasFailed,
  };
}

function describeDelivery(entry: EntryOf<'delivery'>): DescribedEntry {
  const { status, isUndo, who, date, timeSlot, place, reason, note } = entry;
  const state = DELIVERY_STATUS_LABELS[status];
  return {
    what: isUndo ? `Taken back: ${state} again` : state,
    who: who ?? 'the system',
    details: [
      `Delivery of ${deliveryText(date, timeSlot)}`,
      ...(place === '' ? [] : [`Left: ${place}`]),
      ...[reason, note].filter((words) => words !== ''),
    ],
    hasFailed: status === 'missed',
  };
}

/** Emails about the order that may be sent once more. */
export function isResendable({ kind, channel, recipient }: EntryOf<'message'>['message']): boolean {
  const isOfOrder = kind !== 'staff_message' && !isPhoneMessage(kind);
  return channel === 'email' && recipient !== '' && isOfOrder;
}
