import { kilojoules } from '#areas/menu/rules/energy.ts';
import { KCAL_PER_GRAM, type MacroTargets } from '#areas/calculator/rules/energy/macro-targets.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { formatRounded } from './amounts.ts';

const MACROS = [
  { key: 'protein', label: 'Protein' },
  { key: 'carbs', label: 'Carbs' },
  { key: 'fat', label: 'Fat' },
] as const;

export function MacroCard({ macros }: { macros: MacroTargets }) {
  return (
    <Card as="section" aria-labelledby="macros" className="grid gap-4">
      <h3 id="macros" className="text-xl">
        Macros for the whole day
      </h3>
      <table className="w-full text-right tabular-nums">
        <thead className="text-sm text-ink-soft">
          <tr>
            <th scope="col" className="text-left font-normal">
              Nutrient
            </th>
            <th scope="col" className="font-normal">
              Grams
            </th>
            <th scope="col" className="font-normal">
              Share
            </th>
            <th scope="col" className="font-normal">
              kJ
            </th>
          </tr>
        </thead>
        <tbody>
          {MACROS.map(({ key, label }) => {
            const { grams, percentage } = macros[key];
            return (
              <tr key={key} className="border-t border-line">
                <th scope="row" className="py-2 text-left font-semibold">
                  {label}
                </th>
                <td className="py-2 font-semibold">{grams} g</td>
                <td className="py-2">{percentage}%</td>
                <td className="py-2">{formatRounded(kilojoules(grams * KCAL_PER_GRAM[key]))}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="text-sm text-ink-soft">
        Close is good enough: the week matters more than a day. Not suitable for people with kidney
        disease.
      </p>
    </Card>
  );
}
