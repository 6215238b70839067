import { ServiceOptions, useHasServices } from '#areas/menu/web/service-options.tsx';
import { type ComponentProps, useEffect, useState } from 'react';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useQuery } from '@tanstack/react-query';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { allLimitsQuery } from '#areas/menu/web/portal/meal-limits-queries.ts';
import { staffMealsQuery } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useToday } from '#areas/order-book/web/use-today.ts';
import { useTickedRows } from '#platform/web/portal/tick-bar.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { describeLimits } from '#areas/recipes/web/portal/planned-menu.ts';
import { LimitsDialog } from '#areas/recipes/web/portal/limits-dialog.tsx';
import { MealTickBar } from './many-meals.tsx';
import { SampleMenuNotice } from './sample-menu-notice.tsx';
import { MealTable } from './meal-table.tsx';
import { RunOutDialog } from '#areas/recipes/web/portal/run-out-dialog.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { type MealShow, useMealsLocation } from './use-meals-location.ts';
import { SearchField } from '#platform/web/ui/form/search-field.tsx';
import { CONTROL_CLASS } from '#platform/web/ui/form/field-frame.tsx';

export function MealList() {
  const { filter, linkTo, ranOut, closeRunOut, limitedId, closeLimits } = useMealsLocation();
  const today = useToday();
  const limits = useLimits(today);
  const maySettle = useMayDo('settleRunOut');
  const isEditor = useMayDo('editMeals');
  const { q, type, show } = filter;
  const list = useQuery(staffMealsQuery({ q, type, archived: show === 'archived' }));
  const { data, isFetching } = list;
  const meals = data?.filter((meal) => isShown(meal, show)) ?? [];
  const missing = maySettle && ranOut ? data?.find(({ id }) => id === ranOut.mealId) : undefined;
  const limited = isEditor ? data?.find(({ id }) => id === limitedId) : undefined;
  const isFiltered = q !== '' || type !== null || show !== 'current';
  const ids = meals.filter(({ archivedAt }) => archivedAt === null).map(({ id }) => id);
  const ticked = useTickedRows(ids);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">
          Meals
          {data && (
            <span className="font-sans text-base font-normal text-ink-soft"> ({meals.length})</span>
          )}
        </h2>
        {isEditor && (
          <Link to={linkTo('new')} className={buttonClass('primary', 'small')}>
            New meal
          </Link>
        )}
      </div>
      {isEditor && <SampleMenuNotice />}
      <MealFilters />
      <div role="status" className="sr-only">
        {data && !isFetching && `${meals.length} meals`}
      </div>
      {limited && today !== null && (
        <LimitsDialog key={limited.id} meal={limited} today={today} onClose={closeLimits} />
      )}
      {data && missing && (
        <RunOut key={missing.id} meal={missing} from={ranOut?.from} onClose={closeRunOut} />
      )}
      <Loaded query={list} what="the meals">
        {() =>
          meals.length > 0 ? (
            <>
              {isEditor && ids.length > 1 && (
                <Button
                  variant="quiet"
                  size="small"
                  className="-mb-3 -ml-3 justify-self-start"
                  onClick={() => ticked.setAll(ids, ticked.chosen.length < ids.length)}
                >
                  {ticked.chosen.length < ids.length ? `Tick all ${ids.length}` : 'Untick all'}
                </Button>
              )}
              <MealTable meals={meals} limits={limits} ticked={isEditor ? ticked : null} />
              {isEditor && <MealTickBar ticked={ticked} meals={meals} />}
            </>
          ) : (
            <EmptyState title={isFiltered ? 'No meals found' : 'No meals yet'}>
              {isFiltered && 'Try a different search or filter.'}
              {!isFiltered && isEditor && 'Add the first one to start your menu.'}
            </EmptyState>
          )
        }
      </Loaded>
    </div>
  );
}

/** What is limited in the next two weeks, in words. */
function useLimits(today: PlainDate | null): ReadonlyMap<number, string> {
  const from = today ?? '';
  const { data } = useQuery({
    ...allLimitsQuery({ from, to: today === null ? '' : addDays(today, 13) }),
    enabled: today !== null,
  });
  const byMeal = Map.groupBy(data?.limits ?? [], ({ mealId }) => mealId);
  return new Map([...byMeal].map(([id, rows]) => [id, describeLimits(rows)]));
}

function isShown({ archivedAt, isActive }: StaffMealReply, show: MealShow): boolean {
  if (show === 'archived') return archivedAt !== null;
  if (show === 'current') return true;
  return isActive === (show === 'active');
}

type RunOutProps = Omit<ComponentProps<typeof RunOutDialog>, 'from'> & {
  from: PlainDate | null | undefined;
};

/** From today, if the address names no day. */
function RunOut({ from, ...shared }: RunOutProps) {
  const today = useToday();
  const first = from ?? today;
  return first === null ? null : <RunOutDialog {...shared} from={first} />;
}

/** Pause in typing before the server is asked. */
const PAUSE_MS = 250;

function MealFilters() {
  const { filter, setFilter } = useMealsLocation();
  const hasTypes = useHasServices(filter.type ?? undefined);
  return (
    <div role="search" className="flex flex-wrap gap-3">
      <MealSearchField />
      <div className="flex flex-wrap gap-3 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
        {hasTypes && (
          <select
            aria-label="Meal type"
            value={filter.type ?? ''}
            onChange={(event) => setFilter({ type: event.target.value })}
            className={`${CONTROL_CLASS} sm:w-auto`}
          >
            <option value="">All types</option>
            <ServiceOptions />
          </select>
        )}
        <select
          aria-label="Which meals"
          value={filter.show}
          onChange={(event) =>
            setFilter({ show: event.target.value === 'current' ? '' : event.target.value })
          }
          className={`${CONTROL_CLASS} sm:w-auto`}
        >
          <option value="current">Current meals</option>
          <option value="active">Active</option>
          <option value="inactive">Inactive</option>
          <option value="archived">Archived</option>
        </select>
      </div>
    </div>
  );
}

function MealSearchField() {
  const { filter, setFilter } = useMealsLocation();
  const [text, setText] = useState(filter.q);

  useEffect(() => {
    if (text.trim() === filter.q) return undefined;
    const asking = setTimeout(() => setFilter({ q: text.trim() }), PAUSE_MS);
    return () => clearTimeout(asking);
  }, [text, filter.q, setFilter]);

  return <SearchField label="Search meals" value={text} onChange={setText} />;
}
