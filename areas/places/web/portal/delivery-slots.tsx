import { useQuery } from '@tanstack/react-query';
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
import { Button } from '#platform/web/ui/form/button.tsx';
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
              <WeekBar
                monday={monday}
                thisMonday={mondayOf(today)}
                onGo={(week) => setParams({ week }, { preventScrollReset: true })}
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

const DAYS_IN_WEEK = 7;
const LAST_DAY = 6;

type WeekBarProps = {
  monday: PlainDate;
  thisMonday: PlainDate;
  onGo: (monday: PlainDate) => void;
};

function WeekBar({ monday, thisMonday, onGo }: WeekBarProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 className="text-xl" aria-live="polite">
        {formatDayAndMonth(monday)} to {formatDate(addDays(monday, LAST_DAY))}
      </h2>
      <div className="flex flex-wrap gap-2">
        <WeekButton onClick={() => onGo(addDays(monday, -DAYS_IN_WEEK))}>Previous Week</WeekButton>
        <WeekButton disabled={monday === thisMonday} onClick={() => onGo(thisMonday)}>
          This Week
        </WeekButton>
        <WeekButton onClick={() => onGo(addDays(monday, DAYS_IN_WEEK))}>Next Week</WeekButton>
      </div>
    </div>
  );
}

type WeekButtonProps = { onClick: () => void; disabled?: boolean; children: string };

function WeekButton(props: WeekButtonProps) {
  return <Button variant="secondary" size="small" className="max-md:min-h-11" {...props} />;
}
