import { useEffect, useState } from 'react';
import { FormProvider, type Resolver, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { StaffMealReply } from '#contract/meals.ts';
import { fieldErrorsOf } from '#web/api/field-errors.ts';
import { readStaleMeal, type StaleMeal } from '#web/api/portal/staff-meals.ts';
import { useUnsavedGuard } from '#web/navigation/use-unsaved-guard.ts';
import { Button } from '#web/ui/form/button.tsx';
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { draftOfMeal, draftProblems, EMPTY_DRAFT, type MealDraft } from './meal-draft.ts';
import { MealFields } from './meal-fields.tsx';
import { StaleMealNotice } from './stale-meal-notice.tsx';
import { useMealsLocation } from './use-meals-location.ts';
import { useSaveMeal } from './use-save-meal.ts';

const checkDraft: Resolver<MealDraft> = (draft) => {
  const problems = Object.entries(draftProblems(draft));
  if (problems.length === 0) return { values: draft, errors: {} };
  const errors = problems.map(([field, message]) => [field, { type: 'rule', message }]);
  return { values: {}, errors: Object.fromEntries(errors) };
};

/** Null: a new meal. */
export function MealForm({ meal }: { meal: StaffMealReply | null }) {
  const { linkTo } = useMealsLocation();
  const navigate = useNavigate();
  const form = useForm<MealDraft>({
    defaultValues: meal ? draftOfMeal(meal) : EMPTY_DRAFT,
    resolver: checkDraft,
  });
  const { isDirty, errors } = form.formState;
  // The version that filled the fields.
  const [version, setVersion] = useState(meal?.version ?? null);
  const [stale, setStale] = useState<StaleMeal | null>(null);
  const save = useSaveMeal({ meal, onSaved: () => form.reset(form.getValues()), onFailed });
  const guard = useUnsavedGuard(isDirty && !save.isSuccess);

  useEffect(() => {
    // Only once the guard knows that there are no unsaved changes.
    if (save.isSuccess && !isDirty) void navigate(linkTo(null));
  }, [save.isSuccess, isDirty, navigate, linkTo]);

  function onFailed(error: unknown): boolean {
    setStale(readStaleMeal(error));
    const fields = Object.entries(fieldErrorsOf(error)).filter(([field]) => field in EMPTY_DRAFT);
    fields.forEach(([field, message = ''], index) => {
      // Filtered above to the form's own fields.
      form.setError(field as keyof MealDraft, { message }, { shouldFocus: index === 0 });
    });
    return readStaleMeal(error) !== null || fields.length > 0;
  }

  function load(theirs: StaffMealReply) {
    form.reset(draftOfMeal(theirs));
    setVersion(theirs.version);
    setStale(null);
  }

  function overwriteTheirs(theirs: StaffMealReply) {
    setVersion(theirs.version);
    setStale(null);
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => {
          void form.handleSubmit((draft) => {
            if (!save.isPending) save.mutate({ draft, version });
          })(event);
        }}
        className="grid content-start gap-6"
      >
        <MealFields />
        {stale && <StaleMealNotice stale={stale} onLoad={load} onKeep={overwriteTheirs} />}
        {Object.keys(errors).length > 0 && (
          <Notice tone="error" announce="polite">
            Check the highlighted fields.
          </Notice>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={save.isPending} busyLabel="Saving…">
            {meal ? 'Save changes' : 'Create meal'}
          </Button>
          <Button variant="quiet" onClick={() => void navigate(linkTo(null))}>
            Cancel
          </Button>
        </div>
      </form>
      <ConfirmDialog
        open={guard.isAsking}
        title="Leave without saving?"
        confirmLabel="Leave"
        cancelLabel="Stay"
        onConfirm={guard.leave}
        onCancel={guard.stay}
      >
        <p>Your changes to this meal have not been saved and will be lost.</p>
      </ConfirmDialog>
    </FormProvider>
  );
}
