import type { ShoppingOrder } from '#areas/kitchen/calls/shopping.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { STORE_AREA_NAMES, STORE_AREAS } from '#areas/menu/rules/store-areas.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { needText, packsText, spoilText } from './shopping-text.ts';

/** What is to be bought as it is put away. */
export function AreaList({ orders }: { orders: readonly ShoppingOrder[] }) {
  const all = orders.flatMap(({ supplier, arrives, lines }) =>
    lines.filter(({ packs }) => packs > 0).map((line) => ({ supplier, arrives, line })),
  );
  return STORE_AREAS.map((area) => {
    const there = all
      .filter(({ line }) => line.storeArea === area)
      .toSorted((a, b) => a.line.ingredient.localeCompare(b.line.ingredient, 'en-AU'));
    if (there.length === 0) return null;
    return (
      <Card key={area} as="section" aria-label={STORE_AREA_NAMES[area]} className="grid gap-2">
        <h3 className="text-lg">{STORE_AREA_NAMES[area]}</h3>
        <ul className="grid">
          {there.map(({ supplier, arrives, line }) => (
            <li
              key={`${line.packId} ${arrives}`}
              className="grid grid-cols-[1fr_auto] gap-x-4 border-t border-line py-2 sm:grid-cols-[1fr_1fr_1.4fr_1.4fr]"
            >
              <span className="font-semibold">{line.ingredient}</span>
              <span className="tabular-nums">{packsText(line)}</span>
              <span className="col-span-2 text-ink-soft tabular-nums sm:col-span-1">
                {needText(line)}
              </span>
              <span className="col-span-2 text-ink-soft sm:col-span-1">
                {supplier}, {formatDayAndMonth(arrives)}
              </span>
              {spoilText(line) !== null && (
                <span className="col-span-2 text-warning sm:col-span-4">! {spoilText(line)}</span>
              )}
            </li>
          ))}
        </ul>
      </Card>
    );
  });
}
