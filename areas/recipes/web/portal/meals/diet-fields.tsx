import { DIETS, type Diet, dietText } from '#areas/needs/rules/diets.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { useEditedMealHere } from './edited-meal.ts';

/** Diets that staff vouch for: what the recipe says of wheat, milk, pork and beef is worked out. */
export function DietFields() {
  const { draft, change, warnings } = useEditedMealHere();

  function tick(diet: Diet, isTicked: boolean) {
    change({
      dietaryTags: DIETS.filter((known) =>
        known === diet ? isTicked : draft.dietaryTags.includes(known),
      ),
    });
  }

  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1 font-semibold">Diets</legend>
      <div className="grid gap-x-4 rounded-2xl bg-sunken px-4 py-2 sm:grid-cols-2">
        {DIETS.map((diet) => (
          <label key={diet} className="flex min-h-11 items-center gap-2.5">
            <input
              type="checkbox"
              className="size-5 shrink-0"
              checked={draft.dietaryTags.includes(diet)}
              onChange={(event) => tick(diet, event.target.checked)}
            />
            {dietText(diet)}
          </label>
        ))}
      </div>
      <p className="text-sm text-ink-soft">
        Tick only what the whole recipe keeps to. Halal, kosher and low FODMAP are your word to the
        customer.
      </p>
      <div role="status" className="empty:-mt-2">
        {warnings.diets && <Notice tone="warning">{warnings.diets}</Notice>}
      </div>
    </fieldset>
  );
}
