import type { StaffProblemReply } from '#areas/customers/calls/problems.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';

type DecidedItemsProps = Pick<StaffProblemReply, 'items'> & {
  value: readonly number[];
  onChange: (itemIds: readonly number[]) => void;
};

export function DecidedItems({ items, value, onChange }: DecidedItemsProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">Meals</legend>
      <div className="flex flex-wrap gap-2">
        {items.map(({ id, mealName, personName, price }) => {
          const isChosen = value.includes(id);
          return (
            <CheckChip
              key={id}
              checked={isChosen}
              onToggle={() =>
                onChange(isChosen ? value.filter((one) => one !== id) : [...value, id])
              }
            >
              {mealName} for {personName}, ${price}
            </CheckChip>
          );
        })}
      </div>
    </fieldset>
  );
}
