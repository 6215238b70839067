import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';

type PickerTabsProps = { seat: number; onChoose: (seat: number) => void };

/** Who the meal is for, with how many each has; one alone is not asked. */
export function PickerTabs({ seat, onChoose }: PickerTabsProps) {
  const { draft } = useOrder();
  if (draft.people.length === 1) return null;
  return (
    <PillChoice
      legend="Who is it for?"
      hideLegend
      value={String(seat)}
      pills={draft.people.map(({ name, mealAssignments: { length } }, index) => ({
        value: String(index),
        label: (
          <span className="flex max-w-36 gap-1.5">
            <span className="truncate">{name}</span>
            <span className="font-normal text-ink-soft tabular-nums">
              {length}
              <span className="sr-only">{length === 1 ? ' meal' : ' meals'}</span>
            </span>
          </span>
        ),
      }))}
      onChange={(chosen) => onChoose(Number(chosen))}
    />
  );
}
