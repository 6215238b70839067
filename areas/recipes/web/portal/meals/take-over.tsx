import { useState } from 'react';
import { type CookedAnswer, type StaffMealReply, updateMeal } from '#areas/menu/calls/meals.ts';
import { MEAL_FIELDS } from '#areas/menu/rules/meal-fields.ts';
import { wireName } from '#areas/menu/rules/list-meal-fields.ts';
import {
  sharesLost,
  takenFacts,
  type TakenField,
  type TakeOverRow,
  withTick,
} from '#areas/menu/rules/recipe/take-over.ts';
import { STAFF_MEALS_KEY } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { dietText } from '#areas/needs/rules/food-needs.ts';
import { untrueTags } from '#areas/needs/rules/gate/fits-diet.ts';
import { call } from '#platform/web/api/client.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { useNavigate } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useDerivedMeal } from '#areas/recipes/web/portal/use-derived-meal.ts';
import { draftOfMeal, requestOfMeal } from './meal-draft.ts';
import { RecipeCheckNotice, useRecipeCheck } from './recipe-check.tsx';

/** What the saved recipe would change of the meal: now and new, all ticked, taken over in one save. */
export function TakeOver({ meal }: { meal: StaffMealReply }) {
  const mayEdit = useMayDo('editMeals');
  const { rows } = useDerivedMeal(meal);
  if (!mayEdit || meal.archivedAt !== null || rows.length === 0) return null;
  const state = JSON.stringify([meal.version, rows]);
  return <TakeOverRows key={state} meal={meal} rows={rows} />;
}

type Props = { meal: StaffMealReply; rows: readonly TakeOverRow[] };

function TakeOverRows({ meal, rows }: Props) {
  const offered = rows.filter((row) => 'next' in row);
  const [ticked, setTicked] = useState(() => new Set(offered.map(({ field }) => field)));
  const { request, lost } = requestWith(meal, rows, ticked);
  const { problem, isSaving, check, save, saveAndList } = useTakeOver(meal, request);
  return (
    <section aria-labelledby="take-over-heading" className="grid gap-3">
      <h3 id="take-over-heading" className="text-lg">
        Take over to the meal
      </h3>
      <p className="text-sm text-ink-soft">What the recipe says as it is saved.</p>
      <ul className="grid">
        {rows.map((row) => (
          <Row
            key={row.field}
            row={row}
            isTicked={ticked.has(row.field)}
            onTick={(isTicked) => setTicked(withTick(rows, ticked, { field: row.field, isTicked }))}
          />
        ))}
      </ul>
      {lost.length > 0 && (
        <p className="text-sm">
          No longer {lost.map(dietText).join(', ')}: it contains what that rules out.
        </p>
      )}
      {check.concerned && (
        <RecipeCheckNotice
          concerned={check.concerned}
          onSave={saveAndList}
          onStay={check.dismiss}
        />
      )}
      {problem !== null && (
        <Notice tone="error" announce="now" title="Not taken over">
          {problem}
        </Notice>
      )}
      {offered.length > 0 && !check.concerned && (
        <Button
          variant="secondary"
          className="justify-self-start"
          busy={isSaving}
          busyLabel="Saving…"
          disabled={ticked.size === 0}
          onClick={save}
        >
          Take over {ticked.size === 1 ? '1 value' : `${ticked.size} values`}
        </Button>
      )}
    </section>
  );
}

/** The meal as a request with what is taken over, and the diets that are not true with it. */
function requestWith(
  meal: StaffMealReply,
  rows: readonly TakeOverRow[],
  ticked: ReadonlySet<TakenField>,
) {
  const taken = takenFacts(rows, ticked);
  const values = Object.entries(taken).map(([field, value]) => [
    wireName(field as TakenField),
    value,
  ]);
  const allergens = taken.allergens ?? meal.allergens;
  const lost = untrueTags({ allergens, dietaryTags: meal.dietaryTags }).map(({ tag }) => tag);
  const kept = meal.dietaryTags?.filter((tag) => !lost.includes(tag)) ?? [];
  const request = {
    ...requestOfMeal(draftOfMeal(meal)),
    ...(Object.fromEntries(values) as Partial<StaffMealReply>),
    ...(lost.length > 0 && { dietaryTags: kept.length > 0 ? kept : null }),
  };
  return { request, lost };
}

function useTakeOver(meal: StaffMealReply, request: ReturnType<typeof requestWith>['request']) {
  const navigate = useNavigate();
  const check = useRecipeCheck(meal);
  const saving = useChange(
    ({ cooked }: { cooked?: CookedAnswer; isListed?: boolean }) =>
      call(updateMeal, {
        params: { id: String(meal.id) },
        body: { ...request, version: meal.version, cooked },
      }),
    {
      says: ({ name }) => ({
        title: 'Meal Updated',
        description: `${name} has what its recipe says.`,
        tone: 'success',
      }),
      onDone: (_saved, { isListed = false }) => {
        if (isListed) void navigate(paths.admin({ tab: 'recipes' }));
      },
      refresh: [{ queryKey: STAFF_MEALS_KEY }],
    },
  );
  const { failure } = saving;
  return {
    problem:
      failure &&
      (failure.is === 'fields' ? Object.values(failure.fields).join(' ') : failure.message),
    isSaving: saving.isBusy || check.isChecking,
    check,
    save: () => check.checkFirst(request, () => saving.run({})),
    saveAndList: (cooked: CookedAnswer) => {
      const isListed = (check.concerned?.people ?? 0) > 0;
      check.dismiss();
      saving.run({ cooked, isListed });
    },
  };
}

type RowProps = { row: TakeOverRow; isTicked: boolean; onTick: (isTicked: boolean) => void };

function Row({ row, isTicked, onTick }: RowProps) {
  const { label } = MEAL_FIELDS[row.field].names;
  const name = row.field === 'calories' ? 'Energy' : label;
  if ('unknown' in row)
    return (
      <li className="border-t border-line py-2 text-ink-soft">
        <span className="font-semibold">{name}</span>: not known of {row.unknown.join(', ')}
      </li>
    );
  return (
    <li className="border-t border-line">
      <label className="flex min-h-11 items-start gap-3 py-2">
        <input
          type="checkbox"
          className="mt-0.5 size-5 shrink-0"
          checked={isTicked}
          onChange={({ target }) => onTick(target.checked)}
        />
        <span className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{name}</span>:{' '}
          <span className="text-ink-soft">{shown(row.field, row.now)}</span> →{' '}
          <strong>{shown(row.field, row.next)}</strong>
          <SharesLost row={row} />
        </span>
      </label>
    </li>
  );
}

function SharesLost({
  row: { field, now, next },
}: {
  row: Extract<TakeOverRow, { next: unknown }>;
}) {
  if (field !== 'ingredients' || typeof now !== 'string' || typeof next !== 'string') return null;
  const lost = sharesLost(now, next);
  if (lost.length === 0) return null;
  return (
    <span className="block text-sm text-warning">
      It no longer says how much there is of {lost.join(', ')}. Add it by hand where the meal is
      named after it.
    </span>
  );
}

function shown(field: TakenField, value: TakeOverRow['now']): string {
  if (value === null || value === '') return field === 'allergens' ? 'not declared' : 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  const { value: kind }: { value: { type: string; unit?: string | null } } = MEAL_FIELDS[field];
  return kind.unit ? `${value} ${kind.unit}` : `${value}`;
}
