import { useConfig } from '#areas/business/web/page-data.ts';
import type { ReactNode } from 'react';
import { nameOfCell, type RefusedMeal } from '#areas/checkout/web/site/refused-meals-queries.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';

export function RefusedMealList({
  meals,
  after,
}: {
  meals: readonly RefusedMeal[];
  after?: (meal: RefusedMeal) => ReactNode;
}) {
  return (
    <ul className="grid gap-3">
      {meals.map((meal, index) => (
        <RefusedLine key={index} meal={meal}>
          {after?.(meal)}
        </RefusedLine>
      ))}
    </ul>
  );
}

function RefusedLine({
  meal: { words, cell },
  children,
}: {
  meal: RefusedMeal;
  children: ReactNode;
}) {
  const { business } = useConfig();
  return (
    <li className="grid justify-items-start gap-1">
      {words}
      {cell && (
        <Link
          to={paths.order({ step: 2 })}
          state={{ pick: cell }}
          className={buttonClass('secondary', 'small')}
        >
          {nameOfCell(cell, business)}
        </Link>
      )}
      {children}
    </li>
  );
}
