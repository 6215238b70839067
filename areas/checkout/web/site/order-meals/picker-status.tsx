import { servicesTitle } from '#areas/business/rules/services.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';
import type { LastPlacing } from './use-meal-placing.ts';
import type { OpenCell } from './use-open-cell.ts';

type PickerStatusProps = {
  last: LastPlacing | null;
  /** Nothing more of this kind is empty: said, with the other kind to go on with. */
  end: { words: string; other: { kind: MealType; cell: OpenCell } | null } | null;
  onUndo: () => void;
  /** Missing where nothing can be left empty. */
  onSkip: (() => void) | undefined;
  onMove: (cell: OpenCell) => void;
  onDone: () => void;
};

/** What the last tap did, with Undo, and the ways on. It stays above the bar once there is something to say. */
export function PickerStatus({ last, end, onUndo, onSkip, onMove, onDone }: PickerStatusProps) {
  const { undo, facts } = useOrder();
  const done = undo?.words;
  return (
    <div
      className={classNames(
        '-mx-4 flex flex-wrap items-center gap-x-1 border-line bg-ground px-4 sm:mx-0 sm:px-0',
        (done || end) &&
          'sticky bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-10 border-t beside:bottom-0',
      )}
    >
      <div role="status" className="mr-auto grid min-w-0 flex-1 text-sm">
        {done && <span className="line-clamp-2 leading-tight wrap-anywhere">{done}</span>}
        {last?.missed.map(({ name, words, cell }) => (
          <span key={name} className="flex flex-wrap items-center gap-x-1">
            <span>{words}</span>
            <Button variant="quiet" size="small" onClick={() => onMove(cell)}>
              Choose for {name}
            </Button>
          </span>
        ))}
        {end && <span className="font-semibold">{end.words}</span>}
      </div>
      {undo && (
        <Button variant="quiet" size="small" className="px-2.5!" onClick={onUndo}>
          Undo
        </Button>
      )}
      {end?.other ? (
        <Button
          variant="quiet"
          size="small"
          className="px-2.5!"
          onClick={() => end.other && onMove(end.other.cell)}
        >
          {servicesTitle(end.other.kind, facts)} too
        </Button>
      ) : (
        onSkip &&
        !end && (
          <Button variant="quiet" size="small" className="px-2.5!" onClick={onSkip}>
            Skip
          </Button>
        )
      )}
      <Button
        variant="quiet"
        size="small"
        className={classNames('px-2.5!', done && !end && 'low:hidden')}
        onClick={onDone}
      >
        Done
      </Button>
    </div>
  );
}
