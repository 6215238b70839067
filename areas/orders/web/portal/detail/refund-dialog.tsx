import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import {
  type AdminOrderReply,
  ORDER_CONFLICT_CODES,
  type OrderConflictReply,
  quoteRefund,
  refundOrder,
} from '#areas/order-book/calls/admin-orders.ts';
import { isEnded } from '#areas/order-book/rules/delivery.ts';
import { LONGEST_REFUND_NOTE } from '#areas/order-book/rules/order-status.ts';
import { ConflictText } from '#areas/orders/web/portal/conflict-text.tsx';
import { cacheOrder, refreshAround } from '#areas/orders/web/portal/order-cache.ts';
import { formatAmount, formatDollars, parseAmount } from '#platform/rules/money.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { conflictIn } from '#platform/web/api/failure.ts';
import type { RefundPart } from '#areas/order-book/calls/prepared-order.ts';
import { freshQuery } from '#platform/web/api/call-query.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextAreaField, TextField } from '#platform/web/ui/form/text-field.tsx';
import { deliveryText, isErased, centsOf, describeRefund } from './describe-order.ts';
import { MealTicks } from './meal-ticks.tsx';

const KINDS = { items: 'Meals', fee: 'Delivery fee', kept: 'Money kept', amount: 'An amount' };
type Kind = keyof typeof KINDS;

type Choice = {
  kind: Kind;
  items: readonly number[];
  /** For a fee: its delivery, or empty for all of them. Of money kept: its id. */
  id: string;
  amount: string;
};

const NOTHING: Choice = { kind: 'items', items: [], id: '', amount: '' };

/** An amount such as "5.00", or a part that the server prices. */
type WhatToRefund = { amount: string } | { part: RefundPart };

/** What there is to refund at all: not what went back already. An amount always stays. */
function kindsLeft(order: AdminOrderReply): Kind[] {
  const has: Record<Kind, boolean> = {
    items: order.orderItems.some(({ id }) => !order.refundedItems.includes(id)),
    fee: order.refundableFee !== '0.00',
    kept: order.kept.some(({ left }) => left !== '0.00'),
    amount: true,
  };
  return (Object.keys(KINDS) as Kind[]).filter((kind) => has[kind]);
}

/** Null while the choice is incomplete. */
function whatToRefund({ kind, items, id, amount }: Choice): WhatToRefund | null {
  if (kind === 'items')
    return items.length > 0 ? { part: { items: items.toSorted((a, b) => a - b) } } : null;
  if (kind === 'fee') return { part: { fee: true, ...(id !== '' && { deliveryId: Number(id) }) } };
  if (kind === 'kept') return id === '' ? null : { part: { kept: Number(id) } };
  const cents = parseAmount(amount.trim().replace(/^\$/, ''));
  return cents === null || cents === 0 ? null : { amount: formatAmount(cents) };
}

/** Pays back part of an order at the server's price; the food still comes. */
export function RefundDialog({ order, onClose }: { order: AdminOrderReply; onClose: () => void }) {
  const client = useQueryClient();
  const [choice, setChoice] = useState<Choice>(() => ({
    ...NOTHING,
    kind: kindsLeft(order)[0] ?? 'amount',
  }));
  const [reason, setReason] = useState('');
  const [shouldNotify, setShouldNotify] = useState(!isErased(order));
  const what = whatToRefund(useDeferredValue(choice));
  const params = { id: String(order.id) };
  const quote = useQuery({
    // Asked again for each version of the order.
    ...freshQuery(['refund-quote', order.id, order.version, what], quoteRefund, {
      params,
      body: what ?? { amount: '0.00' },
    }),
    retry: false,
    enabled: what !== null,
  });
  const amount =
    what !== null && !quote.error && quote.data ? formatDollars(centsOf(quote.data.amount)) : null;
  const sending = useChange(refundOrder, {
    onDone(after) {
      cacheOrder(client, after);
      refreshAround(client, after.id);
      if (after.refunds.at(-1)?.state !== 'failed') onClose();
    },
    says(after, { body: { notify } }) {
      const made = after.refunds.at(-1);
      if (!made || made.state === 'failed') return null;
      const told = notify ? 'The customer gets an email about it.' : 'The customer is not told.';
      return { title: 'Refund', description: `${describeRefund(made)} ${told}`, tone: 'success' };
    },
  });
  const failed = sending.result?.refunds.at(-1);
  const conflict = conflictIn<OrderConflictReply>(sending.failure, ORDER_CONFLICT_CODES);
  return (
    <ActionDialog
      title={`Refund money of ${order.orderNumber}`}
      act={amount === null ? 'Refund' : `${failed ? 'Try again: refund' : 'Refund'} ${amount}`}
      keep="Back"
      busyLabel="Refunding…"
      change={conflict ? { isBusy: false } : sending}
      failureTitle="Nothing was refunded"
      isReady={amount !== null && reason.trim() !== ''}
      go={() =>
        what &&
        sending.run({
          params,
          body: { ...what, reason: reason.trim(), notify: shouldNotify, version: order.version },
        })
      }
      onClose={onClose}
    >
      <TextAreaField
        // Where a keyboard is at hand, so that a meal and the button are all that is left to press.
        ref={(field) => {
          if (matchMedia('(pointer: fine)').matches) field?.setAttribute('autofocus', '');
        }}
        label="Reason"
        rows={1}
        maxLength={LONGEST_REFUND_NOTE}
        hint={shouldNotify ? 'The customer reads this.' : 'Kept with the refund, for staff.'}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <What
        order={order}
        choice={choice}
        onChange={(next) => {
          setChoice(next);
          sending.reset();
        }}
      />
      {what && <Quote {...quote} />}
      {order.deliveries.some(({ status }) => !isEnded(status)) && (
        <p className="text-sm text-ink-soft">
          The food is still brought. If they don’t want it, go back and cancel the delivery or the
          order.
        </p>
      )}
      {!isErased(order) && (
        <CheckChip checked={shouldNotify} onToggle={() => setShouldNotify(!shouldNotify)}>
          Email the customer <span className="break-words">({order.customer.email})</span>
        </CheckChip>
      )}
      {failed && (
        <Notice tone="error" announce="now" title="The refund failed">
          <p>{describeRefund(failed)}</p>
          {failed.failureReason !== null && <p>{failed.failureReason}</p>}
        </Notice>
      )}
      {conflict && (
        <Notice tone="error" announce="now" title="Nothing was refunded">
          <ConflictText conflict={conflict} />
        </Notice>
      )}
    </ActionDialog>
  );
}

