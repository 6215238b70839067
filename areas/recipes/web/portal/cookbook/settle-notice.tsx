import { useState } from 'react';
import type { AllergensDifferReply, Settlement } from '#areas/recipes/calls/recipe-book.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { SettleMeal } from './settle-meal.tsx';

type SettleNoticeProps = {
  differ: AllergensDifferReply;
  isSaving: boolean;
  /** Saves once more, with what each of these meals declares. */
  onSettle: (settled: Settlement[]) => void;
  onCancel: () => void;
};

/** As its recipe has it; without a list of the recipe, the declared text stays. */
function settlementOf({
  mealId,
  allergens,
  ingredients,
  proposedIngredients,
}: AllergensDifferReply['meals'][number]): Settlement {
  return { mealId, allergens, ingredients: proposedIngredients || ingredients };
}

/** A save stopped, because meals would declare less than they contain. */
export function SettleNotice({ differ, isSaving, onSettle, onCancel }: SettleNoticeProps) {
  const [settled, setSettled] = useState<Record<number, Settlement>>({});
  const cannot = differ.meals.some(({ unchecked }) => unchecked.length > 0);
  const settlements = differ.meals.map((meal) => settled[meal.mealId] ?? settlementOf(meal));
  const lacksReason = settlements.some(({ reasons }) => reasons?.sulphites?.trim() === '');
  return (
    <Notice tone="error" announce="now" title="Not saved: meals would declare too little">
      <ul className="grid gap-2">
        {differ.meals.map((meal, at) => (
          <SettleMeal
            key={meal.mealId}
            meal={meal}
            settled={settlements[at] ?? settlementOf(meal)}
            canSettle={!cannot}
            onChange={(settlement) => setSettled({ ...settled, [meal.mealId]: settlement })}
          />
        ))}
      </ul>
      {cannot ? (
        <p>Read the packs first and enter what they contain.</p>
      ) : (
        <p>
          The menu and labels will say so from now on. Anyone ahead whom it concerns is listed under
          Food to settle.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {!cannot && (
          <Button
            size="small"
            busy={isSaving}
            busyLabel="Saving…"
            disabled={lacksReason}
            onClick={() => onSettle(settlements)}
          >
            Declare it and save
          </Button>
        )}
        <Button size="small" variant="secondary" onClick={onCancel}>
          Back to the recipe
        </Button>
      </div>
    </Notice>
  );
}
