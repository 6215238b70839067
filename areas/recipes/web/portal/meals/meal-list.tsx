import { ServiceOptions, useHasServices } from '#areas/menu/web/service-options.tsx';
import type { ComponentProps } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { allLimitsQuery } from '#areas/menu/web/portal/meal-limits-queries.ts';
import { staffMealsQuery } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useToday } from '#areas/order-book/web/use-today.ts';
import { ListPage } from '#platform/web/portal/list-page.tsx';
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
    <>
      {limited && today !== null && (
        <LimitsDialog key={limited.id} meal={limited} today={today} onClose={closeLimits} />
      )}
      {data && missing && (
        <RunOut key={missing.id} meal={missing} from={ranOut?.from} onClose={closeRunOut} />
      )}
      <ListPage
        title={`Meals${data ? ` (${meals.length})` : ''}`}
        what="the meals"
        actions={
          isEditor && (
            <Link to={linkTo('new')} className={buttonClass('primary', 'small')}>
              New meal
            </Link>
          )
        }
        search="Search meals"
        filters={
          <>
            <MealFilters shown={data && !isFetching ? meals.length : null} />
            {isEditor && <SampleMenuNotice />}
          </>
        }
        list={list}
        rowsOf={() => meals}
        empty={
          <EmptyState title={isFiltered ? 'No meals found' : 'No meals yet'}>
            {isFiltered && 'Try a different search or filter.'}
            {!isFiltered && isEditor && 'Add the first one to start your menu.'}
          </EmptyState>
        }
      >
        {() => (
          <>
            {isEditor && ids.length > 1 && (
              <Button
                variant="quiet"
                size="small"
                className="-mb-4 -ml-3 justify-self-start"
                onClick={() => ticked.setAll(ids, ticked.chosen.length < ids.length)}
              >
                {ticked.chosen.length < ids.length ? `Tick all ${ids.length}` : 'Untick all'}
              </Button>
            )}
            <MealTable meals={meals} limits={limits} ticked={isEditor ? ticked : null} />
            {isEditor && <MealTickBar ticked={ticked} meals={meals} />}
          </>
        )}
      </ListPage>
    </>
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

function MealFilters({ shown }: { shown: number | null }) {
  const { filter, setFilter } = useMealsLocation();
  const hasTypes = useHasServices(filter.type ?? undefined);
  return (
    <div className="-mt-2 flex flex-wrap gap-3 max-sm:grid max-sm:grid-cols-2">
      {hasTypes && (
        <select
          aria-label="Meal type"
          value={filter.type ?? ''}
          onChange={({ target }) => setFilter({ type: target.value })}
          className={`${CONTROL_CLASS} sm:w-auto`}
        >
          <option value="">All types</option>
          <ServiceOptions />
        </select>
      )}
      <select
        aria-label="Which meals"
        value={filter.show}
        onChange={({ target }) =>
          setFilter({ show: target.value === 'current' ? '' : target.value })
        }
        className={`${CONTROL_CLASS} sm:w-auto`}
      >
        <option value="current">Current meals</option>
        <option value="active">Active</option>
        <option value="inactive">Inactive</option>
        <option value="archived">Archived</option>
      </select>
      <span role="status" className="sr-only">
        {shown !== null && `${shown} meals`}
      </span>
    </div>
  );
}
