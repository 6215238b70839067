import type { PackBagReply, PackItemReply } from '#areas/delivery/calls/pack.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import {
  MISSING_REASON_LABELS,
  MISSING_REASONS,
  type MissingReason,
  type PackTick,
  isToPack,
} from '#areas/order-book/rules/pack-bag.ts';

export type Mode = 'tick' | 'missing' | 'label' | 'short';

type PackedBarProps = {
  bag: PackBagReply;
  /** By us, just now. */
  isJustPacked: boolean;
  onUndo: () => void;
  onReopen: () => void;
};

export function PackedBar({ bag, isJustPacked, onUndo, onReopen }: PackedBarProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <p role="status" className="self-center text-2xl font-bold text-success">
        ✓ {bag.key} {bag.status === 'packed' ? 'packed' : 'has left'}
      </p>
      {isJustPacked ? (
        <button type="button" className={SIDE} onClick={onUndo}>
          Undo
        </button>
      ) : (
        bag.status === 'packed' && (
          <button type="button" className={SIDE} onClick={onReopen}>
            Open this bag again
          </button>
        )
      )}
    </div>
  );
}

type OpenBarProps = {
  bag: PackBagReply;
  isScanning: boolean;
  mode: Mode;
  onMode: (mode: Mode) => void;
  /** The portions that it goes without. */
  onPacked: (isShort: readonly number[]) => void;
  onSkip: () => void;
  onScan: () => void;
  onPrint: (itemId: number | 'bag') => void;
};

export function OpenBar(props: OpenBarProps) {
  const { bag, isScanning, mode, onMode, onPacked, onSkip, onScan, onPrint } = props;
  const items = bag.people.flatMap((person) => person.items);
  const gone = items.filter(({ state }) => state === 'missing');
  const isCardIn = !bag.card || bag.card.checkedBy !== null;
  const isAllSaid = isCardIn && items.every(({ state }) => state !== 'open');
  if (mode === 'missing')
    return (
      <div className="grid grid-cols-2 items-center gap-3">
        <p className="text-lg font-semibold">Tap the portion that is missing</p>
        <button type="button" className={SIDE} onClick={() => onMode('tick')}>
          Back
        </button>
      </div>
    );
  if (mode === 'label')
    return (
      <div className="grid grid-cols-2 items-center gap-3 sm:grid-cols-3">
        <p className="text-lg font-semibold max-sm:col-span-2">
          Tap the portion that needs a new label
        </p>
        <button type="button" className={SIDE} onClick={() => onPrint('bag')}>
          Bag label
        </button>
        <button type="button" className={SIDE} onClick={() => onMode('tick')}>
          Back
        </button>
      </div>
    );
  if (mode === 'short')
    return (
      <AskShort
        gone={gone}
        onBack={() => onMode('tick')}
        onYes={() => onPacked(gone.map(({ id }) => id))}
      />
    );
  return (
    <div className="grid gap-3">
      {isAllSaid && gone.length === 0 && (
        <button type="button" className={MAIN} onClick={() => onPacked([])}>
          Packed
        </button>
      )}
      <div
        className={classNames(
          'grid grid-cols-2 gap-3',
          gone.length > 0 ? 'sm:grid-cols-5' : 'sm:grid-cols-4',
        )}
      >
        <button type="button" className={SIDE} aria-pressed={isScanning} onClick={onScan}>
          {isScanning ? 'Stop scanning' : 'Scan'}
        </button>
        <button type="button" className={SIDE} onClick={() => onMode('label')}>
          New label
        </button>
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

export type TickWords = { state: PackTick; reason?: MissingReason };

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

/** As they stand on the bench: a large order has several, a test order none. */
export function countBags(bags: readonly PackBagReply[]): { packed: number; total: number } {
  const sum = (some: readonly PackBagReply[]) => some.reduce((count, bag) => count + bag.bags, 0);
  const real = bags.filter(({ isTest = false }) => !isTest);
  return { packed: sum(real.filter((bag) => !isToPack(bag))), total: sum(real) };
}

/** Large enough for gloves. */
const BUTTON = 'min-h-16 rounded-xl px-3 text-lg font-bold';
export const SIDE = `${BUTTON} border-2 border-control bg-surface disabled:opacity-55`;
const MAIN = `${BUTTON} bg-primary text-on-primary`;
