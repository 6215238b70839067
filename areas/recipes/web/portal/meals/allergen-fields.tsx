import { ALLERGENS, type Allergen, allergenStatement } from '#areas/needs/rules/allergens.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
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
        <Ticks chosen={allergens} onChange={(chosen) => change({ allergens: chosen })} />
      )}
      <details open={draft.mayContain.length > 0}>
        <summary className="flex min-h-11 items-center font-semibold text-primary underline underline-offset-4">
          May contain traces{draft.mayContain.length > 0 && ` (${draft.mayContain.length})`}
        </summary>
        <Ticks
          prefix="Traces of "
          chosen={draft.mayContain}
          onChange={(mayContain) => change({ mayContain })}
        />
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

type TicksProps = {
  chosen: readonly Allergen[];
  /** Said before each name to who only hears it. */
  prefix?: string;
  onChange: (chosen: Allergen[]) => void;
};

function Ticks({ chosen, prefix, onChange }: TicksProps) {
  function tick(allergen: Allergen, isTicked: boolean) {
    onChange(ALLERGENS.filter((one) => (one === allergen ? isTicked : chosen.includes(one))));
  }
  return (
    <div className="grid grid-cols-2 gap-x-4 rounded-2xl bg-sunken px-4 py-2 sm:grid-cols-3">
      {ALLERGENS.map((allergen) => (
        <label key={allergen} className={CHECKBOX_CLASS}>
          <input
            type="checkbox"
            className="size-5 shrink-0"
            checked={chosen.includes(allergen)}
            onChange={({ target }) => tick(allergen, target.checked)}
          />
          {prefix !== undefined && <VisuallyHidden>{prefix}</VisuallyHidden>}
          {allergen}
        </label>
      ))}
    </div>
  );
}
