import { useEffect } from 'react';
import {
  announcedMinutes,
  lastHourText,
  minutesToCutoff,
} from '#areas/checkout/rules/order-reminder.ts';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';
import { useTicking } from '#areas/order-book/web/use-ticking.ts';
import { serverNow } from '#platform/web/api/server-time.ts';

const TICK_MS = 5000;

/** Null earlier than in the last hour, 0 once orders have closed. */
export function useMinutesToCutoff(): number | null {
  const { week } = useOrder();
  return minutesToCutoff(
    Date.parse(week.cutoff),
    useTicking(serverNow, { everyMs: TICK_MS, since: week }),
  );
}

/** In the last hour, by the server’s clock, how long orders are still taken; then the next week is fetched. */
export function LastHour() {
  const { week, refreshKitchen } = useOrder();
  const minutes = useMinutesToCutoff();
  const hasClosed = minutes === 0;
  const said = (left: number) => lastHourText(Date.parse(week.cutoff), week.timeZone, left);

  // Until the server has moved on: its clock decides.
  useEffect(() => {
    if (!hasClosed) return undefined;
    refreshKitchen();
    const timer = setInterval(refreshKitchen, TICK_MS);
    return () => clearInterval(timer);
  }, [hasClosed, refreshKitchen]);

  return (
    <>
      {minutes ? <p className="font-semibold text-warning">{said(minutes)}</p> : null}
      <span role="status" className="sr-only">
        {minutes ? said(announcedMinutes(minutes)) : ''}
      </span>
    </>
  );
}
