import type { ReactNode } from 'react';
import { TEST_BADGE } from '#areas/order-book/rules/kitchen-bag.ts';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import {
  flagText,
  DELIVERY_STATUS_LABELS,
  type ReportedStatus,
} from '#areas/order-book/rules/delivery.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { OrderLink } from '#areas/order-book/web/order-link.tsx';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { type DeliveryActionKind, RowActions, StopLabelsButton } from './delivery-actions.tsx';
import {
  ACTION_LABELS,
  BADGES,
  lastWord,
  nextStatusOf,
  peopleWithNeeds,
  portionsOf,
} from './describe-deliveries.ts';
import { getDeliveryPhoto } from '#areas/delivery/calls/drive.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';

type DeliveryEntryProps = {
  delivery: DeliveryReply;
  /** To drag it by; null: it stays. */
  handle: ReactNode;
  isTicked: boolean;
  /** Why the last change left it as it was. */
  refusal: string | undefined;
  isBusy: boolean;
  mayReport: boolean;
  mayTick: boolean;
  /** Null: it has not ended, or too long ago. */
  onCorrect: (() => void) | null;
  onTick: (isRange: boolean) => void;
  onReport: (status: ReportedStatus) => void;
  onAct: (kind: DeliveryActionKind) => void;
};

export function DeliveryEntry(props: DeliveryEntryProps) {
  const {
    delivery,
    handle,
    isTicked,
    refusal,
    isBusy,
    mayReport,
    mayTick,
    onCorrect,
    onTick,
    onReport,
    onAct,
  } = props;
  const { customer, payer, status, flag, flagSeenBy, stop, bags } = delivery;
  const mayPrint = useMayDo('printLabels');
  const next = nextStatusOf(delivery);
  const needs = peopleWithNeeds(delivery);
  const word = lastWord(delivery);
  const name = `${customer.firstName} ${customer.lastName}`;
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
      {handle}
      <label className="flex min-h-11 min-w-16 items-center gap-3">
        {mayTick && (
          <input
            type="checkbox"
            checked={isTicked}
            onChange={({ nativeEvent }) =>
              onTick(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
            aria-label={`Stop ${stop ?? 'without a number'}, ${name}`}
            className="size-5 accent-primary"
          />
        )}
        <span className="text-lg font-bold tabular-nums">{stop}</span>
      </label>
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold break-words">
          {name}, {customer.suburb}
        </p>
        <p className="text-sm break-words text-ink-soft">
          {customer.address} · {formatPhone(customer.phone)} ·{' '}
          <OrderLink id={delivery.orderId} orderNumber={delivery.orderNumber} />
        </p>
        {payer && (
          <p className="text-sm break-words text-ink-soft">
            {delivery.isGift ? 'A present from' : 'Ordered by'} {payer.firstName} {payer.lastName},{' '}
            {formatPhone(payer.phone)}
          </p>
        )}
        {delivery.nearStop && <p className="text-sm">Added late, near stop {delivery.nearStop}</p>}
        <AtTheStop delivery={delivery} />
        {flag && (
          <p className={flagSeenBy === null ? 'text-sm font-bold text-danger' : 'text-sm'}>
            {flagText({ flag, status: delivery.status })}
            {flagSeenBy !== null && `, seen by ${flagSeenBy}`}
          </p>
        )}
        {refusal && <p className="text-sm font-bold text-danger">{refusal}</p>}
      </div>
      <p className="text-sm whitespace-nowrap">
        {portionsOf(delivery)} {portionsOf(delivery) === 1 ? 'meal' : 'meals'}, {bags}{' '}
        {bags === 1 ? 'bag' : 'bags'}, {customer.deliveryPreference}
      </p>
      {delivery.isTest && <Badge variant="secondary">{TEST_BADGE}</Badge>}
      {needs.length > 0 && <Badge variant="destructive">Needs: {needs.join(', ')}</Badge>}
      <span className="flex items-center gap-2 text-sm">
        <Badge variant={BADGES[status]}>{DELIVERY_STATUS_LABELS[status]}</Badge>
        {delivery.madeOn !== null && `kept cold from ${formatDayAndMonth(delivery.madeOn)}`}
        {delivery.isSettled && 'settled'}
        {word !== '' && <span className="break-words">{word}</span>}
      </span>
      <span className="ml-auto flex flex-wrap items-center justify-end">
        {mayReport && next && (
          <Button
            variant="secondary"
            size="small"
            disabled={isBusy}
            onClick={() => onReport(next)}
            aria-label={`${ACTION_LABELS[next]}: stop ${stop ?? ''}, ${name}`}
          >
            {ACTION_LABELS[next]}
          </Button>
        )}
        {onCorrect && (
          <Button
            variant="quiet"
            size="small"
            disabled={isBusy}
            onClick={onCorrect}
            aria-label={`Correct… stop ${stop ?? ''}, ${name}`}
          >
            Correct…
          </Button>
        )}
        {mayPrint && status !== 'cancelled' && (
          <StopLabelsButton id={delivery.id} name={`stop ${stop ?? ''}, ${name}`} />
        )}
        <RowActions delivery={delivery} name={`stop ${stop ?? ''}, ${name}`} onAct={onAct} />
      </span>
    </div>
  );
}

function AtTheStop({ delivery: { driver, events, notices, stop } }: { delivery: DeliveryReply }) {
  const formatInstant = useFormatInstant();
  const said = events.filter(({ note, photoKey }) => note !== '' || photoKey !== null);
  return (
    <>
      {driver && <p className="text-sm">Driver: {driver.name}</p>}
      {notices.map(({ id, text, shownAt, shownTo, isRead }) => (
        <p key={id} className="text-sm break-words">
          <span className="font-semibold">{text}.</span>{' '}
          {shownAt === null
            ? 'The driver has not seen it yet.'
            : `${shownTo} saw it ${formatInstant(shownAt)}${isRead ? '' : ', not marked as read'}.`}
        </p>
      ))}
      {said.map(({ at, by, note, photoKey }) => (
        <p key={at} className="text-sm break-words">
          {note !== '' && `${by ?? 'Someone'}: “${note}” `}
          {photoKey !== null && (
            <a
              href={getDeliveryPhoto.path.replace(':key', photoKey)}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center gap-2 font-semibold underline"
            >
              <img
                src={getDeliveryPhoto.path.replace(':key', photoKey)}
                alt=""
                loading="lazy"
                className="size-11 rounded-lg object-cover"
              />
              Photo of stop {stop}
            </a>
          )}
        </p>
      ))}
    </>
  );
}
