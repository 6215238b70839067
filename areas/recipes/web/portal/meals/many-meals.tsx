import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import {
  changeManyMeals,
  type ManyMealsReply,
  type MealAct,
} from '#areas/recipes/calls/many-meals.ts';
import { STAFF_MEALS_KEY } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { call } from '#platform/web/api/client.ts';
import { dryRunQuery } from '#platform/web/api/call-query.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { BulkPreview } from '#platform/web/portal/bulk-result.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TickBar, type TickedRows } from '#platform/web/portal/tick-bar.tsx';

const ACTS: Record<MealAct, { button: string; title: string; done: string }> = {
  on: { button: 'Switch on', title: 'Switch on', done: 'on the menu' },
  off: { button: 'Switch off', title: 'Switch off', done: 'off the menu' },
  archive: { button: 'Archive…', title: 'Archive', done: 'archived' },
};
const SEQUENCE = ['on', 'off', 'archive'] as const satisfies MealAct[];

type MealTickBarProps = { ticked: TickedRows; meals: readonly StaffMealReply[] };

/** What can be done with all ticked meals at once. */
export function MealTickBar({ ticked, meals }: MealTickBarProps) {
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
  const change = useChange(
    (previewHash: string) => call(changeManyMeals, { body: { ...ask, previewHash } }),
    {
      onDone,
      says: ({ results }) => ({
        title: 'Meals Updated',
        description: `${countOf(results)} ${done}.`,
        tone: 'success',
      }),
      preview,
      refresh: [{ queryKey: STAFF_MEALS_KEY }, { queryKey: ['sample-menu'] }],
    },
  );
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
      go={() => data && change.run(data.previewHash)}
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
  const become: Record<MealAct, string> = {
    on: 'on the menu',
    off: 'off the menu',
    archive: 'to the archive. Paid orders keep them',
  };
  return [
    ...(count > 0 ? [`${mealCount(count)}: ${become[act]}.`] : []),
    ...(isMenuEmpty ? ['Then nothing is left on the menu to order.'] : []),
  ];
}

function countOf(results: ManyMealsReply['results']): string {
  const count = results.filter(({ ok }) => ok).length;
  return count === 1 ? '1 meal is' : `${count} meals are`;
}

function mealCount(count: number): string {
  return count === 1 ? '1 meal' : `${count} meals`;
}