type WhatProps = { order: AdminOrderReply; choice: Choice; onChange: (choice: Choice) => void };

/** What went back already stays in sight and can't be chosen. */
function What({ order, choice, onChange }: WhatProps) {
  const change = (part: Partial<Choice>) => onChange({ ...choice, ...part });
  const isBack = ({ id }: { id: number }) => order.refundedItems.includes(id);
  return (
    <>
      <PillChoice
        legend="What goes back"
        value={choice.kind}
        pills={kindsLeft(order).map((kind) => ({ value: kind, label: KINDS[kind] }))}
        onChange={(kind) => onChange({ ...NOTHING, kind })}
      />
      {choice.kind === 'items' && (
        <MealTicks
          items={order.orderItems}
          chosen={choice.items}
          noteOf={(item) => (isBack(item) ? 'Paid back' : null)}
          isFixed={isBack}
          onChoose={(items) => change({ items })}
        />
      )}
      {choice.kind === 'kept' && (
        <PillChoice
          legend="Which money"
          value={choice.id === '' ? null : choice.id}
          pills={order.kept.map(({ id, amount, left, reason }) => ({
            value: String(id),
            label: `$${amount}: ${reason}`,
            ...(left === '0.00' && { note: 'Paid back', disabled: true }),
          }))}
          onChange={(id) => change({ id })}
        />
      )}
      {choice.kind === 'fee' && order.deliveries.length > 1 && (
        <SelectField
          label="Fee for which delivery"
          value={choice.id}
          onChange={(event) => change({ id: event.target.value })}
        >
          <option value="">All that is left (${order.refundableFee})</option>
          {order.deliveries.map(({ id, date, timeSlot }) => (
            <option key={id} value={id}>
              {deliveryText(date, timeSlot)}
            </option>
          ))}
        </SelectField>
      )}
      {choice.kind === 'amount' && (
        <TextField
          label="Amount in dollars"
          inputMode="decimal"
          autoComplete="off"
          placeholder="5.00"
          value={choice.amount}
          onChange={(event) => change({ amount: event.target.value })}
        />
      )}
    </>
  );
}

type QuoteProps = {
  data: { amount: string; fee: string; left: string } | undefined;
  error: Error | null;
};

function Quote({ data, error }: QuoteProps) {
  if (error)
    return (
      <Notice tone="warning" announce="polite" title="This can’t be refunded">
        <p>{describeFailure(error)}</p>
      </Notice>
    );
  return (
    <p role="status" className="rounded-2xl bg-sunken px-4 py-3">
      {data ? (
        <>
          <strong className="text-lg tabular-nums">
            {formatDollars(centsOf(data.amount))} goes back to the card
          </strong>
          {data.fee !== '0.00' && data.fee !== data.amount && (
            <span className="block">With {formatDollars(centsOf(data.fee))} for delivery.</span>
          )}
          <span className="block text-sm text-ink-soft">
            {data.left === '0.00'
              ? 'That refunds the whole payment.'
              : `Then ${formatDollars(centsOf(data.left))} of the payment is left.`}
          </span>
        </>
      ) : (
        'Working out the price…'
      )}
    </p>
  );
}
