import { type ReactNode, Suspense } from 'react';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import type { NewsReader } from '#areas/business/rules/recipient.ts';
import type { TextRefusalReason } from '#areas/order-book/rules/check-customer.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { useOrderPanels } from '#areas/orders/web/order-panels.ts';
import { isErased, nameOfCustomer } from './describe-order.ts';
import { OrderPanel } from './order-panel.tsx';
import { findServedSuburb } from '#areas/business/rules/served-suburbs.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { EmailAddress } from '#platform/web/ui/layout/change-list.tsx';

const LINK =
  'underline underline-offset-4 max-wide:inline-flex max-wide:min-h-11 max-wide:items-center';

/** Who they are and how to reach them. What else may be done about them is on their own page. */
export function OrderCustomer({ order }: { order: AdminOrderReply }) {
  const { customer, postcode, textRefusal, recipient } = order;
  const { KnownCustomer } = useOrderPanels();
  const maySee = useMayDo('seeCustomers');
  if (isErased(order))
    return (
      <OrderPanel title="Customer">
        <p>This customer was erased. Amounts, meals and dates stay.</p>
      </OrderPanel>
    );
  return (
    <OrderPanel title="Customer">
      <div className="grid gap-1">
        <p className="font-semibold break-words">
          {maySee ? (
            <Link to={paths.admin({ tab: 'customers', customer: order.id })} className={LINK}>
              {nameOfCustomer(order)}
            </Link>
          ) : (
            nameOfCustomer(order)
          )}
        </p>
        <PhoneLink phone={customer.phone} />
        {textRefusal && <NoTexts refusal={textRefusal} />}
        <p>
          <a href={paths.email(customer.email)} className={LINK}>
            <EmailAddress address={customer.email} />
          </a>
        </p>
        <p className="break-words">
          {customer.address} {postcode}
          <SuburbNow suburb={order.suburb} />
        </p>
        <p className="text-sm text-ink-soft">Delivered {customer.deliveryPreference}</p>
        {customer.specialInstructions !== '' && (
          <p className="break-words whitespace-pre-line">“{customer.specialInstructions}”</p>
        )}
        {maySee && (
          <Suspense>
            <KnownCustomer orderId={order.id} />
          </Suspense>
        )}
      </div>
      {recipient && <OrderRecipient recipient={recipient} />}
    </OrderPanel>
  );
}

/** A number as everyone writes it, to be called. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <p>
      <a href={paths.phone(formatPhone(phone))} className={`${LINK} tabular-nums`}>
        {formatPhone(phone)}
      </a>
    </p>
  );
}

const READERS: Record<NewsReader, string> = {
  payer: 'to the customer',
  recipient: 'to who gets the food',
  both: 'to both',
};

/** Whom it is handed to, at the address above. */
function OrderRecipient({ recipient }: { recipient: NonNullable<AdminOrderReply['recipient']> }) {
  const { firstName, lastName, phone, isGift, message, news, namesPayer } = recipient;
  return (
    <div className="grid gap-1 border-t border-line pt-2">
      <h3 className="font-sans text-base font-semibold">
        {isGift ? 'A present for' : 'For someone else'}
      </h3>
      <p className="break-words">
        {firstName} {lastName}
      </p>
      <PhoneLink phone={phone} />
      {message !== '' && <Fact label="Card">{message}</Fact>}
      <Fact label="Messages">
        {READERS[news]}
        {!namesPayer && '. They are not told who ordered.'}
      </Fact>
    </div>
  );
}

const REFUSALS: Record<TextRefusalReason, string> = {
  stopped: 'No text messages: replied STOP on',
  no_mobile: 'No text messages: none can reach this number, seen on',
};

function NoTexts({ refusal }: { refusal: NonNullable<AdminOrderReply['textRefusal']> }) {
  const formatInstant = useFormatInstant();
  return (
    <p className="text-sm font-semibold text-warning">
      {REFUSALS[refusal.reason]} {formatInstant(refusal.at)}
    </p>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p className="break-words whitespace-pre-line">
      <span className="text-sm text-ink-soft">{label}: </span>
      {children}
    </p>
  );
}

/** What has become of a suburb since it was sold there. */
function SuburbNow({ suburb }: { suburb: string }) {
  const served = findServedSuburb(suburb, useConfig().business.suburbs);
  if (served?.name === suburb) return null;
  const words = served ? `Now ${served.name}` : `${suburb} is no longer served`;
  return <span className="block text-sm text-warning">{words}</span>;
}
