import { Link } from 'react-router';
import type { RefusedMeal } from '#web/api/site/refused-meals.ts';
import { buttonClass } from '#web/ui/form/button.tsx';
import { paths } from './paths.ts';

/** Meals that are not for the person or the day, each with the way to its cell. */
export function RefusedMealList({ meals }: { meals: readonly RefusedMeal[] }) {
  return (
    <ul className="grid gap-3">
      {meals.map(({ words, cell }, index) => (
        <li key={index} className="grid justify-items-start gap-1">
          {words}
          {cell && (
            <Link
              to={paths.order({ step: 2 })}
              state={{ cell }}
              className={buttonClass('secondary', 'small')}
            >
              {cell.name}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
