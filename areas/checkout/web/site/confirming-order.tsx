import { useQuery, useQueryClient, useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';
import { placedOrderQuery, readConflict } from '#areas/checkout/web/site/checkout-queries.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useNavigate } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { noteLastOrder } from '#areas/checkout/web/site/kept-households.ts';
import { clearBasket } from '#areas/checkout/web/kept-basket.ts';
import { readOrderDraft } from '#areas/order-book/web/kept-order-draft.ts';
import { savePlacedOrder } from '#areas/order-book/web/kept-placed-order.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { CheckoutConflict } from './checkout-conflict.tsx';
import { CheckoutFrame, formatCountdown, useSecondsUntil } from './hold-time.tsx';
import { BROKEN_PAYMENT, paymentSuccessToast } from './use-card-payments.ts';
import {
  type CheckoutConflictReply,
  chooseWindows,
  letApprovalGo,
} from '#areas/checkout/calls/payments.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';
import { amountInDollars } from '#platform/rules/money.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { namesOfWindows, useWindowsInstead, WindowButtons } from './other-windows.tsx';

type ConfirmingOrderProps = {
  paymentIntentId: string;
  clientSecret: string | undefined;
  orderData: PreparedOrder | null;
  /** False: it was not made in this browser, whose own order stays. */
  isOwnBasket?: boolean;
  /** The bank has only approved: it is charged once there is a place. */
  isApproval?: boolean;
};

/** A customer who has waited this long is told whom to call. */
const PATIENCE_MS = 20_000;

/** The money has arrived; only the order number is missing. There is nothing to pay with here any more. */
export function ConfirmingOrder({
  paymentIntentId,
  clientSecret,
  orderData,
  isOwnBasket = true,
  isApproval = false,
}: ConfirmingOrderProps) {
  const { business } = useConfig();
  const navigate = useNavigate();
  const { showToast } = useToast();
  const client = useQueryClient();
  const query = placedOrderQuery({ paymentIntentId, clientSecret, orderData });
  const { data: placed, error, failureReason, refetch, isFetching } = useQuery(query);

  useEffect(() => {
    if (!placed) return;
    savePlacedOrder(placed);
    const own = isOwnBasket ? readOrderDraft() : null;
    const remembered = own?.household && noteLastOrder(own.household.id, placed, own.draft.people);
    if (isOwnBasket) clearBasket(placed.orderNumber);
    showToast(paymentSuccessToast(placed.orderNumber));
    void navigate(paths.orderSuccess({ orderNumber: placed.orderNumber }), {
      replace: true,
      state: { remembered },
    });
  }, [placed, isOwnBasket, navigate, showToast]);

  const isWaitingForBank = failureReason instanceof ApiError && failureReason.status === 402;
  const isTakingTooLong = useHasWaited(PATIENCE_MS) && !isWaitingForBank;
  const isGivenUp = error !== null && !isFetching;
  const conflict = readConflict(error);
  const isWaitingForPlace = readConflict(failureReason)?.code === 'place_pending';
  const isInTrouble = !conflict && !isWaitingForPlace && (isGivenUp || isTakingTooLong);
  useEffect(() => {
    if (isInTrouble) showToast(BROKEN_PAYMENT);
  }, [isInTrouble, showToast]);

  async function askNow() {
    await client.cancelQueries({ queryKey: query.queryKey });
    await refetch();
  }

  if (conflict?.approvedUntil && conflict.code === 'slot_full')
    return <PlaceGone conflict={conflict} orderData={orderData} onChosen={() => void askNow()} />;
  if (conflict && !isFetching)
    return (
      <CheckoutConflict
        conflict={conflict}
        orderData={orderData}
        onNewPrice={() => {}}
        onRetry={() => void askNow()}
      />
    );
  return (
    <CheckoutFrame
      heading={headingFor({ isWaitingForBank, isInTrouble, isApproval })}
      canGoBack={false}
    >
      {isInTrouble ? (
        <ErrorState
          title="Failed to create order"
          message={`${isGivenUp ? '' : 'We keep trying. '}Do not pay again: one payment only ever makes one order. If this does not clear up, call us on ${business.phone} and quote ${paymentIntentId}.`}
          onRetry={() => void askNow()}
        />
      ) : (
        <Notice announce="polite">
          <p>This takes a moment. Please keep this page open. Do not pay again.</p>
          {isWaitingForPlace && (
            <p>
              Someone is paying for the same place at this moment. Your card is only charged if it
              is yours; we ask again every few seconds.
            </p>
          )}
          {failureReason && !isWaitingForBank && !isWaitingForPlace && (
            <p>We can’t connect right now. We’ll keep trying.</p>
          )}
        </Notice>
      )}
    </CheckoutFrame>
  );
}

type Progress = { isWaitingForBank: boolean; isInTrouble: boolean; isApproval: boolean };

function headingFor({ isWaitingForBank, isInTrouble, isApproval }: Progress): string {
  if (isInTrouble) return 'Payment received, order not confirmed yet';
  if (isWaitingForBank) return 'Your bank is still processing your payment';
  if (isApproval) return 'Your bank has approved, booking your place';
  return 'Payment received, confirming your order';
}

function useHasWaited(ms: number): boolean {
  const [hasWaited, setHasWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasWaited(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return hasWaited;
}

type PlaceGoneProps = {
  conflict: CheckoutConflictReply;
  orderData: PreparedOrder | null;
  /** Something has come of it: ask for the order again. */
  onChosen: () => void;
};

/** The bank approved, and the last place went to someone else: the approval is kept for another window. */
function PlaceGone({ conflict, orderData, onChosen }: PlaceGoneProps) {
  const navigate = useNavigate();
  const { checkoutId: id = '', clientSecret = '' } = conflict;
  const { data: week, dataUpdatedAt } = useQuery(orderingWeekQuery);
  const secondsLeft = useSecondsUntil(
    conflict.approvedUntil ?? '',
    week ? Date.parse(week.now) - dataUpdatedAt : 0,
  );
  const choosing = useMutation({
    mutationFn: (order: PreparedOrder) =>
      call(chooseWindows, { params: { id }, body: { clientSecret, orderData: order } }),
    onSuccess: onChosen,
    // Gone as well, or approved no longer: the answer says what is left.
    onError: (error) => readConflict(error)?.code === 'slot_full' && onChosen(),
  });
  const leaving = useMutation({
    mutationFn: () => call(letApprovalGo, { params: { id }, body: { clientSecret } }),
    onSuccess: ({ state }) => (state === 'paid' ? onChosen() : navigate(paths.order({ step: 2 }))),
  });
  const { full = [], alternatives = [] } = conflict;
  const isBusy = choosing.isPending || leaving.isPending;
  const failure = choosing.error ?? leaving.error;
  const hasOthers = useWindowsInstead({ orderData, from: full, free: alternatives }).length > 0;
  const total = orderData ? amountInDollars(orderData.total) : 'the amount';
  const isKept = secondsLeft > 0;

  return (
    <CheckoutFrame heading="The last place went to someone else" canGoBack={false}>
      <Notice tone="warning" announce="polite">
        <p>
          {namesOfWindows(full)} is sold out. Your card was not charged; your bank may show {total}{' '}
          as pending for a few days.
        </p>
        {isKept && (
          <p>
            Your approval holds for{' '}
            <strong role="timer" className="tabular-nums">
              {formatCountdown(secondsLeft)}
            </strong>
            {hasOthers ? ': take' : orderData ? '. No other window fits these meals.' : '.'}
          </p>
        )}
      </Notice>
      {failure && (
        <Notice tone="error" announce="now">
          <p>{describeFailure(failure)}</p>
        </Notice>
      )}
      {isKept ? (
        <div className="flex flex-wrap gap-2">
          {orderData && (
            <WindowButtons
              orderData={orderData}
              from={full}
              free={alternatives}
              isBusy={isBusy}
              onChoose={choosing.mutate}
            />
          )}
          <Button variant="quiet" size="small" disabled={isBusy} onClick={() => leaving.mutate()}>
            No, let it go
          </Button>
        </div>
      ) : (
        <Link
          to={paths.order({ step: 2 })}
          className={`${buttonClass('primary')} justify-self-start`}
        >
          Choose another window
        </Link>
      )}
    </CheckoutFrame>
  );
}
