import { ServiceOptions, useHasServices } from '#areas/menu/web/service-options.tsx';
import { type ComponentProps, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { listLimits } from '#areas/menu/calls/meal-limits.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import {
  LIMITS_KEY,
  staffMealsQuery,
  STAFF_MEALS_KEY,
} from '#areas/menu/web/portal/staff-meals-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useToday } from '#areas/order-book/web/ordering-queries.ts';
import { ListPage } from '#platform/web/portal/list-page.tsx';
import { useTickedRows, TickBar, type TickedRows } from '#platform/web/portal/tick-bar.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { describeLimits } from '#areas/recipes/web/portal/planned-menu.ts';
import { LimitsDialog } from '#areas/recipes/web/portal/limits-dialog.tsx';
import { MealTable, type MealShow, useMealsLocation } from './meal-table.tsx';
import { RunOutDialog } from '#areas/recipes/web/portal/run-out-dialog.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { CONTROL_CLASS } from '#platform/web/ui/form/field-frame.tsx';
import {
  changeManyMeals,
  type ManyMealsReply,
  type MealAct,
} from '#areas/recipes/calls/many-meals.ts';
import { dryRunQuery, freshQuery } from '#platform/web/api/call-query.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { BulkPreview } from '#platform/web/portal/bulk-result.tsx';
import {
  bringBackSampleMenu,
  readSampleMenu,
  removeSampleMenu,
  type SampleMenuReply,
} from '#areas/recipes/calls/sample-menu.ts';
import { removalText } from '#areas/recipes/rules/sample-menu.ts';
import { recipeBookQuery } from '#areas/recipes/web/portal/recipe-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

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

function useLimits(today: PlainDate | null): ReadonlyMap<number, string> {
  const query = { from: today ?? '', to: today === null ? '' : addDays(today, 13) };
  const { data } = useQuery(
    freshQuery([...LIMITS_KEY, 'all', query], listLimits, { query }, { enabled: today !== null }),
  );
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

const ACTS: Record<MealAct, { button: string; title: string; done: string; become?: string }> = {
  on: { button: 'Switch on', title: 'Switch on', done: 'on the menu' },
  off: { button: 'Switch off', title: 'Switch off', done: 'off the menu' },
  archive: {
    button: 'Archive…',
    title: 'Archive',
    done: 'archived',
    become: 'to the archive. Paid orders keep them',
  },
};
const SEQUENCE = ['on', 'off', 'archive'] as const satisfies MealAct[];

function MealTickBar({ ticked, meals }: { ticked: TickedRows; meals: readonly StaffMealReply[] }) {
  const [act, setAct] = useState<MealAct | null>(null);
  const ids = meals.map(({ id }) => id).filter((id) => ticked.isTicked(id));
  if (ids.length + ticked.hidden === 0) return null;
  return (
    <div className="sticky bottom-[var(--bar,0px)] z-10 bg-ground py-2">
      <TickBar
        label="Ticked meals"
        count={ids.length}
        hidden={ticked.hidden}
        onClear={ticked.clear}
      >
        {SEQUENCE.map((each) => (
          <Button key={each} variant="secondary" size="small" onClick={() => setAct(each)}>
            {ACTS[each].button}
          </Button>
        ))}
      </TickBar>
      {act !== null && (
        <ManyMealsDialog
          act={act}
          ids={ids}
          onDone={({ results }) => {
            setAct(null);
            const stayed = new Set(results.flatMap(({ id, ok }) => (ok ? [] : [id])));
            ticked.reduceTo((id) => stayed.has(id));
          }}
          onClose={() => setAct(null)}
        />
      )}
    </div>
  );
}

type ManyMealsDialogProps = {
  act: MealAct;
  ids: readonly number[];
  onDone: (reply: ManyMealsReply) => void;
  onClose: () => void;
};

function ManyMealsDialog({ act, ids, onDone, onClose }: ManyMealsDialogProps) {
  const { title, done } = ACTS[act];
  const ask = { ids: [...ids], act };
  const preview = useQuery(dryRunQuery(changeManyMeals, { body: ask }));
  const change = useChange(changeManyMeals, {
    onDone,
    says: ({ results }) => ({
      title: 'Meals Updated',
      description: `${countOf(results)} ${done}.`,
      tone: 'success',
    }),
    preview,
    refresh: [{ queryKey: STAFF_MEALS_KEY }, { queryKey: ['sample-menu'] }],
  });
  const { data } = preview;
  const count = data?.results.filter(({ ok }) => ok).length ?? 0;
  return (
    <ActionDialog
      title={`${title} ${mealCount(ids.length)}`}
      act={count === 0 ? title : `${title} ${mealCount(count)}`}
      danger={act === 'archive'}
      busyLabel="Saving…"
      preview={preview}
      isReady={count > 0}
      change={change}
      failureTitle="Nothing changed"
      go={() => data && change.run({ body: { ...ask, previewHash: data.previewHash } })}
      onClose={onClose}
    >
      <BulkPreview
        results={data?.results.map(({ name, ...row }) => ({ ...row, customer: name }))}
        error={preview.isFetching ? null : preview.error}
        onRetry={() => void preview.refetch()}
        sums={data ? sumsOf(act, count, data) : []}
      />
    </ActionDialog>
  );
}

function sumsOf(act: MealAct, count: number, { isMenuEmpty }: ManyMealsReply): string[] {
  const { done, become = done } = ACTS[act];
  return [
    ...(count > 0 ? [`${mealCount(count)}: ${become}.`] : []),
    ...(isMenuEmpty ? ['Then nothing is left on the menu to order.'] : []),
  ];
}

function countOf(results: ManyMealsReply['results']): string {
  return mealsAre(results.filter(({ ok }) => ok).length);
}

function mealsAre(count: number): string {
  return count === 1 ? '1 meal is' : `${count} meals are`;
}

function mealCount(count: number): string {
  return count === 1 ? '1 meal' : `${count} meals`;
}

const sampleMenuQuery = freshQuery(['sample-menu'], readSampleMenu);

const REFRESH = [
  { queryKey: STAFF_MEALS_KEY },
  { queryKey: sampleMenuQuery.queryKey },
  { queryKey: recipeBookQuery.queryKey },
];

/** While meals of the sample menu are there, the way to remove them; for 30 days after, the way back. */
function SampleMenuNotice() {
  const [isAsking, setAsking] = useState(false);
  const { data } = useQuery(sampleMenuQuery);
  if (!data) return null;
  return (
    <>
      {data.removed && <Removed removed={data.removed} />}
      {data.meals > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-2xl bg-sunken px-4 py-2">
          <p>{mealsAre(data.meals)} from the sample menu.</p>
          <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
            Remove the sample menu…
          </Button>
        </div>
      )}
      {isAsking && <RemoveDialog onClose={() => setAsking(false)} />}
    </>
  );
}

