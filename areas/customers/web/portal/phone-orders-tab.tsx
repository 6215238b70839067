import { useQuery } from '@tanstack/react-query';
import { ListPage } from '#platform/web/portal/list-page.tsx';
import type { PhoneOrderReply } from '#areas/checkout/calls/phone-orders.ts';
import {
  phoneOrdersQuery,
  sendLinkAgain,
  sendPhoneCancel,
  sendPhoneSeen,
} from '#areas/checkout/web/portal/phone-orders-queries.ts';
import { useLiveQueries } from '#areas/order-book/web/use-live-queries.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { buttonClass, Button } from '#platform/web/ui/form/button.tsx';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { amountInDollars } from '#platform/rules/money.ts';
import { customerName } from '#areas/order-book/rules/order.ts';
import {
  PHONE_ORDER_STATE_LABELS,
  type PhoneOrderState,
  payUntilText,
  isPayable,
} from '#areas/order-book/rules/phone-order.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Badge, type BadgeVariant } from '#platform/web/ui/feedback/badge.tsx';
import { useState } from 'react';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { TODAY_KEY } from '#areas/order-book/web/ordering-queries.ts';
import { CopyField } from '#platform/web/ui/form/dialog-button.tsx';

const LIVE = [phoneOrdersQuery.queryKey];

export function PhoneOrdersTab() {
  useLiveQueries(LIVE);
  return (
    <ListPage
      title="Phone orders"
      what="the phone orders"
      actions={
        <Link to={paths.phoneOrder()} className={buttonClass('primary', 'small')}>
          New phone order
        </Link>
      }
      list={useQuery(phoneOrdersQuery)}
      rowsOf={(orders) => orders}
      empty={
        <EmptyState title="No phone orders in the last 7 days">
          <p>
            Take an order for a caller with the wizard that customers use. They get a link to pay,
            and their places are held until then.
          </p>
        </EmptyState>
      }
    >
      {(orders) => (
        <>
          <List title="Not paid, to look at" orders={orders.filter(isToSee)} />
          <List title="Waiting for payment" orders={orders.filter(isOpen)} />
          <List
            title="Ended in the last 7 days"
            orders={orders.filter((order) => !isOpen(order) && !isToSee(order))}
          />
        </>
      )}
    </ListPage>
  );
}

const isOpen = ({ state }: PhoneOrderReply) => ['waiting', 'reminded', 'ending'].includes(state);
const isToSee = ({ state, seenAt }: PhoneOrderReply) => state === 'not_paid' && seenAt === null;

function List({ title, orders }: { title: string; orders: readonly PhoneOrderReply[] }) {
  if (orders.length === 0) return null;
  return (
    <section className="grid gap-3" aria-label={title}>
      <h3 className="text-lg">
        {title} <span className="text-ink-soft tabular-nums">({orders.length})</span>
      </h3>
      <ul className="grid gap-3">
        {orders.map((order) => (
          <PhoneOrderCard key={order.id} order={order} />
        ))}
      </ul>
    </section>
  );
}

const BADGES: Record<PhoneOrderState, BadgeVariant> = {
  waiting: 'secondary',
  reminded: 'secondary',
  ending: 'secondary',
  paid: 'default',
  not_paid: 'destructive',
  cancelled: 'outline',
};

function PhoneOrderCard({ order }: { order: PhoneOrderReply }) {
  const formatInstant = useFormatInstant();
  const { customer, total, meals, deliveries, takenBy, takenAt, state } = order;
  const days = deliveries.map(
    ({ date, window }) => `${formatDayAndMonth(date)}, ${windowLabel(window)}`,
  );
  return (
    <li className="grid gap-3 rounded-2xl border border-line bg-surface p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h4 className="text-base font-semibold">
          {customerName(customer)}{' '}
          <span className="font-normal text-ink-soft tabular-nums">{amountInDollars(total)}</span>
        </h4>
        <Badge variant={BADGES[state]}>{PHONE_ORDER_STATE_LABELS[state]}</Badge>
      </div>
      <div className="grid gap-0.5 text-sm">
        <p className="wrap-anywhere">
          <a href={paths.phone(customer.phone)} className="underline underline-offset-4">
            {formatPhone(customer.phone)}
          </a>{' '}
          · {customer.email}
        </p>
        <p>
          {meals === 1 ? '1 meal' : `${meals} meals`}: {days.join('; ')}
        </p>
        <p className="text-ink-soft">
          Taken by {takenBy}, {formatInstant(takenAt)}
        </p>
        <WhatBecameOfIt order={order} />
      </div>
      <PhoneOrderActions order={order} />
    </li>
  );
}

