import { type ReactNode, Suspense } from 'react';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { NewsReader } from '#areas/business/rules/recipient.ts';
import type { TextRefusalReason } from '#areas/order-book/rules/text-refusal.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { useOrderPanels } from '#areas/orders/web/order-panels.ts';
import { isErased, nameOfCustomer } from './describe-order.ts';
import { OrderPanel } from './order-panel.tsx';
import { findServedSuburb } from '#areas/business/rules/served-suburbs.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { EmailAddress } from '#platform/web/ui/layout/email-address.tsx';

export function OrderCustomer({ order }: { order: AdminOrderReply }) {
  const { customer, postcode, textRefusal } = order;
  const { CustomerData } = useOrderPanels();
  if (isErased(order)) {
    return (
      <OrderPanel title="Customer">
        <p>This customer was erased. Amounts, meals and dates stay.</p>
      </OrderPanel>
    );
  }
  return (
    <OrderPanel title="Customer">
      <dl className="grid gap-2">
        <Fact label="Name">{nameOfCustomer(order)}</Fact>
        <Fact label="Phone">
          <a href={paths.phone(customer.phone)} className="underline underline-offset-4">
            {customer.phone}
          </a>
          {textRefusal && <NoTexts refusal={textRefusal} />}
        </Fact>
        <Fact label="Email">
          <a href={paths.email(customer.email)} className="underline underline-offset-4">
            <EmailAddress address={customer.email} />
          </a>
        </Fact>
        <Fact label="Address">
          {customer.address} {postcode}
          <SuburbNow suburb={order.suburb} />
        </Fact>
        <Fact label="Delivered">{customer.deliveryPreference}</Fact>
        {customer.specialInstructions !== '' && (
          <Fact label="Instructions">
            <span className="break-words whitespace-pre-line">{customer.specialInstructions}</span>
          </Fact>
        )}
      </dl>
      {order.recipient && <OrderRecipient recipient={order.recipient} />}
      <Suspense>
        <CustomerData name={nameOfCustomer(order)} email={order.customer.email} />
      </Suspense>
    </OrderPanel>
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
    <div className="mt-4 grid gap-2">
      <h4 className="text-base">{isGift ? 'A present for' : 'For someone else'}</h4>
      <dl className="grid gap-2">
        <Fact label="Name">
          {firstName} {lastName}
        </Fact>
        <Fact label="Phone">
          <a href={paths.phone(phone)} className="underline underline-offset-4">
            {phone}
          </a>
        </Fact>
        {message !== '' && (
          <Fact label="Card">
            <span className="break-words whitespace-pre-line">{message}</span>
          </Fact>
        )}
        <Fact label="Messages">
          {READERS[news]}
          {!namesPayer && '. They are not told who ordered.'}
        </Fact>
      </dl>
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
    <p className="text-sm font-semibold text-danger">
      {REFUSALS[refusal.reason]} {formatInstant(refusal.at)}
    </p>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_1fr] gap-3">
      <dt className="text-sm leading-[1.7rem] text-ink-soft">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** What has become of a suburb since it was sold there. */
function SuburbNow({ suburb }: { suburb: string }) {
  const served = findServedSuburb(suburb, useConfig().business.suburbs);
  if (served?.name === suburb) return null;
  const words = served ? `Now ${served.name}` : `${suburb} is no longer served`;
  return <span className="block text-sm text-warning">{words}</span>;
}
