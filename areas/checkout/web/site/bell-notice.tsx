import { useState } from 'react';
import type { BellReply } from '#areas/checkout/calls/slot-bells.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { windowWithName } from '#areas/business/rules/offered-windows.ts';
import { effectiveDeliveryType } from '#areas/order-book/rules/delivery-mode.ts';
import { earliestMealDate } from '#areas/order-book/rules/meal-dates.ts';
import { deliveryModeOfDraft } from '#areas/order-book/rules/order-draft.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { ConfirmDialog } from '#platform/web/ui/feedback/confirm-dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { deliveriesOf } from './deliveries.ts';
import { useOrder } from './order-context.tsx';

type BellNoticeProps = {
  bell: BellReply;
  asksToGiveUp: boolean;
  hasGivenUp: boolean;
  isGivingUp: boolean;
  failure: Error | null;
  onGiveUp: () => void;
  onRead: () => void;
};

/** The place that is held for this customer, how long, and how to use it or give it up. */
export function BellNotice({ bell, onRead, hasGivenUp, ...giving }: BellNoticeProps) {
  const { facts } = useOrder();
  const slot = `${formatDate(bell.date)}, ${windowWithName(facts, bell.timeSlot)}`;
  if (bell.state === 'held') return <Held bell={bell} slot={slot} {...giving} />;
  return (
    <Notice
      tone={hasGivenUp ? 'success' : 'warning'}
      title={
        hasGivenUp ? 'Thank you. The next person gets the place' : 'Your place is no longer held'
      }
      announce="polite"
    >
      {!hasGivenUp && <p>The time was up for {slot}, so it went to the next person.</p>}
      <div>
        <Button variant="secondary" size="small" onClick={onRead}>
          Got it
        </Button>
      </div>
    </Notice>
  );
}

type HeldProps = Omit<BellNoticeProps, 'onRead' | 'hasGivenUp'> & { slot: string };

function Held({ bell, slot, asksToGiveUp, isGivingUp, failure, onGiveUp }: HeldProps) {
  const { draft, facts, week } = useOrder();
  const [isAsking, setIsAsking] = useState(asksToGiveUp);
  const isUsed = deliveriesOf(draft, facts).some(
    ({ date, window }) => date === bell.date && window === bell.timeSlot,
  );
  const until = formatMinuteOfDay(
    wallTimeAt(Date.parse(bell.heldUntil), week.timeZone).minuteOfDay,
  );
  return (
    <Notice tone="success" title={`We’re holding a place for you: ${slot}`} announce="polite">
      <p>
        Start paying by {until} to keep it.{' '}
        {isUsed ? 'Your order uses it.' : <HowToUse bell={bell} />}
      </p>
      {failure && <p>{describeFailure(failure)}</p>}
      <div className="flex flex-wrap gap-2">
        {!isUsed && <UsePlace bell={bell} />}
        <Button variant="secondary" size="small" onClick={() => setIsAsking(true)}>
          No thanks
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title="Give your place to the next person?"
        confirmLabel="Give it up"
        busyLabel="Giving it up…"
        cancelLabel="Keep my place"
        busy={isGivingUp}
        onConfirm={onGiveUp}
        onCancel={() => setIsAsking(false)}
      >
        <p>{slot}. You can’t get it back afterwards.</p>
      </ConfirmDialog>
    </Notice>
  );
}

/** Null where the order has no meals for it yet, or some that are eaten before. */
function useDeliveryThen({ date, timeSlot }: BellReply) {
  const { draft, facts } = useOrder();
  const type = effectiveDeliveryType(deliveryModeOfDraft(draft, facts), draft.deliveryType);
  const windowByDate = { ...draft.windowByDate, [date]: timeSlot };
  if (type === 'daily') {
    const isDay = deliveriesOf(draft, facts).some((delivery) => delivery.date === date);
    return isDay ? { ...draft, windowByDate } : null;
  }
  const first = earliestMealDate(draft.people);
  return type === 'weekly' && first !== null && date <= first
    ? { ...draft, weeklyDeliveryDay: date, windowByDate }
    : null;
}

function UsePlace({ bell }: { bell: BellReply }) {
  const { dispatch } = useOrder();
  const then = useDeliveryThen(bell);
  if (!then) return null;
  const { deliveryType, weeklyDeliveryDay, windowByDate } = then;
  return (
    <Button
      size="small"
      onClick={() =>
        dispatch({
          type: 'delivery replaced',
          delivery: { deliveryType, weeklyDeliveryDay, windowByDate },
        })
      }
    >
      Deliver then
    </Button>
  );
}

function HowToUse({ bell }: { bell: BellReply }) {
  return useDeliveryThen(bell) ? null : (
    <>Choose meals for that day and this window under Delivery.</>
  );
}
