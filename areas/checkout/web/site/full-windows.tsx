import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import type { CheckoutConflictReply } from '#areas/checkout/calls/payments.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { formatDate, weekdayName, weekdayOf } from '#platform/rules/plain-date.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { CheckoutFrame } from './hold-time.tsx';
import { type Window, withoutDelivery, nameOfWindow } from './other-windows.ts';
import { useWindowsInstead, WindowButtons } from './window-buttons.tsx';
import { useMutation } from '@tanstack/react-query';
import { sendAskForBell } from '#areas/checkout/web/site/refused-meals-queries.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import { ResultPlace } from '#platform/web/ui/feedback/result-place.tsx';
import { BellAsked } from './ask-for-bell.tsx';

type FullWindowsProps = {
  conflict: CheckoutConflictReply;
  orderData: PreparedOrder;
  /** The basket as it can be paid: the payment goes on with it. */
  onNewOrder: (orderData: PreparedOrder) => void;
};

/** The deliveries that have no place left, each with the windows that suit its meals, one tap away. */
export function FullWindows({ conflict, ...order }: FullWindowsProps) {
  const { full = [], alternatives = [] } = conflict;
  return (
    <CheckoutFrame heading="A delivery window has filled up" canGoBack={false}>
      <Notice tone="warning" announce="polite">
        <p>{conflict.message}</p>
        <p>Choose again for each, then continue to pay.</p>
      </Notice>
      {full.map((one) => (
        <section key={one.date + one.timeSlot} className="grid gap-2">
          <h2 className="font-sans text-base font-semibold">
            {formatDate(one.date)}: {windowLabel(one.timeSlot)} is full
          </h2>
          <Instead one={one} free={alternatives} {...order} />
        </section>
      ))}
      <Link
        to={paths.order({ step: 2 })}
        className={`${buttonClass('secondary')} justify-self-start`}
      >
        Choose another window
      </Link>
    </CheckoutFrame>
  );
}

type InsteadProps = Omit<FullWindowsProps, 'conflict'> & {
  one: Window;
  free: NonNullable<CheckoutConflictReply['alternatives']>;
};

function Instead({ one, free, orderData, onNewOrder }: InsteadProps) {
  const { business } = useConfig();
  const from = [one];
  const hasOthers = useWindowsInstead({ orderData, from, free }).length > 0;
  const without = hasOthers ? null : withoutDelivery(orderData, one, business);
  return (
    <div className="flex flex-wrap gap-2">
      {hasOthers ? (
        <WindowButtons {...{ orderData, from, free }} isUnderDay onChoose={onNewOrder} />
      ) : (
        <>
          {without && (
            <Button variant="secondary" size="small" onClick={() => onNewOrder(without.order)}>
              Take {weekdayName(weekdayOf(one.date))}’s{' '}
              {without.meals === 1 ? 'meal' : `${without.meals} meals`} off,{' '}
              {formatDollars(-without.lessCents)}
            </Button>
          )}
          <RingMe slot={one} email={orderData.customer.email} />
        </>
      )}
    </div>
  );
}

/** One tap for the email that a place came free, where the email is known. */
function RingMe({ slot, email }: { slot: Window; email: string }) {
  const { timeZone } = useConfig().business;
  const asking = useMutation({ mutationFn: sendAskForBell });
  if (email === '') return null;
  return (
    <ResultPlace result={asking.data ?? asking.error} className="grid gap-2">
      {asking.isSuccess ? (
        <BellAsked name={nameOfWindow(slot)} email={email} {...asking.data} timeZone={timeZone} />
      ) : (
        <Button
          variant="secondary"
          size="small"
          className="justify-self-start"
          busy={asking.isPending}
          busyLabel="Sending…"
          onClick={() => asking.mutate({ ...slot, email })}
        >
          Ring me
          <span className="sr-only"> if a place comes free on {nameOfWindow(slot)}</span>
        </Button>
      )}
      {asking.error && (
        <Notice tone="error" announce="now">
          {fieldErrorsOf(asking.error)['timeSlot'] ?? describeFailure(asking.error)}
        </Notice>
      )}
    </ResultPlace>
  );
}
