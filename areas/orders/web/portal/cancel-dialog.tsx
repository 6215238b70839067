import { mealsText } from '#areas/order-book/rules/people.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { type ReactNode, useState } from 'react';
import {
  cancel,
  type CancelledDelivery,
  type CancelReply,
  LONGEST_DELIVERY_NOTE,
} from '#areas/orders/calls/move-or-cancel.ts';
import { dryRunQuery } from '#platform/web/api/call-query.ts';
import { call } from '#platform/web/api/client.ts';
import type { z } from 'zod';
import { formatDollars } from '#platform/rules/money.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { ChoiceCards } from '#platform/web/ui/form/choice-cards.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { BulkPreview, toldText } from '#platform/web/portal/bulk-result.tsx';
import { centsOf, deliveryText, isIn } from '#areas/orders/web/portal/detail/describe-order.ts';
import { type BulkOutcome, useBulkAction } from './many-orders.ts';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { orderQuery } from './admin-orders-queries.ts';
import { refreshAround } from '#areas/orders/web/portal/order-cache.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { MealTicks } from '#areas/orders/web/portal/detail/meal-ticks.tsx';

type CancelBody = z.input<typeof cancel.body>;

type CancelDialogProps = {
  /** "Tue 13 Jan, 11am-1pm", "Zoe’s meals", "3 deliveries". */
  name: string;
  /** Null: nothing is chosen yet. */
  what: Pick<CancelBody, 'orderId' | 'deliveryIds' | 'personIds' | 'itemIds'> | null;
  children?: ReactNode;
  /** It is all that is left of its order. */
  endsOrder?: boolean;
  onDone: (outcome: BulkOutcome) => void;
  onClose: () => void;
};

/** Not cooked, not brought; its money goes back, or is kept for a reason. */
export function CancelDialog({
  name,
  what,
  children,
  endsOrder = false,
  onDone,
  onClose,
}: CancelDialogProps) {
  const [refund, setRefund] = useState<'full' | 'none'>('full');
  const [reason, setReason] = useState('');
  const [notify, setNotify] = useState(true);
  // The reason changes nothing of the sums.
  const preview = useQuery({
    ...dryRunQuery(cancel, { body: { ...what, refund, notify, reason: 'Preview' } }),
    enabled: what !== null,
    placeholderData: keepPreviousData,
  });
  const action = useBulkAction({
    send: (body: CancelBody) => call(cancel, { body }),
    what: 'cancelled',
    ...(what?.itemIds && { nameOf: mealsIn }),
    onDone,
    preview,
  });
  const data = what === null ? undefined : preview.data;
  const isPossible = data?.results.some(({ ok }) => ok) ?? false;
  const isReasonGiven = refund === 'full' || reason.trim() !== '';
  return (
    <ActionDialog
      title={`Cancel ${name}`}
      act={cancelLabel(name, data, refund)}
      keep="Back"
      change={action}
      failureTitle="Nothing changed"
      busyLabel="Cancelling…"
      isReady={what !== null && isReasonGiven && (data === undefined || isPossible)}
      preview={preview}
      go={() =>
        data && action.run({ ...what, refund, notify, reason, previewHash: data.previewHash })
      }
      onClose={onClose}
      danger
    >
      {children}
      <ChoiceCards
        legend="The money"
        hideLegend
        columns={1}
        value={refund}
        choices={[
          { value: 'full', label: `Refund ${data ? formatDollars(lessCents(data)) : 'it'}` },
          { value: 'none', label: 'Keep the money' },
        ]}
        onChange={setRefund}
      />
      <TextField
        label={refund === 'none' ? 'Why it is kept' : 'Reason (optional)'}
        hint="For your records"
        value={reason}
        maxLength={LONGEST_DELIVERY_NOTE}
        onChange={(event) => setReason(event.target.value)}
      />
      <CheckChip checked={notify} onToggle={() => setNotify(!notify)}>
        Tell the customer
      </CheckChip>
      {what === null ? (
        <p>Choose at least one meal.</p>
      ) : (
        <BulkPreview
          results={data?.results}
          error={preview.isFetching ? null : preview.error}
          onRetry={() => void preview.refetch()}
          sums={data ? sentencesOf(data, { refund, endsOrder }) : []}
        />
      )}
    </ActionDialog>
  );
}

function lessCents({ amount, kept }: CancelReply): number {
  return centsOf(amount) + centsOf(kept);
}

function cancelLabel(name: string, data: CancelReply | undefined, refund: 'full' | 'none'): string {
  if (refund === 'none') return `Cancel ${name}, keep the money`;
  const refunds = data && data.amount !== '0.00';
  return refunds ? `Cancel ${name}, refund $${data.amount}` : `Cancel ${name}`;
}

