import { useQuery } from '@tanstack/react-query';
import { DayPicker } from '#platform/web/portal/day-picker.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import {
  isPlainDate,
  type PlainDate,
  addDays,
  formatDate,
  formatDayAndMonth,
} from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { mondayOf } from '#areas/order-book/rules/slot-week.ts';
import { slotWeekQuery } from '#areas/places/web/portal/delivery-slots-queries.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { WeekEditor } from './week-editor.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';

/** Spec 2: one week of slots at a time; the address says which. */
export function DeliverySlots() {
  const { timeZone } = useConfig().business;
  const [params, setParams] = useSearchParams();
  // By the kitchen's clock, never the device's.
  const asked = params.get('week') ?? '';
  return (
    <section className="grid gap-5 py-5">
      <Loaded query={useQuery(orderingWeekQuery)} what="the week">
        {({ now }) => {
          const today = wallTimeAt(Date.parse(now), timeZone).date;
          const monday = mondayOf(isPlainDate(asked) ? asked : today);
          return (
            <>
              <DayPicker
                title={
                  <h2 className="text-xl">
                    {formatDayAndMonth(monday)} to {formatDate(addDays(monday, LAST_DAY))}
                  </h2>
                }
                date={monday}
                now={mondayOf(today)}
                days={7}
                words={{ before: 'Previous Week', now: 'This Week', after: 'Next Week' }}
                onChoose={(week) => setParams({ week }, { preventScrollReset: true })}
              />
              <Week key={monday} monday={monday} today={today} />
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function Week({ monday, today }: { monday: PlainDate; today: PlainDate }) {
  return (
    <Loaded query={useQuery(slotWeekQuery(monday))} what="the delivery slots" kind="detail">
      {(slots) => <WeekEditor monday={monday} today={today} slots={slots} />}
    </Loaded>
  );
}

const LAST_DAY = 6;
