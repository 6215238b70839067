import { useId } from 'react';
import { Button } from '#platform/web/ui/form/button.tsx';
import { type Blocker, Reasons } from '#areas/checkout/web/site/order-bar.tsx';
import { differenceText } from './change-words.ts';
import type { ChangeQuote } from './use-change-quote.ts';

type ChangeBarProps = {
  quote: ChangeQuote;
  /** What the order costs as it is: "$35.97". */
  total: string;
  blockers: readonly Blocker[];
  onReview: () => void;
};

/** What the change costs so far, and the way to make it: at the foot of the screen, as in the wizard. */
export function ChangeBar({ quote, total, blockers, onReview }: ChangeBarProps) {
  const reasonsId = useId();
  const isStuck =
    quote.is === 'failed' || (quote.is === 'quoted' && quote.quote.blocked !== undefined);
  return (
    <aside
      aria-label="Your change"
      data-order-bar=""
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] shadow-raised"
    >
      <div className="mx-auto max-w-7xl sm:px-2">
        <div className="flex items-center justify-between gap-3">
          <div className="min-w-0">
            <Words quote={quote} total={total} isStuck={isStuck} hasSide={blockers.length === 0} />
            <Reasons id={reasonsId} reasons={blockers} />
          </div>
          <Button
            className="shrink-0 max-lg:px-4"
            variant={isStuck ? 'secondary' : 'primary'}
            disabled={blockers.length > 0 || quote.is === 'nothing' || quote.is === 'asking'}
            aria-describedby={blockers.length > 0 ? reasonsId : undefined}
            onClick={onReview}
          >
            {isStuck ? 'See why' : 'Review change'}
          </Button>
        </div>
      </div>
    </aside>
  );
}

function Words({
  quote,
  total,
  isStuck,
  hasSide,
}: Pick<ChangeBarProps, 'quote' | 'total'> & { isStuck: boolean; hasSide: boolean }) {
  const [main, side] = isStuck
    ? ['It can’t be changed like this', 'Your order is as it was']
    : quote.is === 'quoted'
      ? [differenceText(quote.quote), `New total $${quote.quote.quote.total}`]
      : [
          quote.is === 'asking' ? 'Working out the price…' : 'Nothing changed yet',
          `Your order: ${total}`,
        ];
  return (
    <p aria-live="polite" aria-atomic="true" className="grid min-w-0 leading-tight">
      <span className="text-lg font-semibold tabular-nums">{main}</span>
      {hasSide && <span className="text-sm text-ink-soft tabular-nums">{side}</span>}
    </p>
  );
}
