import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import {
  agreedText,
  allergyBand,
  dietsAndNote,
  TEST_BADGE,
} from '#areas/order-book/rules/kitchen-bag.ts';
import { HoldLines } from '#areas/order-book/web/hold-lines.tsx';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { hasFoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { AllergyBand } from '#areas/needs/web/allergy-band.tsx';
import { orderQuery } from '#areas/orders/web/portal/admin-orders-queries.ts';
import { findKnownOrder, neighboursOf } from '#areas/orders/web/portal/order-cache.ts';
import { changeOrdersAddress, readOrdersAddress } from '#areas/orders/web/portal/orders-address.ts';
import {
  useOrderActions,
  inKitchenCount,
  pendingText,
} from '#areas/orders/web/portal/order-actions-provider.tsx';
import {
  CancelOrderButton,
  EditOrderLink,
  LabelButton,
  OrderStatusSelect,
} from '#areas/orders/web/portal/order-controls.tsx';
import { OrderTimeline, PinnedNotes } from '#areas/orders/web/portal/order-timeline.tsx';
import { useOrderPanels } from '#areas/orders/web/order-panels.ts';
import { DetailPage } from '#platform/web/portal/detail-page.tsx';
import { useMayDo } from '#platform/web/api/session.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { formatPendingReason, isErased, nameOfCustomer } from './describe-order.ts';
import { OrderDeeds, useOpenDeed } from '#areas/orders/web/portal/detail/order-deeds.tsx';
import { OrderDeliveries } from '#areas/orders/web/portal/detail/order-deliveries.tsx';
import { OrderPayments } from '#areas/orders/web/portal/detail/order-payments.tsx';
import { formatPhone } from '#areas/business/rules/australia.ts';
import type { NewsReader } from '#areas/business/rules/news-readers.ts';
import type { TextRefusalReason } from '#areas/order-book/rules/check-customer.ts';
import { OrderPanel } from '#areas/orders/web/portal/detail/order-panel.tsx';
import { findServedSuburb } from '#areas/business/rules/served-suburbs.ts';
import { EmailAddress } from '#platform/web/ui/layout/change-list.tsx';

export function OrderDetail({ id }: { id: number }) {
  const client = useQueryClient();
  const query = useQuery({
    ...orderQuery(id),
    placeholderData: () => findKnownOrder(client, id),
  });
  return (
    <div className="py-2">
      <Loaded query={query} what="the order" kind="detail">
        {(order) => <Order order={order} />}
      </Loaded>
    </div>
  );
}

function Order({ order }: { order: AdminOrderReply }) {
  const client = useQueryClient();
  const [params] = useSearchParams();
  const { filter } = readOrdersAddress(params);
  const to = (id: number | null) =>
    id === null ? null : { search: changeOrdersAddress(params, { order: { id } }).toString() };
  const place = neighboursOf(client, filter, order.id);
  return (
    <>
      <DetailPage
        title={isErased(order) ? `Order ${order.orderNumber}` : nameOfCustomer(order)}
        about={<About order={order} />}
        back={{
          to: { search: changeOrdersAddress(params, { order: null }).toString() },
          label: 'Customer Orders',
        }}
        walk={
          place && {
            text: `${place.at} of ${place.count}`,
            before: to(place.before),
            next: to(place.next),
          }
        }
        actions={[
          <OrderStatusSelect key="status" order={order} />,
          <EditOrderLink key="edit" order={order} />,
          <LabelButton key="label" order={order} />,
          <MessageButton key="message" order={order} />,
          <CancelOrderButton key="cancel" order={order} />,
        ]}
        notices={<Notices order={order} />}
        aside={
          <>
            <OrderCustomer order={order} />
            <OrderPayments order={order} />
            <OrderTimeline id={order.id} />
          </>
        }
      >
        <OrderDeliveries order={order} />
      </DetailPage>
      <OrderDeeds order={order} />
    </>
  );
}

function About({ order }: { order: AdminOrderReply }) {
  const formatInstant = useFormatInstant();
  const { orderNumber, createdAt, deliveryType, takenOnPhoneBy, customer, isTest } = order;
  return (
    <>
      {isTest && (
        <p>
          <Badge variant="secondary">{TEST_BADGE}</Badge>
        </p>
      )}
      <p className="text-sm text-ink-soft tabular-nums">
        {orderNumber} · placed {formatInstant(createdAt)} · {deliveryType} delivery
        {takenOnPhoneBy && ` · taken by phone by ${takenOnPhoneBy}`}
      </p>
      {!isErased(order) && (
        <div className="flex flex-wrap items-center gap-x-3 text-sm wide:hidden">
          <PhoneLink phone={customer.phone} />
          <span className="break-words">{customer.address}</span>
        </div>
      )}
    </>
  );
}

function MessageButton({ order }: { order: AdminOrderReply }) {
  const open = useOpenDeed(order);
  const mayMessage = useMayDo('messageCustomers');
  if (!mayMessage || isErased(order)) return null;
  return (
    <Button variant="quiet" size="small" onClick={() => open('message')}>
      Message…
    </Button>
  );
}

function Notices({ order }: { order: AdminOrderReply }) {
  const { Problems } = useOrderPanels();
  const { onHold = [] } = order;
  return (
    <>
      {order.isTest && (
        <Notice tone="warning" title="A test order, not for delivery">
          <p>
            It was paid with test keys. It is not cooked, and no figure counts it. An owner can
            remove all test orders under Going live, until the first real one is paid.
          </p>
        </Notice>
      )}
      <PinnedNotes id={order.id} />
      <OrderFoodNeeds order={order} />
      <Suspense>
        <Problems filter={{ orderId: String(order.id) }} />
      </Suspense>
      {onHold.length > 0 && (
        <Notice tone="error" title="On hold: not cooked, not packed">
          <HoldLines onHold={onHold} />
          <p>
            <Link to={paths.admin({ tab: 'recipes' })} className="underline underline-offset-4">
              Settle it
            </Link>
          </p>
        </Notice>
      )}
      {order.status === 'pending' && <PendingNotice order={order} />}
    </>
  );
}

/** Stays until someone confirms it: nothing of it is cooked. */
function PendingNotice({ order }: { order: AdminOrderReply }) {
  const { setStatus } = useOrderActions();
  const mayConfirm = useMayDo('setOrderStatus');
  const { pendingReason } = order;
  const count = inKitchenCount(order);
  return (
    <Notice
      tone="warning"
      title={pendingReason === null ? 'Pending' : formatPendingReason(pendingReason)}
    >
      {count > 0 && <p>{pendingText(count)}</p>}
      {pendingReason !== null && (
        <p>
          To keep the order, set it to confirmed. You can also edit it, or cancel and refund it.
        </p>
      )}
      {mayConfirm && (
        <Button
          variant="secondary"
          size="small"
          className="justify-self-start"
          onClick={() => setStatus(order, 'confirmed')}
        >
          Set to confirmed
        </Button>
      )}
    </Notice>
  );
}

/** What each person may not eat, before anything else of the order, with what was agreed against it. */
function OrderFoodNeeds({ order }: { order: AdminOrderReply }) {
  const { business } = useConfig();
  const people = order.people.filter(hasFoodNeeds);
  const agreed = order.orderItems.flatMap(({ id, personName, meal, override }) =>
    override
      ? [{ id, text: `${personName}, ${meal.name}: ${agreedText(override, business)}` }]
      : [],
  );
  if (people.length === 0 && agreed.length === 0) return null;
  return (
    <section
      aria-label="Allergies and diets"
      className="grid gap-2 rounded-2xl border-2 border-danger bg-danger-soft px-4 py-2.5"
    >
      {people.map((person) => (
        <AllergyBand key={person.name} band={allergyBand(person)} rest={dietsAndNote(person)} />
      ))}
      {agreed.map(({ id, text }) => (
        <p key={id} className="font-bold break-words">
          {text}
        </p>
      ))}
    </section>
  );
}

const LINK =
  'underline underline-offset-4 max-wide:inline-flex max-wide:min-h-11 max-wide:items-center';

function OrderCustomer({ order }: { order: AdminOrderReply }) {
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

function PhoneLink({ phone }: { phone: string }) {
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
