import type { PackBagReply } from '#areas/delivery/calls/pack.ts';
import { classNames } from '#platform/web/ui/class-names.ts';

type CardRowProps = {
  card: NonNullable<PackBagReply['card']>;
  isOpen: boolean;
  onTap: () => void;
};

/** A present's card: what is on it, so that nobody puts in another one. */
export function CardRow({ card, isOpen, onTap }: CardRowProps) {
  const isIn = card.checkedBy !== null;
  return (
    <div className="border-t border-line">
      <h3 className="px-4 pt-3 text-lg font-bold uppercase">Present</h3>
      <button
        type="button"
        aria-pressed={isIn}
        aria-disabled={!isOpen}
        onClick={() => {
          if (isOpen && !isIn) onTap();
        }}
        className="flex min-h-16 w-full items-center gap-4 px-4 py-2 text-left text-xl focus-visible:-outline-offset-3"
      >
        <span
          aria-hidden="true"
          className={classNames(
            'grid size-9 shrink-0 place-items-center rounded-lg border-2 text-2xl leading-none font-bold',
            isIn ? 'border-success bg-success text-surface' : 'border-control',
          )}
        >
          {isIn ? '✓' : ''}
        </span>
        <span className="min-w-0 flex-1 break-words">
          Put the card in
          <span className="block text-lg">{card.text}</span>
        </span>
      </button>
    </div>
  );
}