function Removed({
  removed: { meals, until },
}: {
  removed: NonNullable<SampleMenuReply['removed']>;
}) {
  const formatInstant = useFormatInstant();
  const back = useChange(bringBackSampleMenu, {
    says: 'Sample Menu Is Back',
    toastsFailure: true,
    refresh: REFRESH,
  });
  return (
    <Notice>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>
          The sample menu is removed: {mealCount(meals)}. It can come back until{' '}
          {formatInstant(until)}.
        </p>
        <Button
          variant="secondary"
          size="small"
          busy={back.isBusy}
          busyLabel="Bringing back…"
          onClick={() => back.run({})}
        >
          Bring back
        </Button>
      </div>
    </Notice>
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const preview = useQuery(dryRunQuery(removeSampleMenu, { body: {} }));
  const removing = useChange(removeSampleMenu, {
    says: 'Sample Menu Removed',
    onDone: onClose,
    refresh: REFRESH,
  });
  const { data } = preview;
  return (
    <ActionDialog
      title="Remove the sample menu"
      act="Remove the sample menu"
      busyLabel="Removing…"
      danger
      preview={preview}
      isReady={data !== undefined && data.refusal === null && data.meals > 0}
      change={removing}
      failureTitle="Nothing was removed"
      go={() => data && removing.run({ body: { previewHash: data.previewHash } })}
      onClose={onClose}
    >
      {data ? (
        <>
          <p>{removalText(data)}</p>
          <p className="text-ink-soft">You can bring it back for 30 days.</p>
          {data.refusal !== null && (
            <Notice tone="warning" title={data.refusal}>
              <p>You are open, and the sample menu is all that customers can order.</p>
            </Notice>
          )}
        </>
      ) : (
        <p role="status">{preview.error ? 'We couldn’t work it out.' : 'Working it out…'}</p>
      )}
    </ActionDialog>
  );
}
