import type { ProjectedWeek } from '#areas/calculator/rules/energy/weight-projection.ts';
import { formatWeight } from './amounts.ts';
import type { Units } from '#areas/calculator/web/site/calculator-form-values.ts';
import { weeksEvery } from './weight-curve.ts';

type WeightTableProps = { curve: readonly ProjectedWeek[]; units: Units };

export function WeightTable({ curve, units }: WeightTableProps) {
  const last = curve.length - 1;
  const weeks = new Set([...weeksEvery(last), last]);
  return (
    <details className="group border-t border-line pt-2">
      <summary className="flex min-h-11 items-center justify-between gap-2 font-semibold text-primary">
        The same as a table
        <span aria-hidden="true" className="transition-transform group-open:rotate-45">
          +
        </span>
      </summary>
      <table className="w-full max-w-xl text-right tabular-nums">
        <caption className="sr-only">Projected weight by week</caption>
        <thead className="text-sm text-ink-soft">
          <tr>
            <th scope="col" className="py-2 text-left font-normal">
              Week
            </th>
            <th scope="col" className="py-2 font-normal">
              Likely
            </th>
            <th scope="col" className="py-2 font-normal">
              Between
            </th>
          </tr>
        </thead>
        <tbody>
          {curve
            .filter(({ week }) => weeks.has(week))
            .map(({ week, weightKg, lowKg, highKg }) => (
              <tr key={week} className="border-t border-line">
                <th scope="row" className="py-2 text-left font-normal">
                  {week === 0 ? 'Today' : week}
                </th>
                <td className="py-2 font-semibold">{formatWeight(weightKg, units)}</td>
                <td className="py-2">
                  {formatWeight(lowKg, units)} to {formatWeight(highKg, units)}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </details>
  );
}
