import { type MealVerdict, verdictText } from '#areas/checkout/rules/draft/meal-for.ts';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';
import type { LeftOutMeal } from './offered-meals.ts';

type LeftOutMealsProps = {
  leftOut: readonly LeftOutMeal[];
  personName: string;
  phone: string;
};

/** How many meals are left out for this person and why; inside, each by name. */
export function LeftOutMeals({ leftOut, personName, phone }: LeftOutMealsProps) {
  if (leftOut.length === 0) return null;
  return (
    <details className="group text-sm">
      <summary className="flex min-h-11 items-center gap-2 font-semibold text-primary">
        <span className="min-w-0 wrap-anywhere">{leftOutText(leftOut, personName)}</span>
        <span aria-hidden="true" className="group-open:rotate-90">
          ›
        </span>
      </summary>
      <div className="grid gap-2 rounded-2xl bg-sunken p-3 text-ink-soft">
        <ul className="grid gap-1">
          {leftOut.map(({ name, verdict }) => (
            <li key={name} className="wrap-anywhere">
              {name}: {sayOf(verdict)}
            </li>
          ))}
        </ul>
        <p>
          We can’t put these on {personName}’s plate here. Call us:{' '}
          <span className="whitespace-nowrap">{phone}</span>.
        </p>
      </div>
    </details>
  );
}

/** "contains milk", "allergens not declared yet". */
function sayOf(verdict: MealVerdict): string {
  const words = verdictText(verdict);
  return verdict.outcome === 'clash' ? `contains ${words}` : words;
}

/** "3 meals left out for Mia: they declare milk." */
function leftOutText(leftOut: readonly LeftOutMeal[], personName: string): string {
  const verdicts = leftOut.map(({ verdict }) => verdict);
  const clashes = verdicts.filter((one) => one.outcome === 'clash');
  const declared = namesText([...new Set(clashes.flatMap(({ names }) => names))]);
  const has = (outcome: MealVerdict['outcome']) => verdicts.some((one) => one.outcome === outcome);
  const they = clashes.length === 1 ? 'it declares' : 'they declare';
  const reasons = [
    clashes.length > 0 && `${they} ${declared}`,
    has('undeclared') && 'we don’t know all that is in some',
    has('will not keep') && 'some would not keep until then',
  ].filter(Boolean);
  const count = leftOut.length === 1 ? '1 meal' : `${leftOut.length} meals`;
  return `${count} left out for ${personName}: ${reasons.join('; ')}.`;
}
