import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { CookedAnswer, StaffMealReply } from '#areas/menu/calls/meals.ts';
import { fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import { readStaleMeal, type StaleMeal } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { useNavigate } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { useLeaveGuard } from '#platform/web/navigation/use-leave-guard.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { EditedMealProvider, useEditedMeal } from './edited-meal.ts';
import { draftOfMeal, EMPTY_DRAFT } from './meal-draft.ts';
import { MealFields } from './meal-fields.tsx';
import { RecipeCheckNotice } from './recipe-check-notice.tsx';
import { StaleMealNotice } from './stale-meal-notice.tsx';
import { useMealsLocation } from './use-meals-location.ts';
import { useRecipeCheck } from './use-recipe-check.ts';
import { useSaveMeal } from './use-save-meal.ts';

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

  function load(theirs: StaffMealReply) {
    edited.startFrom(draftOfMeal(theirs));
    setVersion(theirs.version);
    setStale(null);
  }

  function overwriteTheirs(theirs: StaffMealReply) {
    setVersion(theirs.version);
    setStale(null);
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (!edited.check()) setRefusals((count) => count + 1);
    else if (!save.isBusy && !check.isChecking) {
      check.checkFirst(draft, () => save.run({ draft, version }));
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
        <MealFields meal={meal} />
        {stale && <StaleMealNotice stale={stale} onLoad={load} onKeep={overwriteTheirs} />}
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
