/** Whom a changed meal concerns, asked before it is saved. */
import { useState } from 'react';
import type { CookedAnswer, MealRequest, StaffMealReply } from '#areas/menu/calls/meals.ts';
import type { RecipeCheckReply } from '#areas/orders/calls/recipe-alerts.ts';
import { fetchRecipeCheck } from '#areas/orders/web/portal/recipe-alerts-queries.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';

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
