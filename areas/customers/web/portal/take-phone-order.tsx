import { useQuery, useQueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { confirm } from '#platform/web/ui/feedback/confirm.tsx';
import type { PhoneOrderReply } from '#areas/checkout/calls/phone-orders.ts';
import { useState, type ComponentType, useCallback, useEffect } from 'react';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useConfig } from '#areas/business/web/page-data.ts';
import {
  fetchPhoneOrder,
  sendPhoneOrder,
  phoneOrdersQuery,
} from '#areas/checkout/web/portal/phone-orders-queries.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';
import type { ForCaller, Sending } from '#areas/checkout/web/for-caller.ts';
import { useNavigate, useSearchParams } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import {
  clearOrderDraft,
  type DraftKey,
  type KeptOrder,
  readOrderDraft,
  saveOrderDraft,
} from '#areas/order-book/web/kept-order-draft.ts';
import {
  draftOfPhoneOrder,
  customerQuery,
  customersQuery,
  draftOfCustomer,
  draftOfNewCaller,
} from '#areas/customers/web/portal/customers-queries.ts';
import { type PayLinkWay, payUntilText, isPayable } from '#areas/order-book/rules/phone-order.ts';
import { failureOf, type Failure } from '#platform/web/api/failure.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { isMobile, normalisePhone, formatPhone } from '#areas/business/rules/australia.ts';
import { amountInDollars } from '#platform/rules/money.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { CopyField } from '#platform/web/ui/form/dialog-button.tsx';
import type { CustomerDraft } from '#areas/order-book/rules/order-draft.ts';
import { customerName } from '#areas/order-book/rules/order.ts';
import { emailKey } from '#platform/rules/customer-name.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import type { CustomerSummary } from '#areas/customers/calls/customers.ts';
import { orderQuery } from '#areas/orders/web/portal/admin-orders-queries.ts';
import { SearchField, useSettledText } from '#platform/web/ui/form/search-field.tsx';

const KEY: DraftKey = 'phoneOrderDraft';

export function TakePhoneOrder({ Wizard }: { Wizard: ComponentType<{ forCaller: ForCaller }> }) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [caller, setCaller] = useState(() => readOrderDraft(KEY));
  const [sent, setSent] = useState<PhoneOrderReply | null>(null);
  const from = search.get('from');

  const start = useCallback(
    (order: KeptOrder) => {
      saveOrderDraft(order, KEY);
      setSent(null);
      setCaller(order);
      void navigate(paths.phoneOrder(), { replace: true });
    },
    [navigate],
  );
  function startOver() {
    clearOrderDraft(KEY);
    setCaller(null);
    setSent(null);
    void navigate(paths.phoneOrder(), { replace: true });
  }
  const forCaller = useForCaller(KEY, (order) => {
    clearOrderDraft(KEY);
    setCaller(null);
    setSent(order);
    void client.invalidateQueries({ queryKey: ['phone-orders'] });
    void navigate(paths.phoneOrder(), { replace: true });
  });

  if (from !== null) return <TakeUpAgain id={from} onStart={start} />;
  if (sent) return <LinkSent order={sent} onAnother={startOver} />;
  if (!caller) return <ChooseCaller onStart={start} />;
  return (
    <>
      <CallerBar customer={caller.draft.customer} onStartOver={startOver} />
      <Wizard key={caller.draft.cartKey} forCaller={forCaller} />
    </>
  );
}

function TakeUpAgain({ id, onStart }: { id: string; onStart: (order: KeptOrder) => void }) {
  const { business } = useConfig();
  const { data: week } = useQuery(orderingWeekQuery);
  const again = useQuery({
    queryKey: ['phone-orders', 'again', id],
    queryFn: () => fetchPhoneOrder(id),
    gcTime: 0,
  });
  const { data } = again;
  useEffect(() => {
    if (data && week) onStart(draftOfPhoneOrder(data.orderData, week.weekStart, business));
  }, [data, onStart, week, business]);
  return (
    <main className="mx-auto w-full max-w-3xl px-4 py-10">
      <Loaded query={again} what="the phone order" kind="detail">
        {() => null}
      </Loaded>
    </main>
  );
}

