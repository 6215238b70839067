import type { MissingReply, ProductionPlanReply } from '#areas/kitchen/calls/production-plan.ts';
import { ingredientWeightText } from '#areas/printouts/rules/ingredient-roll-up.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Link } from '#platform/web/navigation/link.tsx';

/** What the plan lacks to be whole; each leads to where it can be entered. */
export function MissingFacts({ missing }: { missing: readonly MissingReply[] }) {
  if (missing.length === 0) return null;
  const isSevere = missing.some(({ kind }) => kind === 'no_day' || kind === 'pot_too_small');
  return (
    <Notice tone={isSevere ? 'error' : 'warning'}>
      <details open={isSevere}>
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">
          {missing.length === 1 ? '1 fact is missing' : `${missing.length} facts are missing`}
        </summary>
        <ul className="grid gap-1 pb-2">
          {missing.map((fact) => (
            <li key={fact.text}>
              <Link className="inline-block min-h-6 underline" to={placeOf(fact)}>
                {fact.text}
              </Link>
            </li>
          ))}
        </ul>
      </details>
    </Notice>
  );
}

function placeOf({ kind }: MissingReply): string {
  return kind === 'shelf_life_unknown' ? '/admin?tab=meals' : '/admin?tab=cookbook';
}

/** Meals without a recipe: what their labels say is in them. */
export function FromLabels({ meals, ingredients }: ProductionPlanReply['fromLabels']) {
  if (meals.length === 0) return null;
  return (
    <details className="rounded-2xl border border-line bg-surface px-4 py-2">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        {meals.length === 1
          ? '1 meal without a recipe: from its label'
          : `${meals.length} meals without a recipe: from their labels`}
      </summary>
      <p className="pb-2 text-ink-soft">{meals.join(', ')}</p>
      <ul className="grid gap-x-6 pb-3 sm:grid-cols-2 lg:grid-cols-3">
        {ingredients.map((ingredient) => (
          <li
            key={ingredient.name}
            className="flex justify-between gap-3 border-t border-line py-1"
          >
            {ingredient.name}
            <span className="tabular-nums">{ingredientWeightText(ingredient)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
