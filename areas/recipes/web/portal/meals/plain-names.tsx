import { withPlainNames } from '#areas/needs/rules/gate/plain-names.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { useEditedMealHere } from './edited-meal.ts';

/** What the ingredient list leaves to guess, under its field; plain names are put in by a tap. */
export function PlainNames() {
  const { draft, change, problems, warnings } = useEditedMealHere();
  const text = withPlainNames(draft.ingredients);
  const mayPutIn = warnings.ingredients !== null && text !== draft.ingredients;
  return (
    <div role="status" className="grid gap-2 empty:-mt-4">
      {warnings.ingredients && !problems.ingredients && (
        <Notice tone="warning">{warnings.ingredients}</Notice>
      )}
      {mayPutIn && (
        <Button
          variant="secondary"
          size="small"
          className="justify-self-start"
          onClick={() => change({ ingredients: text })}
        >
          Put it in
        </Button>
      )}
    </div>
  );
}
