import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { parseAmount } from '#platform/rules/money.ts';
import { prepareOrder } from '#areas/order-book/rules/prepared-order.ts';
import { atQuotedPrices } from '#areas/order-book/rules/quoted-order.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { readRefusedMeals } from '#areas/checkout/web/site/refused-meals-queries.ts';
import { quoteQuery } from '#areas/order-book/web/ordering-queries.ts';
import { useNavigate } from '#platform/web/navigation/address.ts';
import { useIsOnline, useWhenBackOnline } from '#platform/web/navigation/use-is-online.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { saveOrderData } from '#areas/checkout/web/site/kept-order-data.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { fullWindowNotices } from './full-window-notice.ts';
import { LateLunchesNotice } from './late-lunches.tsx';
import { useOrder } from './order-context.tsx';
import { DietWarnings } from './diet-warnings.tsx';
import { QuoteFailure } from './quote-failure.tsx';
import { StepLayout } from '#areas/checkout/web/site/order/step-layout.tsx';
import { SummaryCosts } from './summary-costs.tsx';
import { SummaryContact } from './summary-contact.tsx';
import { SummaryNeeds } from './summary-needs.tsx';
import { SummaryDeliveries } from './summary-deliveries.tsx';
import { WeeklyInstead, useWeeklySwitch } from './weekly-instead.tsx';

const OFFLINE = { message: 'You can pay once you’re online again' };
const SEE_PROBLEM = { message: 'See the message above', at: 'quote-problem' };

export function SummaryStep() {
  const inWizard = useOrder();
  const { draft, goTo, facts, week, menu, refreshKitchen, forCaller } = inWizard;
  const navigate = useNavigate();
  const [hasFailed, setHasFailed] = useState(false);
  const weekly = useWeeklySwitch();
  const order = prepareOrder(draft, menu.priceCentsOf, facts);
  // Staff were asked before.
  const evenIfClosed = forCaller !== undefined && week.sale.state !== 'open';
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
