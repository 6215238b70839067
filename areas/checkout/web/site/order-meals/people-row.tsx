import { memo, useEffect, useRef } from 'react';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';

type PeopleRowProps = { seat: number; onChoose: (seat: number) => void };

/** Whose meals are chosen, with how many each has, in one row that scrolls sideways; one alone is not asked. */
export const PeopleRow = memo(function PeopleRow({ seat, onChoose }: PeopleRowProps) {
  const { draft } = useOrder();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chip = row.current?.querySelectorAll('label')[seat];
    const list = chip?.parentElement;
    if (chip && list) list.scrollLeft = chip.offsetLeft - (list.clientWidth - chip.offsetWidth) / 2;
  }, [seat]);
  if (draft.people.length === 1) return null;
  return (
    <div ref={row} className="relative min-w-0">
      <PillChoice
        legend="Whose meals?"
        hideLegend
        value={String(seat)}
        pills={draft.people.map(({ name, mealAssignments: { length } }, index) => ({
          value: String(index),
          label: (
            <span className="flex gap-1.5">
              <span className="max-w-[16ch] truncate">{name}</span>
              <span className="font-normal text-ink-soft tabular-nums">
                {length}
                <span className="sr-only">{length === 1 ? ' meal' : ' meals'}</span>
              </span>
            </span>
          ),
        }))}
        onChange={(chosen) => onChoose(Number(chosen))}
        layout="row"
      />
    </div>
  );
});
