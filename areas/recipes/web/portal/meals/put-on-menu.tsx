import { type StaffMealReply, updateMeal } from '#areas/menu/calls/meals.ts';
import { STAFF_MEALS_KEY } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { call } from '#platform/web/api/client.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useState } from 'react';
import { draftOfMeal, draftProblems, requestOfMeal } from './meal-draft.ts';

type PutOnMenuProps = {
  meal: StaffMealReply;
  /** Ingredients whose label nobody has read. */
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
