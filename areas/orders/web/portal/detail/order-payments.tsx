import { taxLine } from '#areas/business/rules/tax-line.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { type ReactNode, useState } from 'react';
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
import { centsOf, formatRefundState } from './order-money.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useChange } from '#platform/web/api/use-change.ts';
import { sendPayLink } from '#areas/orders/web/portal/admin-orders-queries.ts';
import { CopyField } from '#platform/web/ui/form/copy-field.tsx';
import { refreshAround } from '#areas/orders/web/portal/list/order-cache.ts';

/** What it costs, what was paid, what was refunded. */
export function OrderPayments({ order }: { order: AdminOrderReply }) {
  const { business } = useConfig();
  return (
    <OrderPanel title="Payment">
      <dl className="grid gap-1">
        <Amount label="Meals" amount={order.subtotal} />
        <Amount label="Delivery" amount={order.deliveryFee} />
        <Amount {...taxLine(business, order)} />
        <Amount label="Total" amount={order.total} isStrong />
        <Amount label="Paid by card" amount={order.paid} />
        <Amount label="Refunded" amount={order.refundedTotal} />
      </dl>
      {order.kept.length > 0 && (
        <ul className="grid gap-2">
          {order.kept.map(({ id, amount, reason }) => (
            <li key={id} className="border-l-2 border-line pl-3 text-sm">
              <p className="font-semibold">
                Kept: <Price amount={amount} />
              </p>
              <p className="break-words text-ink-soft">{reason}</p>
            </li>
          ))}
        </ul>
      )}
      {order.refunds.length > 0 && (
        <ul className="grid gap-2">
          {order.refunds.map((refund) => (
            <Refund key={refund.id} refund={refund} />
          ))}
        </ul>
      )}
      <Difference order={order} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <RefundPartButton order={order} />
        <a href={receiptOf(order)} download className="inline-flex min-h-11 items-center underline">
          Receipt (PDF)
        </a>
      </div>
    </OrderPanel>
  );
}

function receiptOf({ id }: AdminOrderReply): string {
  return downloadOrderReceipt.path.replace(':id', String(id));
}

/** While money is left that was not refunded. */
function RefundPartButton({ order }: { order: AdminOrderReply }) {
  const mayRefund = useMayDo('refundOrders');
  const [isOpen, setIsOpen] = useState(false);
  const isLeft = order.left !== '0.00';
  if (!mayRefund || !(isLeft || isOpen)) return null;
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        className="justify-self-start max-md:min-h-11"
        onClick={() => setIsOpen(true)}
      >
        Refund money…
      </Button>
      {isOpen && <RefundDialog order={order} onClose={() => setIsOpen(false)} />}
    </>
  );
}

type AmountProps = { label: ReactNode; amount: string; isStrong?: boolean };

function Amount({ label, amount, isStrong = false }: AmountProps) {
  return (
    <div
      className={classNames(
        'flex justify-between gap-4',
        isStrong && 'border-y border-line py-1 font-semibold',
      )}
    >
      <dt>{label}</dt>
      <dd>
        <Price amount={amount} />
      </dd>
    </div>
  );
}

function Refund({ refund }: { refund: RefundReply }) {
  const formatInstant = useFormatInstant();
  const { amount, state, what, reason, failureReason, staffEmail, createdAt } = refund;
  return (
    <li className="border-l-2 border-line pl-3 text-sm">
      <p className={state === 'failed' ? 'font-semibold text-danger' : 'font-semibold'}>
        {formatRefundState(state)}: <Price amount={amount} />
      </p>
      {failureReason !== null && <p>{failureReason}</p>}
      {what.map((meal) => (
        <p key={meal} className="break-words">
          {meal}
        </p>
      ))}
      <p className="break-words text-ink-soft">
        {reason} · {formatInstant(createdAt)} · {staffEmail ?? 'at the card provider'}
      </p>
    </li>
  );
}

/** When money and order disagree: says so, and offers to refund the overpayment. */
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

/** Asks the customer by email to pay what they owe, on their own page. */
function PayLink({ order }: { order: AdminOrderReply }) {
  const client = useQueryClient();
  const mayEdit = useMayDo('editOrders');
  const sending = useChange(() => sendPayLink(order), {
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
        onClick={() => sending.run()}
      >
        {sent ? 'Send it again' : `Email a pay link for ${amountInDollars(order.owed)}`}
      </Button>
    </div>
  );
}
