import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import {
  type CookedAnswer,
  type StaffMealReply,
  createMeal,
  updateMeal,
} from '#areas/menu/calls/meals.ts';
import { fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import {
  readStaleMeal,
  type StaleMeal,
  STAFF_MEALS_KEY,
} from '#areas/menu/web/portal/staff-meals-queries.ts';
import { useNavigate } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { useLeaveGuard } from '#platform/web/navigation/use-leave-guard.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import {
  EditedMealProvider,
  useEditedMeal,
  mealFieldLabel,
  draftOfMeal,
  EMPTY_DRAFT,
  type MealDraft,
  requestOfMeal,
} from './meal-draft.tsx';
import { MealFields } from './meal-fields.tsx';
import { RecipeCheckNotice, useRecipeCheck } from './take-over.tsx';
import { useMealsLocation } from './meal-table.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { call } from '#platform/web/api/client.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';

/** Null: a new meal. */
export function MealForm({ meal }: { meal: StaffMealReply | null }) {
  const listLink = useMealsLocation().linkTo(null);
  const [isListed, setListed] = useState(false);
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const edited = useEditedMeal(meal);
  const { draft, hasChanges, problems } = edited;
  // Counted: the same fields may be wrong again.
  const [refusals, setRefusals] = useState(0);
  // The version that filled the fields.
  const [version, setVersion] = useState(meal?.version ?? null);
  const [stale, setStale] = useState<StaleMeal | null>(null);
  const save = useSaveMeal({ meal, onSaved: edited.markSaved, onFailed });
  const isSaved = save.result !== undefined;
  const check = useRecipeCheck(meal);
  useLeaveGuard(hasChanges && !isSaved, 'this meal');

  useEffect(() => {
    // Only once the guard knows that there are no unsaved changes.
    const next = isListed ? paths.admin({ tab: 'recipes' }) : listLink;
    if (isSaved && !hasChanges) void navigate(next);
  }, [isSaved, hasChanges, navigate, listLink, isListed]);

  useEffect(() => {
    if (refusals > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid], [data-invalid]')?.focus();
  }, [refusals]);

  function onFailed(error: unknown): boolean {
    setStale(readStaleMeal(error));
    const fields = Object.entries(fieldErrorsOf(error)).filter(([field]) => field in EMPTY_DRAFT);
    edited.refuse(Object.fromEntries(fields));
    setRefusals((count) => count + 1);
    return readStaleMeal(error) !== null || fields.length > 0;
  }

  function load(newest: StaffMealReply) {
    edited.startFrom(draftOfMeal(newest));
    setVersion(newest.version);
    setStale(null);
  }

  function overwriteNewest(newest: StaffMealReply) {
    setVersion(newest.version);
    setStale(null);
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (!edited.check()) setRefusals((count) => count + 1);
    else if (!save.isBusy && !check.isChecking) {
      const go = () => save.run({ draft, version });
      if (meal && isOtherRecipe(draftOfMeal(meal), draft))
        check.checkFirst(requestOfMeal(draft), go);
      else go();
    }
  }

  function saveAndList(cooked: CookedAnswer) {
    setListed((check.concerned?.people ?? 0) > 0);
    check.dismiss();
    save.run({ draft, version, cooked });
  }

  return (
    <EditedMealProvider value={edited}>
      <form ref={form} noValidate onSubmit={submit} className="grid content-start gap-6">
        <MealFields />
        {stale && <StaleMealNotice stale={stale} onLoad={load} onKeep={overwriteNewest} />}
        {check.concerned && (
          <RecipeCheckNotice
            concerned={check.concerned}
            onSave={saveAndList}
            onStay={check.dismiss}
          />
        )}
        {Object.keys(problems).length > 0 && (
          <Notice tone="error" announce="polite">
            Check the highlighted fields.
          </Notice>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={save.isBusy || check.isChecking} busyLabel="Saving…">
            {meal ? 'Save changes' : 'Create meal'}
          </Button>
          <Button variant="quiet" onClick={() => void navigate(listLink)}>
            Cancel
          </Button>
        </div>
      </form>
    </EditedMealProvider>
  );
}

type StaleMealNoticeProps = {
  stale: StaleMeal;
  /** Refills the form with the meal as it is now. */
  onLoad: (newest: StaffMealReply) => void;
  /** Keeps what is in the form: the next save overwrites theirs. */
  onKeep: (newest: StaffMealReply) => void;
};

function StaleMealNotice({ stale, onLoad, onKeep }: StaleMealNoticeProps) {
  const { changedBy, changedFields, meal } = stale;
  const labels = changedFields.flatMap((field) => mealFieldLabel(field) ?? []);
  return (
    <Notice tone="warning" announce="now" title="Not saved: someone else changed this meal">
      <p>
        <span className="break-all">{changedBy ?? 'Someone'}</span> changed{' '}
        {labels.length > 0 ? new Intl.ListFormat('en-AU').format(labels) : 'it'} after you opened
        it.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={() => onLoad(meal)}>
          Load their version
        </Button>
        <Button variant="quiet" size="small" onClick={() => onKeep(meal)}>
          Keep mine
        </Button>
      </div>
    </Notice>
  );
}

/** What of a meal decides who may eat it, and until when. */
const RECIPE_FIELDS = [
  'areAllergensDeclared',
  'allergens',
  'ingredients',
  'dietaryTags',
  'shelfLifeDays',
  'freezable',
] as const satisfies (keyof MealDraft)[];

function isOtherRecipe(before: MealDraft, after: MealDraft): boolean {
  return RECIPE_FIELDS.some(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
}

type MealToSave = {
  draft: MealDraft;
  version: number | null;
  /** Left out: nothing of it is cooked. */
  cooked?: CookedAnswer;
};

type SaveMeal = {
  meal: StaffMealReply | null;
  onSaved: () => void;
  /** Returns whether the form shows the error; if so, no toast is needed. */
  onFailed: (error: unknown) => boolean;
};

function useSaveMeal({ meal, onSaved, onFailed }: SaveMeal) {
  const { showToast } = useToast();
  return useChange(
    ({ draft, version, cooked }: MealToSave) => {
      const body = requestOfMeal(draft);
      if (meal === null || version === null) return call(createMeal, { body });
      return call(updateMeal, {
        params: { id: String(meal.id) },
        body: { ...body, version, cooked },
      });
    },
    {
      says: ({ name, isActive, notPublic }) => ({
        title: meal ? 'Meal Updated' : 'Meal Created',
        description: [
          `${name} is ${isActive && !notPublic ? 'on' : 'not on'} the menu.`,
          ...(notPublic ?? []).map(({ message }) => message),
        ].join(' '),
        tone: 'success',
      }),
      onDone: onSaved,
      onFailure(_failure, { error }) {
        if (onFailed(error)) return;
        const description = `Failed to ${meal ? 'update' : 'create'} meal. Please try again.`;
        showToast({ title: 'Error', description, tone: 'error' });
      },
      refresh: [{ queryKey: STAFF_MEALS_KEY }],
    },
  );
}
