import { taxLine } from '#areas/business/rules/tax-line.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import type { ReactNode } from 'react';
import {
  type AdminOrderReply,
  downloadOrderReceipt,
  type RefundReply,
} from '#areas/order-book/calls/admin-orders.ts';
import { formatDollars, amountInDollars } from '#platform/rules/money.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Price } from '#platform/web/ui/price.tsx';
import { useOrderActions } from '#areas/orders/web/portal/order-actions-provider.tsx';
import { OrderPanel } from './order-panel.tsx';
import { useOpenDeed } from './order-deeds.tsx';
import { balanceText, centsOf, formatRefundState } from './describe-order.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useChange } from '#platform/web/api/use-change.ts';
import { postPayLink } from '#areas/orders/calls/order-editing.ts';
import { CopyField } from '#platform/web/ui/form/dialog-button.tsx';
import { refreshAround } from '#areas/orders/web/portal/order-cache.ts';

export function OrderPayments({ order }: { order: AdminOrderReply }) {
  const { business } = useConfig();
  const open = useOpenDeed(order);
  const mayRefund = useMayDo('refundOrders');
  const meals = order.orderItems.length;
  return (
    <OrderPanel title="Money" about={paidText(order)}>
      <dl className="grid gap-1">
        <Amount label={meals === 1 ? '1 meal' : `${meals} meals`} amount={order.subtotal} />
        <Amount label="Delivery" amount={order.deliveryFee} />
        <Amount {...taxLine(business, order)} />
        <Amount label="Total" amount={order.total} isStrong />
        {order.refunds.map((refund) => (
          <Refund key={refund.id} refund={refund} />
        ))}
        {order.kept.map(({ id, amount, reason }) => (
          <Amount key={id} label={`Kept: ${reason}`} amount={amount} />
        ))}
        {(order.refunds.length > 0 || order.net !== order.total) && (
          <Amount label="Net" amount={order.net} isStrong />
        )}
        <Amount label="Paid by card" amount={order.paid} />
        {order.balance !== '0.00' && (
          <div className="flex justify-between gap-4 font-semibold text-warning">
            <dt>Open</dt>
            <dd>{balanceText(order)}</dd>
          </div>
        )}
      </dl>
      <Difference order={order} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
        {mayRefund && order.left !== '0.00' && (
          <Button variant="secondary" size="small" onClick={() => open('refund')}>
            Refund money…
          </Button>
        )}
        <a
          href={downloadOrderReceipt.path.replace(':id', String(order.id))}
          download
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          Receipt (PDF)
        </a>
      </div>
    </OrderPanel>
  );
}

function paidText({ paid, left }: AdminOrderReply): string {
  if (paid === '0.00') return 'Not paid';
  return left === '0.00' ? 'Paid by card, all of it went back' : 'Paid by card';
}

type AmountProps = { label: ReactNode; amount: string; isStrong?: boolean };

function Amount({ label, amount, isStrong = false }: AmountProps) {
  return (
    <div
      className={classNames(
        'flex justify-between gap-4',
        isStrong && 'border-t border-line pt-1 font-semibold',
      )}
    >
      <dt className="min-w-0 break-words">{label}</dt>
      <dd>
        <Price amount={amount} />
      </dd>
    </div>
  );
}

/** "Back: Lentil Chilli, Zoe, Tue 1 Dec". */
function Refund({ refund }: { refund: RefundReply }) {
  const formatInstant = useFormatInstant();
  const { amount, state, what, reason, failureReason, staffEmail, createdAt } = refund;
  const hasFailed = state === 'failed';
  return (
    <div className="flex justify-between gap-4">
      <dt className="min-w-0 break-words">
        <span className={hasFailed ? 'font-semibold text-danger' : undefined}>
          {state === 'succeeded' ? 'Back' : formatRefundState(state)}:{' '}
          {what.length > 0 ? what.join('; ') : reason}
        </span>
        <span className="block text-sm text-ink-soft">
          {failureReason !== null && `${failureReason} · `}
          {what.length > 0 && `${reason} · `}
          {formatInstant(createdAt)} · {staffEmail ?? 'at the card provider'}
        </span>
      </dt>
      <dd className={hasFailed ? 'line-through' : undefined}>
        −<Price amount={amount} />
      </dd>
    </div>
  );
}

function Difference({ order }: { order: AdminOrderReply }) {
  const { refundDifference, busyWith } = useOrderActions();
  if (order.warning === null) return null;
  const cents = -centsOf(order.balance);
  return (
    <Notice tone="warning" title={order.warning}>
      <PayLink order={order} />
      {cents > 0 && (
        <>
          <p className="text-sm">Nothing is refunded until you confirm.</p>
          <Button
            size="small"
            className="justify-self-start max-md:min-h-11"
            busy={busyWith?.kind === 'refund'}
            busyLabel="Refunding…"
            onClick={() => refundDifference(order)}
          >
            {order.status === 'cancelled' ? 'Refund' : 'Refund the difference'} (
            {formatDollars(cents)})
          </Button>
        </>
      )}
    </Notice>
  );
}

function PayLink({ order }: { order: AdminOrderReply }) {
  const client = useQueryClient();
  const mayEdit = useMayDo('editOrders');
  const sending = useChange(postPayLink, {
    onDone: () => refreshAround(client, order.id),
    toastsFailure: true,
    refresh: [{ queryKey: ['admin-orders', 'one', order.id] }],
  });
  if (!mayEdit || order.owed === '0.00') return null;
  const sent = sending.result;
  return (
    <div className="grid justify-items-start gap-2">
      {sent ? (
        <>
          <p role="status" className="text-sm break-words">
            A link to pay {amountInDollars(sent.amount)} is on its way to {sent.sentTo}.
          </p>
          <CopyField label="Pay link, to pass on another way" value={sent.link} />
        </>
      ) : (
        <p className="text-sm">The customer pays by card on their order’s page.</p>
      )}
      <Button
        size="small"
        variant={sent ? 'secondary' : 'primary'}
        busy={sending.isBusy}
        busyLabel="Sending…"
        onClick={() =>
          sending.run({ params: { id: String(order.id) }, body: { version: order.version } })
        }
      >
        {sent ? 'Send it again' : `Email a pay link for ${amountInDollars(order.owed)}`}
      </Button>
    </div>
  );
}
