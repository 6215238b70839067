import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { BellReply } from '#areas/checkout/calls/slot-bells.ts';
import type { OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { bellQuery, sendStopBell } from '#areas/checkout/web/site/slot-bells-queries.ts';
import { clearSlotBell, saveSlotBell } from '#areas/checkout/web/site/kept-save-slot-bell.ts';
import { BellNotice } from '#areas/checkout/web/site/bell-notice.tsx';

type HeldPlaceProps = {
  token: string;
  week: OrderingWeekReply;
  children: (week: OrderingWeekReply, notice: ReactNode) => ReactNode;
};

/** The wizard of a customer for whom a place is held: for them that window is open. */
export function HeldPlace({ token, week, children }: HeldPlaceProps) {
  const client = useQueryClient();
  const [search] = useSearchParams();
  const [asksToGiveUp] = useState(search.has('give-up'));
  const [hasGivenUp, setHasGivenUp] = useState(false);
  const [isRead, setIsRead] = useState(false);
  const { data: bell, error } = useQuery(bellQuery(token));
  const giving = useMutation({
    mutationFn: () => sendStopBell(token),
    onSuccess: (given) => {
      setHasGivenUp(given.state === 'over');
      client.setQueryData(bellQuery(token).queryKey, given);
    },
  });
  // Its week has closed, it never was ours, or its order is paid: there is nothing to say.
  const isUseless = bell?.state === 'used' || (error instanceof ApiError && error.status === 404);
  const isOver = isUseless || bell?.state === 'over';
  useEffect(() => {
    if (isOver) clearSlotBell();
    else saveSlotBell(token);
  }, [isOver, token]);
  const theirs = useMemo(
    () => (bell?.state === 'held' ? withPlace(week, bell) : week),
    [week, bell],
  );

  const notice = bell && !isUseless && !isRead && (
    <BellNotice
      bell={bell}
      asksToGiveUp={asksToGiveUp}
      hasGivenUp={hasGivenUp}
      isGivingUp={giving.isPending}
      failure={giving.error}
      onGiveUp={() => giving.mutate()}
      onRead={() => setIsRead(true)}
    />
  );
  return children(theirs, notice ?? null);
}

function withPlace(week: OrderingWeekReply, { date, timeSlot }: BellReply): OrderingWeekReply {
  const days = week.days.map((day) =>
    day.date === date
      ? {
          ...day,
          windows: day.windows.map((window) =>
            window.timeSlot === timeSlot && !window.open
              ? { ...window, open: true, placesLeft: 1 }
              : window,
          ),
        }
      : day,
  );
  return { ...week, days };
}
