import { Button } from '#platform/web/ui/form/button.tsx';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';
import { firstEmptyDay } from './next-empty-cell.ts';
import type { LastPlacing } from './use-meal-placing.ts';
import type { OpenCell } from './use-open-cell.ts';

type PickerActionsProps = {
  pick: OpenCell;
  last: LastPlacing | null;
  onUndo: () => void;
  onMove: (cell: OpenCell) => void;
  onClose: () => void;
};

/** What the last tap did, with Undo, and the ways on. */
export function PickerActions({ pick, last, onUndo, onMove, onClose }: PickerActionsProps) {
  return (
    <div className="flex w-full flex-wrap items-center justify-end gap-2">
      <div role="status" className="mr-auto grid min-w-0 flex-1 gap-1 text-sm">
        {last && <span>{last.words} </span>}
        {last?.missed.map(({ personIndex, name, words, cell }) => (
          <span key={personIndex} className="flex flex-wrap items-center gap-x-2">
            <span>{words}</span>
            <Button variant="quiet" size="small" onClick={() => onMove({ personIndex, ...cell })}>
              Choose for {name}
            </Button>
          </span>
        ))}
      </div>
      {last && (
        <Button variant="quiet" size="small" onClick={onUndo}>
          Undo
        </Button>
      )}
      {last?.next === null ? (
        <WhenAllLaid pick={pick} onMove={onMove} onClose={onClose} />
      ) : (
        <Button variant="secondary" size="small" onClick={onClose}>
          Close
        </Button>
      )}
    </div>
  );
}

function WhenAllLaid({
  pick,
  onMove,
  onClose,
}: Pick<PickerActionsProps, 'pick' | 'onMove' | 'onClose'>) {
  const { draft, week } = useOrder();
  const other = pick.mealType === 'lunch' ? 'dinner' : 'lunch';
  const days = week.days.map(({ date }) => date);
  const empty = draft.people.map((person) => firstEmptyDay(person, days, other));
  const personIndex = empty.findIndex((date) => date !== undefined);
  const date = empty[personIndex];
  const next = date && ({ personIndex, date, mealType: other } as const);
  return (
    <>
      {next && (
        <Button variant="secondary" size="small" onClick={() => onMove(next)}>
          {other === 'lunch' ? 'Lunches' : 'Dinners'}
        </Button>
      )}
      <Button size="small" onClick={onClose}>
        Done
      </Button>
    </>
  );
}
