import { ALLERGENS } from '#domain/menu/allergens.ts';
import { useOrder } from '../state/order-context.tsx';

/** Which allergens to leave out, of those on the menu. Applies to the whole order. */
export function AllergenFilter() {
  const { leftOut, dispatch, facts, menu } = useOrder();
  const onMenu = ALLERGENS.filter((allergen) =>
    menu.meals.some((meal) => meal.allergens?.includes(allergen)),
  );
  return (
    <details className="group rounded-2xl border border-line">
      <summary className="flex min-h-11 items-center gap-2 px-4 text-sm font-semibold">
        <span aria-hidden="true" className="transition-transform group-open:rotate-90">
          ›
        </span>
        {leftOut.length === 0 ? 'Leave out allergens' : `Without ${leftOut.join(', ')}`}
      </summary>
      <fieldset className="grid gap-2 px-4 pb-3">
        <legend className="sr-only">Leave out meals with</legend>
        <div className="grid grid-cols-2 gap-x-3 sm:grid-cols-4">
          {onMenu.map((allergen) => (
            <label key={allergen} className="flex min-h-11 items-center gap-2">
              <input
                type="checkbox"
                className="size-5 shrink-0"
                checked={leftOut.includes(allergen)}
                onChange={() => dispatch({ type: 'allergen left out or let in', allergen })}
              />
              {allergen}
            </label>
          ))}
        </div>
        <p className="text-sm text-ink-soft">
          Hides meals that declare it and meals not yet declared. It cannot rule out traces. If your
          allergy is severe, please call us before you order: {facts.phone}.
        </p>
      </fieldset>
    </details>
  );
}
