/** What can be done with the bag that is open, in the thumb's reach. */
import type { PackBagReply, PackItemReply } from '#contract/delivery/pack.ts';
import { MISSING_REASON_LABELS, MISSING_REASONS } from '#domain/packing/pack-bag.ts';
import { classNames } from '#web/ui/class-names.ts';
import type { TickWords } from './use-packing.ts';

const BUTTON = 'min-h-16 rounded-xl px-3 text-lg font-bold';
const SIDE = `${BUTTON} border-2 border-control bg-surface disabled:opacity-55`;
const MAIN = `${BUTTON} bg-primary text-on-primary`;

export type Mode = 'tick' | 'missing' | 'short';

type PackedBarProps = {
  bag: PackBagReply;
  /** By us, just now. */
  isJustPacked: boolean;
  isBusy: boolean;
  onUndo: () => void;
  onReopen: () => void;
};

export function PackedBar({ bag, isJustPacked, isBusy, onUndo, onReopen }: PackedBarProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <p role="status" className="self-center text-2xl font-bold text-success">
        ✓ Stop {bag.stop} {bag.status === 'packed' ? 'packed' : 'has left'}
      </p>
      {isJustPacked ? (
        <button type="button" className={SIDE} onClick={onUndo}>
          Undo
        </button>
      ) : (
        bag.status === 'packed' && (
          <button type="button" className={SIDE} aria-disabled={isBusy} onClick={onReopen}>
            Open this bag again
          </button>
        )
      )}
    </div>
  );
}

type WhyMissingProps = {
  item: PackItemReply;
  onReason: (words: TickWords) => void;
  onBack: () => void;
};

export function WhyMissing({ item, onReason, onBack }: WhyMissingProps) {
  return (
    <div className="grid gap-3">
      <p className="text-lg font-semibold break-words">Why is {item.mealName} missing?</p>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {MISSING_REASONS.map((reason) => (
          <button
            key={reason}
            type="button"
            className={SIDE}
            onClick={() => onReason({ state: 'missing', reason })}
          >
            {MISSING_REASON_LABELS[reason]}
          </button>
        ))}
        <button type="button" className="min-h-16 font-bold underline" onClick={onBack}>
          Back
        </button>
      </div>
    </div>
  );
}

type OpenBarProps = {
  bag: PackBagReply;
  isBusy: boolean;
  mode: Mode;
  onMode: (mode: Mode) => void;
  onPacked: (isShort: boolean) => void;
  onSkip: () => void;
};

export function OpenBar(props: OpenBarProps) {
  const { bag, isBusy, mode, onMode, onPacked, onSkip } = props;
  const items = bag.people.flatMap((person) => person.items);
  const gone = items.filter(({ state }) => state === 'missing');
  const isAllSaid = items.every(({ state }) => state !== 'open');
  const unlessBusy = (isShort: boolean) => () => {
    if (!isBusy) onPacked(isShort);
  };
  if (mode === 'missing')
    return (
      <div className="grid grid-cols-2 items-center gap-3">
        <p className="text-lg font-semibold">Tap the portion that is missing</p>
        <button type="button" className={SIDE} onClick={() => onMode('tick')}>
          Back
        </button>
      </div>
    );
  if (mode === 'short')
    return <AskShort gone={gone} onBack={() => onMode('tick')} onYes={unlessBusy(true)} />;
  return (
    <div className="grid gap-3">
      {isAllSaid && gone.length === 0 && (
        <button type="button" className={MAIN} aria-disabled={isBusy} onClick={unlessBusy(false)}>
          {isBusy ? 'Saving…' : 'Packed'}
        </button>
      )}
      <div className={classNames('grid gap-3', gone.length > 0 ? 'grid-cols-3' : 'grid-cols-2')}>
        <button type="button" className={SIDE} onClick={() => onMode('missing')}>
          Missing
        </button>
        {gone.length > 0 && (
          <button
            type="button"
            className={SIDE}
            disabled={!isAllSaid}
            onClick={() => onMode('short')}
          >
            Send short
          </button>
        )}
        <button type="button" className={SIDE} onClick={onSkip}>
          {isAllSaid && gone.length > 0 ? 'Next bag' : 'Skip'}
        </button>
      </div>
    </div>
  );
}

type AskShortProps = { gone: readonly PackItemReply[]; onBack: () => void; onYes: () => void };

function AskShort({ gone, onBack, onYes }: AskShortProps) {
  return (
    <div className="grid gap-3">
      <p className="text-lg font-semibold break-words">
        Send it without {gone.map(({ mealName }) => mealName).join(', ')}?
      </p>
      <div className="grid grid-cols-2 gap-3">
        <button type="button" className={SIDE} onClick={onBack}>
          Back
        </button>
        <button type="button" className={MAIN} onClick={onYes}>
          Yes, send short
        </button>
      </div>
    </div>
  );
}
