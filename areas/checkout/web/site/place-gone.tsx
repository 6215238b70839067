import { useMutation, useQuery } from '@tanstack/react-query';
import type { CheckoutConflictReply } from '#areas/checkout/calls/payments.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { amountInDollars } from '#platform/rules/money.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { useNavigate } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { askForWindows, letGo, readConflict } from './checkout-queries.ts';
import { formatCountdown } from './hold-time.tsx';
import { namesOfWindows, windowsInstead } from './other-windows.ts';
import { useSecondsUntil } from './use-hold.ts';
import { WindowButtons } from './window-buttons.tsx';

type PlaceGoneProps = {
  conflict: CheckoutConflictReply;
  orderData: PreparedOrder | null;
  /** Something has come of it: ask for the order again. */
  onChosen: () => void;
};

/** The bank approved, and the last place went to someone else: the approval is kept for another window. */
export function PlaceGone({ conflict, orderData, onChosen }: PlaceGoneProps) {
  const navigate = useNavigate();
  const { data: week, dataUpdatedAt } = useQuery(orderingWeekQuery);
  const secondsLeft = useSecondsUntil(
    conflict.approvedUntil ?? '',
    week ? Date.parse(week.now) - dataUpdatedAt : 0,
  );
  const choosing = useMutation({
    mutationFn: (order: PreparedOrder) => askForWindows(conflict, order),
    onSuccess: onChosen,
    // Gone as well, or approved no longer: the answer says what is left.
    onError: (error) => readConflict(error)?.code === 'slot_full' && onChosen(),
  });
  const leaving = useMutation({
    mutationFn: () => letGo(conflict),
    onSuccess: ({ state }) => (state === 'paid' ? onChosen() : navigate(paths.order({ step: 2 }))),
  });
  const { full = [], alternatives = [] } = conflict;
  const isBusy = choosing.isPending || leaving.isPending;
  const failure = choosing.error ?? leaving.error;
  const free = orderData ? full.flatMap((one) => windowsInstead(orderData, one, alternatives)) : [];
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
            {free.length > 0 ? ': take' : '. No other window fits these meals.'}
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
