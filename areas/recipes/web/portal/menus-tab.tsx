import { useQuery } from '@tanstack/react-query';
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
import { menuWeekQuery } from '#areas/recipes/web/portal/menu-weeks-queries.ts';
import { staffMealsQuery } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { MenuPlanner } from './menu-planner.tsx';

const DAYS_IN_WEEK = 7;

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
              <div className="flex flex-wrap items-center justify-between gap-3">
                <div>
                  <h2 className="text-xl" aria-live="polite">
                    {formatDayAndMonth(weekStart)} to{' '}
                    {formatDate(addDays(weekStart, DAYS_IN_WEEK - 1))}
                  </h2>
                  <p className="text-ink-soft">{whichWeek(weekStart, openWeek)}</p>
                </div>
                <div className="flex flex-wrap gap-2">
                  <Go to={addDays(weekStart, -DAYS_IN_WEEK)} onGo={goTo}>
                    Week before
                  </Go>
                  <Go to={openWeek} onGo={goTo} disabled={weekStart === openWeek}>
                    Week on sale
                  </Go>
                  <Go to={addDays(weekStart, DAYS_IN_WEEK)} onGo={goTo}>
                    Week after
                  </Go>
                </div>
              </div>
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

type GoProps = {
  to: PlainDate;
  onGo: (weekStart: PlainDate) => void;
  disabled?: boolean;
  children: string;
};

function Go({ to, onGo, disabled, children }: GoProps) {
  return (
    <Button variant="secondary" size="small" disabled={disabled} onClick={() => onGo(to)}>
      {children}
    </Button>
  );
}