function useForCaller(draftKey: DraftKey, onSent: (order: PhoneOrderReply) => void): ForCaller {
  const [sendBy, setSendBy] = useState<PayLinkWay>('email_and_text');
  const sending = useChange(
    async ({ order, evenIfClosed, onRefused }: Sending) => {
      try {
        return await sendPhoneOrder({ order, sendBy, evenIfClosed });
      } catch (error) {
        // Prices, places or meals are others by now: the summary is asked for again.
        if (failureOf(error)?.is === 'refused') onRefused();
        throw error;
      }
    },
    { onDone: onSent },
  );
  return {
    draftKey,
    sendLabel: 'Send pay link',
    blocker: sending.isBusy ? 'Sending…' : null,
    panel: (order) => (
      <SendPanel order={order} sendBy={sendBy} failure={sending.failure} onChoose={setSendBy} />
    ),
    onSend: sending.run,
  };
}

function LinkSent({ order, onAnother }: { order: PhoneOrderReply; onAnother: () => void }) {
  const { timeZone } = useConfig().business;
  const { customer, sendBy, total, heldUntil, link } = order;
  const isTexted = sendBy === 'email_and_text' && isMobile(customer.phone);
  const until = payUntilText(Date.parse(heldUntil), timeZone);
  return (
    <main className="mx-auto grid w-full max-w-2xl gap-5 px-4 pt-8 pb-16 sm:px-6">
      <PageHeading className="text-2xl">The pay link is on its way</PageHeading>
      <Notice tone="success" title={`Tell ${customer.firstName}:`}>
        <p>
          “You’ll get {isTexted ? 'an email and a text' : 'an email'} with a link. Pay{' '}
          <strong>{amountInDollars(total)}</strong> there by <strong>{until}</strong>, and your
          order is confirmed. Until then we hold your places.”
        </p>
      </Notice>
      <p className="wrap-anywhere">Sent to {customer.email}.</p>
      {link !== null && <CopyField label="Pay link, to pass on another way" value={link} />}
      <div className="flex flex-wrap gap-3">
        <Button onClick={onAnother}>Take another order</Button>
        <Link to={paths.admin({ tab: 'phone' })} className={buttonClass('secondary')}>
          All phone orders
        </Link>
      </div>
    </main>
  );
}

type CallerBarProps = { customer: CustomerDraft; onStartOver: () => void };

/** Above the wizard, so that nobody takes it for an order of their own. */
function CallerBar({ customer, onStartOver }: CallerBarProps) {
  const name = customerName(customer).trim();
  async function startOver() {
    const isSure = await confirm({
      title: 'Discard this order?',
      text: 'What you have entered for this caller is lost. Nothing was sent or held.',
      act: 'Discard',
      keep: 'Keep it',
    });
    if (isSure) onStartOver();
  }
  return (
    <aside
      aria-label="Caller"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 bg-ink px-4 py-2 text-surface sm:px-6"
    >
      <p className="font-semibold">Phone order for {name === '' ? 'a new customer' : name}</p>
      <div className="flex flex-wrap items-center gap-x-4">
        <Link
          to={paths.admin({ tab: 'phone' })}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          Phone orders
        </Link>
        <button
          type="button"
          className="min-h-11 underline underline-offset-4"
          onClick={() => void startOver()}
        >
          Start over
        </button>
      </div>
    </aside>
  );
}

type SendPanelProps = {
  order: PreparedOrder;
  sendBy: PayLinkWay;
  /** Why the last attempt failed; null: none did. */
  failure: Failure | null;
  onChoose: (sendBy: PayLinkWay) => void;
};

