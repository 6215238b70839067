import type { MealFood } from '#areas/office/calls/food-figures.ts';
import { formatQuantity } from '#areas/menu/rules/units.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import type { Column } from '#platform/web/ui/layout/data-table.tsx';
import { dollarsIfKnown } from './describe-food.ts';
import { FigurePart } from './figure-part.tsx';
import type { PartProps } from './food-parts.tsx';
import { ShortTable } from './short-table.tsx';

type WasteRow = { key: string; name: string; what: string; cost: string | null };

export function FoodWastePart({ food: { meals, components } }: PartProps) {
  const rows: WasteRow[] = [
    ...meals
      .filter(({ cancelledOnceCooked, missed }) => cancelledOnceCooked + missed > 0)
      .map((meal) => ({
        key: `meal ${meal.mealId}`,
        name: meal.name,
        what: portionsLostText(meal),
        cost: meal.wasteCost,
      })),
    ...components
      .filter(({ wasted }) => wasted > 0)
      .map(({ componentId, name, wasted, made, baseUnit, wasteCost }) => ({
        key: `component ${componentId}`,
        name,
        what: `${formatQuantity(wasted, baseUnit)} of ${formatQuantity(made, baseUnit)} thrown away`,
        cost: wasteCost,
      })),
  ];
  const columns: Column<WasteRow>[] = [
    { name: 'name', header: 'Meal or component', cell: ({ name }) => name },
    { name: 'what', header: 'What', cell: ({ what }) => what },
    { name: 'cost', header: 'Cost', align: 'end', cell: ({ cost }) => dollarsIfKnown(cost) },
  ];
  return (
    <FigurePart
      title="Food thrown away"
      about="Portions cancelled once cooked or not delivered, and what cooks entered as thrown away. What is over and still good is not waste."
      chart={null}
    >
      {rows.length === 0 ? (
        <EmptyState title="No food recorded as thrown away in these weeks" />
      ) : (
        <ShortTable
          caption="Food thrown away"
          columns={columns}
          rows={rows}
          keyOf={({ key }) => key}
        />
      )}
    </FigurePart>
  );
}

/** "2 cancelled once cooked, 1 not delivered". */
function portionsLostText({ cancelledOnceCooked, missed }: MealFood): string {
  return [
    ...(cancelledOnceCooked > 0 ? [`${cancelledOnceCooked} cancelled once cooked`] : []),
    ...(missed > 0 ? [`${missed} not delivered`] : []),
  ].join(', ');
}
