import { useState } from 'react';
import {
  type CookedAnswer,
  type StaffMealReply,
  updateMeal,
  type MealRequest,
} from '#areas/menu/calls/meals.ts';
import { MEAL_FIELDS, wireName } from '#areas/menu/rules/meal-fields.ts';
import {
  sharesLost,
  takenFacts,
  type TakenField,
  type TakeOverRow,
  withTick,
} from '#areas/menu/rules/take-over.ts';
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
import { useDerivedMeal } from '#areas/recipes/web/portal/recipe-queries.ts';
import {
  draftOfMeal,
  requestOfMeal,
  draftProblems,
} from '#areas/recipes/web/portal/meals/meal-draft.tsx';
import type { RecipeCheckReply } from '#areas/orders/calls/food-to-settle.ts';
import { fetchRecipeCheck } from '#areas/orders/web/portal/food-to-settle-queries.ts';

/** What the saved recipe would change of the meal: now and new, all ticked, taken over in one save. */
export function TakeOver({ meal }: { meal: StaffMealReply }) {
  const mayEdit = useMayDo('editMeals');
  const { rows } = useDerivedMeal(meal);
  if (!mayEdit || meal.archivedAt !== null || rows.length === 0) return null;
  const state = JSON.stringify([meal.version, rows]);
  return <TakeOverRows key={state} meal={meal} rows={rows} />;
}

function TakeOverRows({ meal, rows }: { meal: StaffMealReply; rows: readonly TakeOverRow[] }) {
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
          <OfferRow
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

function OfferRow({ row, isTicked, onTick }: RowProps) {
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

type PutOnMenuProps = {
  meal: StaffMealReply;
  unread: readonly string[];
};

/** Switches a meal on, once all that the meal's form checks is right. Nothing for one that is on already. */
export function PutOnMenu({ meal, unread }: PutOnMenuProps) {
  const mayEdit = useMayDo('editMeals');
  const [problems, setProblems] = useState<readonly string[]>([]);
  const draft = { ...draftOfMeal(meal), isActive: true };
  const saving = useChange(
    () =>
      call(updateMeal, {
        params: { id: String(meal.id) },
        body: { ...requestOfMeal(draft), version: meal.version },
      }),
    {
      says: ({ name }) => ({
        title: 'Meal Updated',
        description: `${name} is on the menu.`,
        tone: 'success',
      }),
      onFailure: (failure) =>
        setProblems(
          failure.is === 'fields'
            ? Object.values(failure.fields).flatMap((text) => text ?? [])
            : [failure.message],
        ),
      refresh: [{ queryKey: STAFF_MEALS_KEY }],
    },
  );
  if (!mayEdit || meal.isActive || meal.archivedAt !== null) return null;

  function go() {
    // As of a new one: what is sold declares what is in it.
    const found = Object.values(draftProblems(draft, null)).flatMap((problem) => problem ?? []);
    setProblems(found);
    if (found.length === 0) saving.run();
  }

  return (
    <section aria-labelledby="put-on-heading" className="grid gap-3">
      <h3 id="put-on-heading" className="text-lg">
        Off the menu
      </h3>
      {unread.length > 0 && (
        <p className="text-sm">
          Read the labels of {unread.join(', ')} first: its allergens are not known.
        </p>
      )}
      {problems.length > 0 && (
        <Notice tone="error" announce="now" title="Not on the menu yet">
          <ul className="list-disc pl-5">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Button className="justify-self-start" busy={saving.isBusy} busyLabel="Saving…" onClick={go}>
        Put on the menu
      </Button>
    </section>
  );
}

/** Asks the server whom a changed recipe concerns before it is saved. */
export function useRecipeCheck(meal: StaffMealReply | null) {
  const [concerned, setConcerned] = useState<RecipeCheckReply | null>(null);
  const checking = useChange(
    ({ request }: { request: MealRequest; save: () => void }) =>
      fetchRecipeCheck(meal?.id ?? 0, request),
    {
      onDone: (found, { save }) =>
        found.people + found.cooked === 0 ? save() : setConcerned(found),
      onFailure: (_failure, { given: { save } }) => save(),
    },
  );
  return {
    concerned,
    isChecking: checking.isBusy,
    dismiss: () => setConcerned(null),
    /** Saves at once when it concerns nobody; also when the check fails: saving itself looks everyone through. */
    checkFirst: (request: MealRequest, save: () => void) => checking.run({ request, save }),
  };
}

type RecipeCheckNoticeProps = {
  concerned: RecipeCheckReply;
  /** `also`: what is cooked is like this too. */
  onSave: (cooked: CookedAnswer) => void;
  onStay: () => void;
};

/** Before a recipe is saved that people have already paid for. */
export function RecipeCheckNotice({ concerned, onSave, onStay }: RecipeCheckNoticeProps) {
  const { people, deliveries, stops, cooked } = concerned;
  return (
    <Notice
      tone="warning"
      announce="now"
      title={people > 0 ? 'People have already paid for this meal' : 'Some of this meal is cooked'}
    >
      {people > 0 && (
        <p>
          This concerns {people === 1 ? '1 person' : `${people} people`} in{' '}
          {deliveries === 1 ? '1 delivery' : `${deliveries} deliveries`}.
          {stops > 0 && ' Meals that no longer suit them stay on hold until you settle each one.'}
        </p>
      )}
      {cooked > 0 && (
        <p className="font-semibold">
          {cooked === 1 ? '1 portion is cooked. Is it' : `${cooked} portions are cooked. Are they`}{' '}
          like this too?
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {cooked > 0 ? (
          <>
            <Button size="small" onClick={() => onSave('also')}>
              Yes, we only corrected the label
            </Button>
            <Button variant="secondary" size="small" onClick={() => onSave('not')}>
              No, from now on
            </Button>
          </>
        ) : (
          <Button size="small" onClick={() => onSave('also')}>
            Save and list them
          </Button>
        )}
        <Button variant="quiet" size="small" onClick={onStay}>
          Keep editing
        </Button>
      </div>
    </Notice>
  );
}
