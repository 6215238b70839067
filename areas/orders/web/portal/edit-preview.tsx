import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import {
  type EditPreviewReply,
  type EditOrderRequest,
  previewEdit,
} from '#areas/orders/calls/order-editing.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { NewHolds } from '#areas/order-book/web/hold-lines.tsx';
import { readOrderConflict } from '#areas/orders/web/portal/admin-orders-queries.ts';
import { freshQuery } from '#platform/web/api/call-query.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Price } from '#platform/web/ui/price.tsx';
import { ConflictText } from '#areas/orders/web/portal/conflict-text.tsx';
import { OrderPanel } from '#areas/orders/web/portal/detail/order-panel.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useConfig } from '#areas/business/web/page-data.ts';
import { requestOfEdit } from '#areas/orders/web/portal/order-edit.ts';
import type { OrderEditing } from '#areas/orders/web/portal/use-order-edit.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { deliveryText, centsOf } from '#areas/orders/web/portal/detail/describe-order.ts';

type EditPreviewProps = { order: AdminOrderReply; preview: EditPreviewState };

export function EditPreview({ order, preview }: EditPreviewProps) {
  const { shown, error, isWaiting, isComplete } = preview;
  const conflict = readOrderConflict(error);
  return (
    <OrderPanel title="What saving will do">
      {!isComplete && <p className="text-ink-soft">Fill in what is missing first.</p>}
      {isComplete && error && (
        <Notice tone="warning" announce="polite" title="Saving would be refused">
          {conflict ? <ConflictText conflict={conflict} /> : <p>{describeFailure(error)}</p>}
        </Notice>
      )}
      {isComplete && !error && !shown && <p role="status">Working it out…</p>}
      {isComplete && shown && (
        <div aria-busy={isWaiting} className="grid gap-3">
          <Amounts order={order} shown={shown} />
          <p role="status" className="font-semibold">
            {isWaiting ? 'Working out the new price…' : moneyText(shown)}
          </p>
          <NewHolds onHold={shown.onHold} />
          <Deliveries shown={shown} />
          {shown.mail && <EmailText mail={shown.mail} />}
        </div>
      )}
    </OrderPanel>
  );
}

type ShownProps = { shown: EditPreviewReply };

function Amounts({ order, shown }: ShownProps & { order: AdminOrderReply }) {
  const rows = [
    ['Meals', order.subtotal, shown.subtotal],
    [
      shown.deliveryType === 'daily' ? 'Daily delivery' : 'Weekly delivery',
      order.deliveryFee,
      shown.deliveryFee,
    ],
    ['Tax', order.tax, shown.tax],
    ['Total', order.total, shown.total],
  ] as const;
  return (
    <dl className="grid gap-1">
      {rows.map(([label, before, after]) => (
        <div
          key={label}
          className={classNames(
            'flex justify-between gap-4',
            label === 'Total' && 'border-t border-line pt-1 font-semibold',
          )}
        >
          <dt>{label}</dt>
          <dd className="text-right">
            {before !== after && (
              <s className="mr-2 font-normal text-ink-soft">
                <Price amount={before} />
              </s>
            )}
            <Price amount={after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Deliveries({ shown: { deliveries, deliveryType } }: ShownProps) {
  const lines = deliveries.flatMap((delivery) => {
    const text = deliveryChangeText(delivery);
    return text === null ? [] : [{ text, isFull: delivery.isFull }];
  });
  if (lines.length === 0) {
    return <p className="text-sm text-ink-soft">The days of its {deliveryType} delivery stay.</p>;
  }
  return (
    <ul className="grid gap-1 text-sm">
      {lines.map(({ text, isFull }) => (
        <li key={text} className={isFull ? 'font-semibold text-danger' : undefined}>
          {text}
        </li>
      ))}
    </ul>
  );
}

function EmailText({ mail }: { mail: NonNullable<EditPreviewReply['mail']> }) {
  return (
    <details className="text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4">
        Read the email it sends
      </summary>
      <p className="break-words">
        To {mail.recipient}: {mail.subject}
      </p>
      <pre className="mt-2 max-h-80 overflow-y-auto rounded-xl bg-sunken p-3 font-sans text-sm break-words whitespace-pre-wrap">
        {mail.text}
      </pre>
    </details>
  );
}

const SETTLE_MS = 400;

type EditPreviewState = {
  /** For the edit as it was a moment ago; null: none yet, or it would be refused. */
  shown: EditPreviewReply | null;
  error: Error | null;
  /** Something changed since. */
  isWaiting: boolean;
  /** False: nothing to ask about yet, as something is missing. */
  isComplete: boolean;
};

/** Asks the server what saving would do, a moment after the last change. */
export function useEditPreview({ edit, base, isUnsaved }: OrderEditing): EditPreviewState {
  const { defaultWindow } = useConfig().business;
  const request = isUnsaved ? requestOfEdit(edit, base.version, defaultWindow) : null;
  const text = JSON.stringify(request);
  const [settled, setSettled] = useState<EditOrderRequest | null>(null);
  const settle = useEffectEvent(() => setSettled(request));
  useEffect(() => {
    const timer = setTimeout(() => settle(), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error, isFetching } = useQuery({
    ...freshQuery(['edit-preview', base.id, settled], previewEdit, {
      params: { id: String(base.id) },
      body: settled ?? { customer: edit.customer, orderItems: [] },
    }),
    retry: false,
    enabled: settled !== null && isUnsaved,
    placeholderData: (before) => before,
  });
  const isAsked = settled !== null && isUnsaved;
  return {
    shown: isAsked && !error ? (data ?? null) : null,
    error: isAsked ? error : null,
    isWaiting: request !== null && (isFetching || JSON.stringify(settled) !== text),
    isComplete: request !== null,
  };
}

// What saving an edit will do, in words.

/** "$5.99 will be owed." */
function moneyText({ owed, balance }: Pick<EditPreviewReply, 'owed' | 'balance'>): string {
  if (centsOf(owed) > 0) return `${formatDollars(centsOf(owed))} will be owed.`;
  const cents = centsOf(balance);
  if (cents < 0) return `\u2212${formatDollars(-cents)}: refund it after saving.`;
  return 'Nothing to pay or to refund.';
}

export function whatSaveDoes({ shown, error, isWaiting, isComplete }: EditPreviewState): string {
  if (!isComplete) return 'Fill in what is missing to see the new price.';
  if (error) return 'Saving would be refused.';
  if (!shown || isWaiting) return 'Working out the new price…';
  return `New total ${formatDollars(centsOf(shown.total))}. ${moneyText(shown)}`;
}

/** "Moved: Tue 13 Jan, 11am-1pm → Wed 14 Jan, 11am-1pm. 5 places left after it." Null: it stays. */
function deliveryChangeText(delivery: EditPreviewReply['deliveries'][number]): string | null {
  const { change, date, window, from } = delivery;
  const name = deliveryText(date, window);
  switch (change) {
    case 'kept':
      return null;
    case 'removed':
      return `Removed: ${name}.`;
    case 'moved': {
      const old = from ? `${deliveryText(from.date, from.window)} → ` : '';
      return `Moved: ${old}${name}. ${placesText(delivery)}`;
    }
    case 'added':
      return `Added: ${name}. ${placesText(delivery)}`;
  }
}

function placesText({
  isFull,
  placesLeft,
}: Pick<EditPreviewReply['deliveries'][number], 'isFull' | 'placesLeft'>): string {
  if (isFull) return 'No place left there: saving would be refused.';
  if (placesLeft === 0) return 'It takes the last place.';
  return placesLeft === 1 ? '1 place left after it.' : `${placesLeft} places left after it.`;
}
