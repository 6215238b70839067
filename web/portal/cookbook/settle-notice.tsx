import type { AllergensDifferReply } from '#contract/recipes/recipe-book.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Button } from '#web/ui/form/button.tsx';

type SettleNoticeProps = {
  differ: AllergensDifferReply;
  isSaving: boolean;
  /** Saves once more, with these meals declaring all that is in them. */
  onSettle: () => void;
  onCancel: () => void;
};

/** A save stopped, because meals would declare less than they contain. */
export function SettleNotice({ differ, isSaving, onSettle, onCancel }: SettleNoticeProps) {
  const cannot = differ.meals.filter(({ unchecked }) => unchecked.length > 0);
  return (
    <Notice tone="error" announce="now" title="Not saved: meals would declare too little">
      <ul className="grid gap-1">
        {differ.meals.map(({ mealId, name, missing, unchecked, people }) => (
          <li key={mealId}>
            <strong>{name}</strong>
            {missing.length > 0 && ` does not declare ${missing.join(', ')}`}
            {unchecked.length > 0 && ` uses ${unchecked.join(', ')}, whose pack nobody has read`}
            {people > 0 && ` (${people === 1 ? '1 person' : `${people} people`} ahead)`}
          </li>
        ))}
      </ul>
      {cannot.length > 0 ? (
        <p>Read the packs first and enter what they contain.</p>
      ) : (
        <p>
          The menu and labels will say so from now on. Anyone ahead whom it concerns is listed under
          Recipes to settle.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {cannot.length === 0 && (
          <Button size="small" busy={isSaving} busyLabel="Saving…" onClick={onSettle}>
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