function SendPanel({ order, sendBy, failure, onChoose }: SendPanelProps) {
  const { phoneHoldMinutes } = useConfig().business;
  const { data: phoneOrders } = useQuery(phoneOrdersQuery);
  const { email, phone } = order.customer;
  const number = normalisePhone(phone) ?? '';
  const waiting = (phoneOrders ?? []).filter(
    ({ state, customer }) =>
      isPayable(state) &&
      (emailKey(customer.email) === emailKey(email) || customer.phone === number),
  );
  return (
    <section
      aria-label="Pay link"
      className="grid max-w-3xl gap-3 rounded-3xl border border-line bg-surface p-5 shadow-card"
    >
      <FailureNotice failure={failure} title="The link was not sent" />
      {waiting.length > 0 && (
        <Notice tone="warning" title="This customer already has a phone order that waits">
          <p>
            It holds places too. If this one replaces it, cancel the other under Customer Orders, By
            phone.
          </p>
        </Notice>
      )}
      <p>
        The link goes to <strong className="wrap-anywhere">{email}</strong>. The places are held for{' '}
        {holdTimeText(phoneHoldMinutes)}, or until shortly after the cut-off if that comes first.
        The customer is reminded once.
      </p>
      {isMobile(number) && (
        <PillChoice
          legend="Send it by"
          value={sendBy}
          pills={[
            { value: 'email_and_text', label: 'Email and text' },
            { value: 'email', label: 'Email only' },
          ]}
          onChange={onChoose}
        />
      )}
    </section>
  );
}

/** "2 hours", "45 minutes", "1 hour 30 minutes". */
function holdTimeText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [
    ...(hours === 0 ? [] : [hours === 1 ? '1 hour' : `${hours} hours`]),
    ...(rest === 0 ? [] : [rest === 1 ? '1 minute' : `${rest} minutes`]),
  ].join(' ');
}

function ChooseCaller({ onStart }: { onStart: (order: KeptOrder) => void }) {
  const { business } = useConfig();
  const [text, setText] = useState('');
  const q = useSettledText(text.trim());
  return (
    <main className="mx-auto grid w-full max-w-3xl gap-5 px-4 pt-5 pb-16 sm:px-6">
      <div className="grid gap-1">
        <Link
          to={paths.admin({ tab: 'phone' })}
          className="inline-flex min-h-11 items-center justify-self-start font-semibold text-primary underline underline-offset-4"
        >
          ← Phone orders
        </Link>
        <PageHeading className="text-2xl">Who is calling?</PageHeading>
        <p className="text-ink-soft">
          Find them if they have ordered before: their address, the people and their allergies are
          then filled in.
        </p>
      </div>
      <SearchField
        label="Search name, email, phone, order or address"
        value={text}
        onChange={setText}
      />
      <Loaded query={useQuery(orderingWeekQuery)} what="the week" kind="line">
        {({ weekStart }) => (
          <>
            {q !== '' && <FoundCallers q={q} weekStart={weekStart} onStart={onStart} />}
            <Button
              variant={q === '' ? 'primary' : 'secondary'}
              className="justify-self-start"
              onClick={() => onStart(draftOfNewCaller(weekStart, business))}
            >
              They have not ordered before
            </Button>
          </>
        )}
      </Loaded>
    </main>
  );
}

type FoundProps = { q: string; weekStart: string; onStart: (order: KeptOrder) => void };

function FoundCallers({ q, weekStart, onStart }: FoundProps) {
  const { business } = useConfig();
  const client = useQueryClient();
  const list = useInfiniteQuery(customersQuery(q));
  const choosing = useChange(
    async ({ id }: CustomerSummary) => {
      const customer = await client.fetchQuery(customerQuery(id));
      const last = customer.orderList[0];
      const order = await client.fetchQuery(orderQuery(last?.id ?? id));
      return draftOfCustomer(order, customer, weekStart, business);
    },
    { onDone: onStart },
  );
  return (
    <Loaded query={list} what="the customers">
      {({ pages }) => {
        const customers = pages.flatMap((page) => page.customers);
        if (customers.length === 0) return <p role="status">Nobody found. Check the spelling.</p>;
        return (
          <>
            <FailureNotice failure={choosing.failure} title="We couldn’t load this customer" />
            <ul className="grid gap-3" aria-label="Customers">
              {customers.map((customer) => (
                <li key={customer.id}>
                  <button
                    type="button"
                    disabled={choosing.isBusy}
                    onClick={() => choosing.run(customer)}
                    className="grid w-full gap-0.5 rounded-2xl border border-control bg-surface px-4 py-3 text-left hover:bg-primary-soft disabled:opacity-60"
                  >
                    <span className="font-semibold">{customer.name}</span>
                    <span className="text-sm wrap-anywhere text-ink-soft">
                      {formatPhone(customer.phone)} · {customer.email} · {customer.suburb} ·{' '}
                      {customer.orders === 1 ? '1 order' : `${customer.orders} orders`}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </Loaded>
  );
}
