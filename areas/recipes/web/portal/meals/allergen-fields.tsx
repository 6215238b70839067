import { ALLERGENS, type Allergen, allergenStatement } from '#areas/needs/rules/allergens.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { useEditedMealHere } from './edited-meal.ts';

const PROBLEM_ID = 'allergens-problem';
const CHECKBOX_CLASS = 'flex min-h-11 items-center gap-2.5';

/** "Not declared" is a value of its own: it never reads as "none". */
export function AllergenFields() {
  const { draft, change, problems, warnings } = useEditedMealHere();
  const { areAllergensDeclared: isDeclared, allergens } = draft;
  const problem = problems.allergens;

  function declare(value: boolean) {
    change({ areAllergensDeclared: value });
  }

  function tick(allergen: Allergen, isTicked: boolean) {
    const chosen = ALLERGENS.filter((known) =>
      known === allergen ? isTicked : allergens.includes(known),
    );
    change({ allergens: chosen });
  }

  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1 font-semibold">Allergens</legend>
      <label className={CHECKBOX_CLASS}>
        <input
          type="radio"
          name="allergens-declared"
          className="size-5 shrink-0"
          checked={!isDeclared}
          onChange={() => declare(false)}
        />
        Not declared
      </label>
      <label className={CHECKBOX_CLASS}>
        <input
          type="radio"
          name="allergens-declared"
          className="size-5 shrink-0"
          checked={isDeclared}
          data-invalid={problem ? true : undefined}
          aria-describedby={problem ? PROBLEM_ID : undefined}
          onChange={() => declare(true)}
        />
        Declared: contains the allergens ticked
      </label>
      {isDeclared && (
        <div className="grid grid-cols-2 gap-x-4 rounded-2xl bg-sunken px-4 py-2 sm:grid-cols-3">
          {ALLERGENS.map((allergen) => (
            <label key={allergen} className={CHECKBOX_CLASS}>
              <input
                type="checkbox"
                className="size-5 shrink-0"
                checked={allergens.includes(allergen)}
                onChange={(event) => tick(allergen, event.target.checked)}
              />
              {allergen}
            </label>
          ))}
        </div>
      )}
      <details open={draft.mayContain.length > 0}>
        <summary className="flex min-h-11 items-center font-semibold">
          May contain traces{draft.mayContain.length > 0 && ` (${draft.mayContain.length})`}
        </summary>
        <div className="grid grid-cols-2 gap-x-4 rounded-2xl bg-sunken px-4 py-2 sm:grid-cols-3">
          {ALLERGENS.map((allergen) => (
            <label key={allergen} className={CHECKBOX_CLASS}>
              <input
                type="checkbox"
                className="size-5 shrink-0"
                checked={draft.mayContain.includes(allergen)}
                onChange={({ target }) =>
                  change({
                    mayContain: ALLERGENS.filter((known) =>
                      known === allergen ? target.checked : draft.mayContain.includes(known),
                    ),
                  })
                }
              />
              <span className="sr-only">Traces of </span>
              {allergen}
            </label>
          ))}
        </div>
      </details>
      <p className="text-sm text-ink-soft">
        Customers see: “{allergenStatement(isDeclared ? allergens : null)}”
      </p>
      <div role="status" id={PROBLEM_ID} className="empty:-mt-2">
        {problem ? (
          <Notice tone="error">{problem}</Notice>
        ) : (
          warnings.allergens && <Notice tone="warning">{warnings.allergens}</Notice>
        )}
      </div>
    </fieldset>
  );
}
