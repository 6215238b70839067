import { DAYS_IN_WEEK } from '#platform/rules/durations.ts';
import { useQuery } from '@tanstack/react-query';
import { DayPicker } from '#platform/web/portal/day-picker.tsx';
import { allOf, Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import {
  addDays,
  formatDate,
  formatDayAndMonth,
  isPlainDate,
  type PlainDate,
} from '#platform/rules/plain-date.ts';
import { weekStartOf } from '#areas/business/rules/ordering-week.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { menuWeekQuery } from './recipe-queries.ts';
import { staffMealsQuery } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { MenuPlanner } from './menu-planner.tsx';

/** Menus for weeks ahead, one week at a time; the address says which. */
export function MenusTab() {
  const { business } = useConfig();
  const [params, setParams] = useSearchParams();
  // By the kitchen's clock, never the device's.
  const week = useQuery(orderingWeekQuery);
  const meals = useQuery(staffMealsQuery({ q: '', type: null, archived: false }));
  const asked = params.get('week') ?? '';
  const weekStart = isPlainDate(asked) ? weekStartOf(asked, business) : week.data?.weekStart;
  const menu = useQuery({ ...menuWeekQuery(weekStart ?? ''), enabled: weekStart !== undefined });
  const goTo = (start: PlainDate) =>
    setParams({ tab: 'menus', week: start }, { preventScrollReset: true });
  return (
    <section className="grid gap-5 py-5">
      <Loaded query={allOf(week, meals, menu)} what="the menu">
        {([{ weekStart: openWeek }, known, planned]) =>
          weekStart && (
            <>
              <DayPicker
                title={
                  <>
                    <h2 className="text-xl">
                      {formatDayAndMonth(weekStart)} to{' '}
                      {formatDate(addDays(weekStart, DAYS_IN_WEEK - 1))}
                    </h2>
                    <p className="text-ink-soft">{whichWeek(weekStart, openWeek)}</p>
                  </>
                }
                date={weekStart}
                now={openWeek}
                days={7}
                words={{ before: 'Week before', now: 'Week on sale', after: 'Week after' }}
                onChoose={goTo}
              />
              <MenuPlanner
                key={`${weekStart} ${planned?.version ?? 0}`}
                weekStart={weekStart}
                menu={planned}
                meals={known}
                isOver={weekStart < openWeek}
              />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function whichWeek(weekStart: PlainDate, openWeek: PlainDate): string {
  if (weekStart === openWeek) return 'Customers are ordering for this week now.';
  return weekStart < openWeek
    ? 'Ordering for this week has closed.'
    : 'Customers can’t order for this week yet.';
}
