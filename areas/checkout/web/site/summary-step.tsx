import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { parseAmount } from '#platform/rules/money.ts';
import { furthestStep } from '#areas/order-book/rules/check-customer.ts';
import { prepareOrder } from '#areas/order-book/rules/prepared-order.ts';
import { atQuotedPrices } from '#areas/order-book/rules/ordered-items.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { readRefusedMeals } from '#areas/checkout/web/site/refused-meals-queries.ts';
import { quoteQuery } from '#areas/order-book/web/ordering-queries.ts';
import { useNavigate } from '#platform/web/navigation/address.ts';
import { useIsOnline, useWhenBackOnline } from '#platform/web/navigation/use-is-online.ts';
import { orderStep, paths } from '#platform/web/navigation/paths.ts';
import { saveOrderData } from '#areas/checkout/web/site/kept-order-data.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { fullWindowNotices } from './other-windows.tsx';
import { LateLunchesNotice } from './late-lunches.tsx';
import { useOrder } from './order-context.tsx';
import { DietWarnings, SummarySection, SummaryDeliveries } from './summary-deliveries.tsx';
import { QuoteFailure } from './quote-failure.tsx';
import { StepLayout } from '#areas/checkout/web/site/order/step-layout.tsx';
import { hasFoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { NEEDS_TITLE } from '#areas/needs/rules/food-needs-text.ts';
import { NeedsList } from '#areas/needs/web/needs-list.tsx';
import type { QuoteReply } from '#areas/order-book/calls/ordering.ts';
import { isOpenToPublic } from '#areas/business/rules/sale-state.ts';
import { taxLine } from '#areas/business/rules/tax-line.ts';
import { OWN_BAG } from '#areas/order-book/rules/fee-words.ts';
import { Price } from '#platform/web/ui/price.tsx';
import { AsWritten } from '#platform/web/ui/person-name.tsx';
import { comingPortions } from '#areas/checkout/rules/draft/late-lunches.ts';
import { warmWords } from '#areas/order-book/rules/warm-portion.ts';
import type { SentRecipient } from '#areas/business/rules/recipient.ts';
import { findServedSuburb } from '#areas/business/rules/served-suburbs.ts';
import { ResultPlace } from '#platform/web/ui/feedback/result-place.tsx';
import { formatDate } from '#platform/rules/plain-date.ts';
import { windowWithName } from '#areas/business/rules/offered-windows.ts';
import type { DraftDelivery } from './order-reducer.ts';

const OFFLINE = { message: 'You can pay once you’re online again' };
const SEE_PROBLEM = { message: 'See the message above', at: 'quote-problem' };

/** Anyone who follows a link to it is asked first who gets the food. */
export function SummaryStep() {
  const { draft, facts } = useOrder();
  const navigate = useNavigate();
  const isAllowed = furthestStep(draft, facts) === 4;
  useEffect(() => {
    if (!isAllowed) void navigate(orderStep({ step: 3 }), { replace: true });
  }, [isAllowed, navigate]);
  return isAllowed && <Summary />;
}

function Summary() {
  const inWizard = useOrder();
  const { draft, goTo, facts, week, menu, refreshKitchen, forCaller } = inWizard;
  const navigate = useNavigate();
  const [hasFailed, setHasFailed] = useState(false);
  const weekly = useWeeklySwitch();
  const order = prepareOrder(draft, menu.priceCentsOf, facts);
  // Staff were asked before.
  const evenIfClosed = forCaller !== undefined && !isOpenToPublic(week.sale);
  // Only the server sets prices and offers, and only its current ones count.
  const {
    data: quote,
    error,
    isFetching,
    refetch,
  } = useQuery({ ...quoteQuery(order, { evenIfClosed }), staleTime: 0, gcTime: 0 });
  useWhenBackOnline(() => void refetch());
  const isOnline = useIsOnline();
  const nameOf = (id: number) => menu.find(id)?.name;
  const isKitchenAhead =
    error instanceof ApiError &&
    (error.status === 409 || readRefusedMeals(error, order, nameOf) !== null);

  // The week, the menu or a recipe has changed: update the order, with a notice, and quote it again.
  useEffect(() => {
    if (isKitchenAhead) refreshKitchen();
  }, [isKitchenAhead, refreshKitchen]);

  function goToPayment() {
    if (!quote) return;
    if (forCaller) {
      forCaller.onSend({
        order: atQuotedPrices(order, quote),
        evenIfClosed,
        onRefused() {
          refreshKitchen();
          void refetch();
        },
      });
      return;
    }
    try {
      if (!saveOrderData(atQuotedPrices(order, quote)))
        throw new Error('the browser did not store the order');
      void navigate(paths.checkout());
    } catch (failure) {
      console.error('Preparing the order failed', failure);
      setHasFailed(true);
    }
  }

  return (
    <StepLayout
      step={4}
      intro={
        <p>
          {forCaller
            ? 'Read it out to the caller. They pay by a link: nobody gives card details on the phone.'
            : 'Check that everything is right. You’ll pay on the next page.'}
        </p>
      }
      blockers={
        !isOnline
          ? [OFFLINE]
          : quote
            ? forCaller?.blocker
              ? [{ message: forCaller.blocker }]
              : []
            : [error ? SEE_PROBLEM : { message: 'Adding it all up…' }]
      }
      quoted={
        quote && {
          totalCents: parseAmount(quote.total) ?? 0,
          deliveryCents: parseAmount(quote.deliveryFee) ?? 0,
        }
      }
      notices={quote ? fullWindowNotices(inWizard, () => goTo(2)) : []}
      continueLabel={forCaller?.sendLabel ?? 'Continue to Payment'}
      onContinue={goToPayment}
    >
      {hasFailed && (
        <Notice tone="error" title="We couldn’t take your order to the payment page" announce="now">
          <p>
            Your browser blocked saving your order. Nothing was charged, and your order is still
            here.
          </p>
          <div>
            <Button size="small" onClick={goToPayment}>
              Try again
            </Button>
          </div>
        </Notice>
      )}
      {error && isOnline && (
        <div id={SEE_PROBLEM.at} tabIndex={-1} className="grid gap-4 outline-none">
          <QuoteFailure
            error={error}
            order={order}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {!error && !quote && <SummarySkeleton />}
      {quote && (
        <>
          {forCaller?.panel(order)}
          <SummaryNeeds />
          <LateLunchesNotice />
          <DietWarnings warnings={quote.dietWarnings} />
          <SummaryCosts quote={quote} />
          <WeeklyInstead offer={quote.weeklyInstead ?? null} {...weekly} />
          <SummaryContact />
          <SummaryDeliveries quote={quote} />
        </>
      )}
    </StepLayout>
  );
}

function SummarySkeleton() {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">Adding it all up</span>
      <Skeleton className="h-64" />
      <Skeleton className="h-40" />
    </div>
  );
}

/** The last look before paying at what nobody may find on their plate; staff read it out. */
function SummaryNeeds() {
  const { draft, facts, goTo } = useOrder();
  return (
    <SummarySection title={NEEDS_TITLE} edits={[{ step: 1, label: 'Edit needs' }]}>
      <NeedsList
        people={draft.people}
        instructions={draft.customer.specialInstructions}
        phone={facts.phone}
        action={(person) =>
          !hasFoodNeeds(person) && (
            <Button variant="quiet" size="small" onClick={() => goTo(1)}>
              Add<span className="sr-only"> what {person.name} can’t have</span>
            </Button>
          )
        }
      />
    </SummarySection>
  );
}

function SummaryCosts({ quote }: { quote: QuoteReply }) {
  const { facts } = useOrder();
  const meals = quote.items.length;
  return (
    <SummarySection title="What it costs">
      <dl className="grid gap-2">
        <Line label={meals === 1 ? '1 meal' : `${meals} meals`} amount={quote.subtotal} />
        {quote.deliveryLines.map(({ label, amount }) => (
          <Line
            key={label}
            label={
              amount.startsWith('-') ? <strong className="text-success">{label}</strong> : label
            }
            amount={amount}
          />
        ))}
        <Line {...taxLine(facts, quote)} />
        <div className="flex items-baseline justify-between gap-4 border-t border-line pt-2 text-lg font-semibold">
          <dt>Total</dt>
          <dd>
            <Price amount={quote.total} />
          </dd>
        </div>
      </dl>
      {quote.offerRefused && <p className="text-sm">{quote.offerRefused}</p>}
      {quote.fees.length > 1 && <p className="text-sm text-ink-soft">{OWN_BAG}</p>}
    </SummarySection>
  );
}

function Line({ label, amount }: { label: ReactNode; amount: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt>{label}</dt>
      <dd>
        <Price amount={amount} />
      </dd>
    </div>
  );
}

const NEWS = {
  payer: 'Messages about the delivery go to you',
  recipient: 'We text them about the delivery',
  both: 'We tell you both about the delivery',
};

function SummaryRecipient({ recipient }: { recipient: SentRecipient }) {
  const { phone, message = '', news = 'payer', namesPayer } = recipient;
  return (
    <>
      <p>{phone}</p>
      {message !== '' && <p className="whitespace-pre-line">Card: “{message}”</p>}
      <p className="text-ink-soft">
        {NEWS[news]}
        {namesPayer === false && '. We don’t tell them who ordered'}
      </p>
    </>
  );
}

function SummaryContact() {
  const { draft, facts, menu } = useOrder();
  const { customer, recipient } = prepareOrder(draft, menu.priceCentsOf, facts);
  const postcode = findServedSuburb(draft.customer.suburb, facts.suburbs)?.postcode;
  return (
    <SummarySection title="Delivers to" edits={[{ step: 3, label: 'Edit details' }]}>
      <div className="grid gap-1 wrap-anywhere">
        <p>
          {(recipient ?? customer).firstName} {(recipient ?? customer).lastName}
          {recipient?.isGift && ', a present'}
        </p>
        <p>
          <AsWritten>
            {customer.address} {postcode}
          </AsWritten>
        </p>
        {recipient && <SummaryRecipient recipient={recipient} />}
        <p>
          {recipient && `Ordered by ${customer.firstName} ${customer.lastName} · `}
          {customer.email || draft.contactOf?.email} · {customer.phone || draft.contactOf?.phone}
        </p>
        <p>
          {customer.deliveryPreference === 'warm'
            ? warmWords(comingPortions(draft, facts), facts)
            : `Cold, left at ${recipient ? 'their' : 'your'} door in an insulated bag`}
        </p>
      </div>
    </SummarySection>
  );
}

type Offer = NonNullable<QuoteReply['weeklyInstead']>;
type Switched = { offer: Offer; before: DraftDelivery };

/** The order as it was before the switch, until the step is left. */
function useWeeklySwitch(): {
  switched: Switched | null;
  toWeekly: (offer: Offer) => void;
  undo: () => void;
} {
  const { draft, dispatch } = useOrder();
  const [switched, setSwitched] = useState<Switched | null>(null);
  return {
    switched,
    toWeekly(offer) {
      const { deliveryType, weeklyDeliveryDay, windowByDate } = draft;
      setSwitched({ offer, before: { deliveryType, weeklyDeliveryDay, windowByDate } });
      dispatch({
        type: 'delivery replaced',
        delivery: {
          deliveryType: 'weekly',
          weeklyDeliveryDay: offer.date,
          windowByDate: { ...windowByDate, [offer.date]: offer.timeSlot },
        },
      });
    },
    undo() {
      if (switched) dispatch({ type: 'delivery replaced', delivery: switched.before });
      setSwitched(null);
    },
  };
}

type WeeklyInsteadProps = { offer: Offer | null } & ReturnType<typeof useWeeklySwitch>;

/** Said before paying: the same meals in one delivery cost less. One tap switches, another takes it back. */
function WeeklyInstead(props: WeeklyInsteadProps) {
  return (
    <ResultPlace result={props.switched ? 'switched' : 'as it was'} className="empty:hidden">
      <Offered {...props} />
    </ResultPlace>
  );
}

function Offered({ offer, switched, toWeekly, undo }: WeeklyInsteadProps) {
  const { facts } = useOrder();
  const slotOf = ({ date, timeSlot }: Offer) =>
    `${formatDate(date)}, ${windowWithName(facts, timeSlot)}`;
  if (switched) {
    return (
      <Notice
        tone="success"
        title={`Weekly delivery: $${switched.offer.saves} less`}
        announce="polite"
      >
        <p>Everything arrives on {slotOf(switched.offer)}.</p>
        <div>
          <Button variant="secondary" size="small" onClick={undo}>
            Undo
          </Button>
        </div>
      </Notice>
    );
  }
  if (!offer) return null;
  return (
    <Notice title={`Deliver weekly instead: $${offer.saves} less`}>
      <p>
        The same meals arrive together on {slotOf(offer)}.{' '}
        {[...frozenWords(offer.toFreeze), ...(offer.losesWarm ? [COLD] : [])].join(' ')}
      </p>
      <div>
        <Button size="small" variant="secondary" onClick={() => toWeekly(offer)}>
          Deliver weekly instead
        </Button>
      </div>
    </Notice>
  );
}

const COLD = 'They come cold: only daily deliveries can be warm.';

function frozenWords(meals: number): string[] {
  if (meals === 0) return ['Every meal keeps in the fridge until its day.'];
  return [
    meals === 1
      ? 'You would have to freeze 1 meal when it arrives.'
      : `You would have to freeze ${meals} meals when they arrive.`,
  ];
}
