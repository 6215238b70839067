import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { EditPreviewReply } from '#areas/orders/calls/order-editing.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { NewHolds } from '#areas/order-book/web/hold-lines.tsx';
import { readOrderConflict } from '#areas/orders/web/portal/admin-orders-queries.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Price } from '#platform/web/ui/price.tsx';
import { ConflictText } from '#areas/orders/web/portal/conflict-text.tsx';
import { OrderPanel } from '#areas/orders/web/portal/detail/order-panel.tsx';
import type { EditPreviewState } from './use-edit-preview.ts';
import { deliveryChangeText, moneyText } from './what-save-does.ts';

type EditPreviewProps = { order: AdminOrderReply; preview: EditPreviewState };

/** Price, deliveries and email that saving would lead to, before it is saved. */
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
