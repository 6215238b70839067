import { ResultPlace } from '#platform/web/ui/feedback/result-place.tsx';
import { useState } from 'react';
import type { QuoteReply } from '#areas/order-book/calls/ordering.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { windowWithName } from '#areas/business/rules/offered-windows.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useOrder } from './order-context.tsx';
import type { DraftDelivery } from './detail-changes.ts';

type Offer = NonNullable<QuoteReply['weeklyInstead']>;
type Switched = { offer: Offer; before: DraftDelivery };

/** The order as it was before the switch, until the step is left. */
export function useWeeklySwitch(): {
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
export function WeeklyInstead(props: WeeklyInsteadProps) {
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
