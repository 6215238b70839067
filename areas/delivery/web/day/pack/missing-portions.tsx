/** What is asked before a portion is missing, or a bag goes without it. */
import type { PackItemReply } from '#areas/delivery/calls/pack.ts';
import {
  MISSING_REASON_LABELS,
  MISSING_REASONS,
  type MissingReason,
  type PackTick,
} from '#areas/order-book/rules/pack-bag.ts';

import { MAIN, SIDE } from './bag-list.tsx';

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

export function AskShort({ gone, onBack, onYes }: AskShortProps) {
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
