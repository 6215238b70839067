import { useState } from 'react';
import type { AllergensDifferReply, Settlement } from '#areas/recipes/calls/recipe-book.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { TextAreaField, TextField } from '#platform/web/ui/form/text-field.tsx';

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

type SettleMealProps = {
  meal: AllergensDifferReply['meals'][number];
  settled: Settlement;
  /** False while a pack has to be read first. */
  canSettle: boolean;
  onChange: (settled: Settlement) => void;
};

/** What one meal is to declare, so that the save can go on. */
function SettleMeal({ meal, settled, canSettle, onChange }: SettleMealProps) {
  const { name, missing, unchecked, people, ingredients, proposedIngredients } = meal;
  const text = settled.ingredients ?? ingredients;
  return (
    <li className="grid gap-2">
      <p>
        <strong>{name}</strong>
        {missing.length > 0 && ` does not declare ${missing.join(', ')}`}
        {unchecked.length > 0 && ` uses ${unchecked.join(', ')}, whose pack nobody has read`}
        {people > 0 && ` (${people === 1 ? '1 person' : `${people} people`} ahead)`}
      </p>
      {canSettle && missing.includes('sulphites') && (
        <LeaveOutSulphites {...{ meal, settled, onChange }} />
      )}
      {canSettle && (
        <div className="grid gap-2 pb-2">
          <TextAreaField
            label={`Ingredients on the label of ${name}`}
            rows={4}
            maxLength={3000}
            value={text}
            onChange={({ target: { value } }) => onChange({ ...settled, ingredients: value })}
          />
          {ingredients !== '' && ingredients !== text && (
            <p className="text-sm wrap-anywhere">On the label now: {ingredients}</p>
          )}
          {proposedIngredients !== '' && proposedIngredients !== text && (
            <>
              <p className="text-sm wrap-anywhere">By its recipe: {proposedIngredients}</p>
              <Button
                size="small"
                variant="secondary"
                className="justify-self-start"
                onClick={() => onChange({ ...settled, ingredients: proposedIngredients })}
              >
                Use this list
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  );
}

/** Below 10 mg/kg food law lets a label leave sulphites out. It takes a reason. */
function LeaveOutSulphites({ meal, settled, onChange }: Omit<SettleMealProps, 'canSettle'>) {
  const reason = settled.reasons?.sulphites;
  return (
    <div className="grid gap-2">
      <div>
        <CheckChip
          checked={reason !== undefined}
          onToggle={() => {
            const { reasons: _reasons, ...rest } = settled;
            onChange(
              reason === undefined
                ? {
                    ...rest,
                    allergens: meal.allergens.filter((allergen) => allergen !== 'sulphites'),
                    reasons: { sulphites: '' },
                  }
                : { ...rest, allergens: meal.allergens },
            );
          }}
        >
          Sulphites are under 10 mg/kg
        </CheckChip>
      </div>
      {reason !== undefined && (
        <TextField
          label={`How you know it of ${meal.name}`}
          hint="Kept with its recipe, for whoever asks."
          maxLength={200}
          value={reason}
          onChange={({ target: { value } }) =>
            onChange({ ...settled, reasons: { sulphites: value } })
          }
        />
      )}
    </div>
  );
}
