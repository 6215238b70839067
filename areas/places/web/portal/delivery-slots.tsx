import { useQuery } from '@tanstack/react-query';
import {
  isPlainDate,
  type PlainDate,
  addDays,
  formatDate,
  formatDayAndMonth,
} from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { mondayOf } from '#areas/order-book/rules/slot-week.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { slotWeekQuery } from '#areas/places/web/portal/delivery-slots-queries.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { WeekEditor } from './week-editor.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';

/** Spec 2: one week of slots at a time; the address says which. */
export function DeliverySlots() {
  const { timeZone } = useConfig().business;
  const [params, setParams] = useSearchParams();
  // By the kitchen's clock, never the device's.
  const { data: open, error: weekError, refetch: askWeek } = useQuery(orderingWeekQuery);
  const asked = params.get('week') ?? '';
  const today = open && wallTimeAt(Date.parse(open.now), timeZone).date;
  if (!today) return <Waiting error={weekError} what="the week" onRetry={() => void askWeek()} />;
  const monday = mondayOf(isPlainDate(asked) ? asked : today);
  return (
    <section className="grid gap-5 py-5">
      <WeekBar
        monday={monday}
        thisMonday={mondayOf(today)}
        onGo={(week) => setParams({ week }, { preventScrollReset: true })}
      />
      <Week key={monday} monday={monday} today={today} />
    </section>
  );
}

function Week({ monday, today }: { monday: PlainDate; today: PlainDate }) {
  const { data, error, isFetching, refetch } = useQuery(slotWeekQuery(monday));
  if (data) return <WeekEditor monday={monday} today={today} slots={data} />;
  return (
    <Waiting
      error={isFetching ? null : error}
      what="the delivery slots"
      onRetry={() => void refetch()}
    />
  );
}

type WaitingProps = { error: Error | null; what: string; onRetry: () => void };

function Waiting({ error, what, onRetry }: WaitingProps) {
  if (error) {
    return (
      <div className="py-5">
        <ErrorState
          title={`We couldn’t load ${what}`}
          message={describeFailure(error)}
          onRetry={onRetry}
        />
      </div>
    );
  }
  return (
    <div role="status" className="grid gap-4 py-5">
      <span className="sr-only">Loading delivery slots</span>
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-96 w-full" />
    </div>
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
