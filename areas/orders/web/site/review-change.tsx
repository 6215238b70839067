import type { ChangeQuoteReply } from '#areas/order-book/calls/order-change.ts';
import { amountInDollars } from '#platform/rules/money.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { AmountList } from '#platform/web/ui/layout/amount-list.tsx';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { DietWarnings } from '#areas/checkout/web/site/summary-deliveries.tsx';
import { ChangeProblem, type WaysOn } from '#areas/orders/web/site/change-problem.tsx';
import { changeText, isPositive, whatIsPaidText } from '#areas/orders/web/site/change-draft.ts';
import type { ChangeQuote } from '#areas/orders/web/site/change-kitchen.ts';

type ReviewChangeProps = {
  open: boolean;
  quote: ChangeQuote;
  sendError: Error | null;
  isSending: boolean;
  onSend: (quote: ChangeQuoteReply) => void;
  onClose: () => void;
  ways: WaysOn;
};

export function ReviewChange({
  open,
  quote: asked,
  sendError,
  isSending,
  onSend,
  onClose,
  ways,
}: ReviewChangeProps) {
  const quote = asked.is === 'quoted' ? asked.quote : null;
  const problem = sendError ?? (asked.is === 'failed' ? asked.error : (quote?.blocked ?? null));
  const due = quote && isPositive(quote.due) ? quote.due : null;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Your change"
      actions={
        <>
          <Button variant="secondary" size="small" onClick={onClose}>
            Keep choosing
          </Button>
          {quote && !problem && (
            <Button
              size="small"
              busy={isSending}
              busyLabel="One moment…"
              onClick={() => onSend(quote)}
            >
              {due ? `Continue to pay ${amountInDollars(due)}` : 'Change my order'}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        {problem && <ChangeProblem problem={problem} {...ways} />}
        {asked.is === 'asking' && <p role="status">Working out the price…</p>}
        {asked.is === 'nothing' && <p>Nothing is changed yet.</p>}
        {quote && quote.what.length > 0 && <QuotedChange quote={quote} />}
      </div>
    </Dialog>
  );
}

export function QuotedChange({ quote }: { quote: ChangeQuoteReply }) {
  const { items, deliveryLines, subtotal, total, dietWarnings } = quote.quote;
  const money = whatIsPaidText(quote);
  const lines = [
    { label: items.length === 1 ? '1 meal' : `${items.length} meals`, amount: subtotal },
    ...deliveryLines,
  ];
  return (
    <>
      <p className="text-lg font-semibold">{changeText(quote)}</p>
      {money !== '' && !quote.blocked && <p>{money}</p>}
      <DietWarnings warnings={dietWarnings} />
      {items.length > 0 && (
        <div className="grid gap-2 border-t border-line pt-3">
          <h3 className="font-sans text-base font-semibold">Your order would cost</h3>
          <AmountList lines={lines} total={total} />
        </div>
      )}
    </>
  );
}