function sentencesOf(
  { results, amount, kept, told }: CancelReply,
  { refund, endsOrder }: { refund: 'full' | 'none'; endsOrder: boolean },
): string[] {
  const done = results.filter(({ ok }) => ok);
  const meals = countMeals(done);
  const cooked = done.reduce((sum, row) => sum + row.cooked, 0);
  const isWaiting = refund === 'full' && kept !== '0.00';
  return [
    `${mealsIn(done)}, ${cookedText(cooked, meals)}. ${meals === 1 ? 'It' : 'They'} won’t be cooked or delivered. ${placesText(done)}`,
    refund === 'full' ? `$${amount} goes back.` : `$${kept} is kept.`,
    ...(isWaiting
      ? [`A bank is looking into a payment: $${kept} can go back once that is decided.`]
      : []),
    ...(endsOrder ? ['Nothing else is in the order, so it is cancelled.'] : []),
    toldText(told),
  ];
}

/** For a delivery of which some meals stay, the place does too: the server says so by its state. */
function placesText(rows: readonly CancelledDelivery[]): string {
  const freed = rows.filter(({ status }) => status === undefined || status === 'cancelled');
  const places = freed.flatMap(({ date, timeSlot }) =>
    date && timeSlot ? [deliveryText(date, timeSlot)] : [],
  );
  if (places.length === 0)
    return freed.length === 0 ? 'The place stays.' : 'The place is free again.';
  const [only] = places;
  return places.length === 1
    ? `The place on ${only} is free again.`
    : `The ${places.length} places are free again.`;
}

function countMeals(rows: readonly CancelledDelivery[]): number {
  return rows.reduce((sum, { meals }) => sum + meals, 0);
}

function mealsIn(rows: readonly CancelledDelivery[]): string {
  return mealsText(countMeals(rows));
}

function cookedText(cooked: number, meals: number): string {
  if (cooked === 0) return 'not cooked yet';
  return cooked === meals ? 'cooked already' : `${cooked} of them cooked already`;
}

type Item = AdminOrderReply['orderItems'][number];

/** Meals of what is not on the road yet and has not arrived. */
export function cancellable({ orderItems, deliveries, status }: AdminOrderReply): Item[] {
  if (status !== 'confirmed') return [];
  const open = deliveries.filter(
    (delivery) => !['out', 'delivered', 'cancelled'].includes(delivery.status),
  );
  return orderItems.filter((item) => open.some((delivery) => isIn(item, delivery)));
}

export function CancelMeals(props: {
  order: AdminOrderReply;
  deliveryId: number;
  onClose: () => void;
}) {
  const { order, deliveryId, onClose } = props;
  const client = useQueryClient();
  const all = cancellable(order);
  const delivery = order.deliveries.find(({ id }) => id === deliveryId);
  const people = [...new Set(all.map(({ personName }) => personName))];
  /** Empty: the delivery. */
  const [person, setPerson] = useState('');
  const itemsOf = (name: string) =>
    all.filter((item) =>
      name === '' ? delivery !== undefined && isIn(item, delivery) : item.personName === name,
    );
  const items = itemsOf(person);
  const [chosen, setChosen] = useState<readonly number[]>(() => items.map(({ id }) => id));
  const day = delivery ? formatDayAndMonth(delivery.date) : '';
  const isWhole = chosen.length === items.length;
  return (
    <CancelDialog
      name={isWhole ? (person === '' ? day : `${person}’s meals`) : mealsText(chosen.length)}
      what={chosen.length === 0 ? null : { itemIds: [...chosen] }}
      endsOrder={order.orderItems.every(({ id }) => chosen.includes(id))}
      onDone={() => {
        onClose();
        void client.invalidateQueries({ queryKey: orderQuery(order.id).queryKey });
        refreshAround(client, order.id);
      }}
      onClose={onClose}
    >
      {people.length > 1 && (
        <PillChoice
          legend="What is cancelled"
          value={person}
          pills={[
            { value: '', label: day },
            ...people.map((name) => ({ value: name, label: `${name}’s meals`, note: 'every day' })),
          ]}
          onChange={(name) => {
            setPerson(name);
            setChosen(itemsOf(name).map(({ id }) => id));
          }}
        />
      )}
      <MealTicks
        items={items}
        chosen={chosen}
        noteOf={({ id }) => (order.refundedItems.includes(id) ? 'Paid back' : null)}
        onChoose={setChosen}
      />
    </CancelDialog>
  );
}