function WhatBecameOfIt({ order }: { order: PhoneOrderReply }) {
  const { timeZone } = useConfig().business;
  const { state, heldUntil, sends, cancelledBy, order: placed } = order;
  const until = payUntilText(Date.parse(heldUntil), timeZone);
  switch (state) {
    case 'waiting':
    case 'reminded':
      return (
        <p>
          Held until <strong>{until}</strong>
          {sends > 1 && `, link sent ${sends} times`}
        </p>
      );
    case 'ending':
      return <p>Its payment is being cancelled. Its places are free after that.</p>;
    case 'paid':
      return placed ? (
        <p>
          Order{' '}
          <Link
            to={paths.admin({ tab: 'orders', order: placed.id })}
            className="font-semibold underline underline-offset-4"
          >
            {placed.orderNumber}
          </Link>
        </p>
      ) : null;
    case 'not_paid':
      return <p>Not paid by {until}. Its places were given back, and the customer was told.</p>;
    case 'cancelled':
      return <p>Cancelled by {cancelledBy}</p>;
  }
}

const REFRESHED = [{ queryKey: phoneOrdersQuery.queryKey }, { queryKey: TODAY_KEY }];
const TOLD = { refresh: REFRESHED, toastsFailure: true };

/** What can be done with a phone order as it is. Taking it up again opens a new one; nothing is changed in place. */
function PhoneOrderActions({ order }: { order: PhoneOrderReply }) {
  const { id, state, link, seenAt, customer } = order;
  const [isCancelling, setIsCancelling] = useState(false);
  const again = useChange(() => sendLinkAgain(order), { ...TOLD, says: 'Pay Link Sent Again' });
  const seen = useChange(() => sendPhoneSeen(id), { ...TOLD, says: 'Ticked Off' });
  if (state === 'paid' || state === 'ending') return null;
  if (isPayable(state)) {
    return (
      <>
        {link !== null && (
          <div className="max-w-xl">
            <CopyField label="Pay link" value={link} />
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="small"
            busy={again.isBusy}
            busyLabel="Sending…"
            aria-label={`Send again to ${customerName(customer)}`}
            onClick={() => again.run()}
          >
            Send again
          </Button>
          <Button
            variant="quiet"
            size="small"
            aria-label={`Cancel the order of ${customerName(customer)}`}
            onClick={() => setIsCancelling(true)}
          >
            Cancel…
          </Button>
        </div>
        <CancelDialog order={order} open={isCancelling} onClose={() => setIsCancelling(false)} />
      </>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Link to={paths.phoneOrder({ from: id })} className={buttonClass('secondary', 'small')}>
        Take it up again
      </Link>
      {state === 'not_paid' && seenAt === null && (
        <Button
          variant="quiet"
          size="small"
          busy={seen.isBusy}
          aria-label={`Seen: ${customerName(customer)} did not pay`}
          onClick={() => seen.run()}
        >
          Seen
        </Button>
      )}
    </div>
  );
}

type CancelDialogProps = { order: PhoneOrderReply; open: boolean; onClose: () => void };

function CancelDialog({ order, open, onClose }: CancelDialogProps) {
  const [notify, setNotify] = useState(true);
  const cancelling = useChange(() => sendPhoneCancel(order.id, notify), {
    ...TOLD,
    says: 'Phone Order Cancelled',
    onDone: onClose,
    onFailure: onClose,
  });
  return (
    <ActionDialog
      open={open}
      title={`Cancel the order of ${customerName(order.customer)}?`}
      act="Cancel order"
      keep="Keep order"
      danger
      change={{ isBusy: cancelling.isBusy }}
      busyLabel="Cancelling…"
      go={() => cancelling.run()}
      onClose={onClose}
    >
      <div className="grid gap-3">
        <p>The link stops working, and the places are free for others. Nothing was charged.</p>
        <label className="inline-flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={notify}
            onChange={(event) => setNotify(event.target.checked)}
            className="size-5 shrink-0"
          />
          Tell the customer
        </label>
      </div>
    </ActionDialog>
  );
}
