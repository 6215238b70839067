import { useId, useState } from 'react';
import type { LeftOutMeal } from './offered-meals.ts';

type LeftOutMealsProps = {
  offeredCount: number;
  leftOut: readonly LeftOutMeal[];
  personName: string;
  phone: string;
};

/** How many meals there are and how many are left out for this person: named, never silently. */
export function LeftOutMeals({ offeredCount, leftOut, personName, phone }: LeftOutMealsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  const count = offeredCount === 1 ? '1 meal' : `${offeredCount} meals`;
  if (leftOut.length === 0) return <p className="text-sm text-ink-soft">{count}</p>;
  const leftOutFor = (reason: LeftOutMeal['why']) => leftOut.filter(({ why }) => why === reason);
  const forAllergens = leftOutFor('allergens');
  const forKeeping = leftOutFor('keeping');
  const soldOut = leftOutFor('sold out');
  return (
    <div className="grid gap-2">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-11 items-center gap-2 justify-self-start rounded-xl text-left text-sm font-semibold text-primary"
      >
        {count}, {leftOut.length} left out for {personName}
        <span aria-hidden="true" className={isOpen ? 'rotate-90' : undefined}>
          ›
        </span>
      </button>
      <div id={listId} hidden={!isOpen} className="grid gap-2 rounded-2xl bg-sunken p-3 text-sm">
        {forAllergens.length > 0 && (
          <p>
            {nameAll(forAllergens)}. We can’t put these on {personName}’s plate here. Call us:{' '}
            <span className="whitespace-nowrap">{phone}</span>.
          </p>
        )}
        {soldOut.length > 0 && <p>{nameAll(soldOut)}.</p>}
        {forKeeping.length > 0 && (
          <p>{nameAll(forKeeping)}. With this delivery day they would not keep until then.</p>
        )}
      </div>
    </div>
  );
}

/** "Barramundi (macadamia), Butter Chicken (cashew)". */
function nameAll(meals: readonly LeftOutMeal[]): string {
  return meals.map(({ name, reason }) => `${name} (${reason})`).join(', ');
}
