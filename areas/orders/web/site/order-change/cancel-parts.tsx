import { useState } from 'react';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import type { ChangeQuoteReply, OrderToChangeReply } from '#areas/order-book/calls/order-change.ts';
import { formatDate, formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { changeWithout, type ItemToChange } from '#areas/orders/rules/order-to-change.ts';
import { personKey } from '#platform/rules/customer-name.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { toOrderToChange } from './change-draft.ts';
import { ChangeProblem, type WaysOn } from './change-problem.tsx';
import { QuotedChange } from './review-change.tsx';
import { useChangeQuote, type useSendChange } from './change-kitchen.ts';

type Part = {
  /** "Cancel Tue 13 Jan". */
  label: string;
  title: string;
  what: string;
  isTakenOff: (item: ItemToChange) => boolean;
};

type CancelPartsProps = {
  order: OrderToChangeReply;
  sending: Pick<ReturnType<typeof useSendChange>, 'send' | 'reset' | 'isSending' | 'error'>;
  ways: WaysOn;
};

/** One delivery, one person, or everything: each one action, whatever is on the table. */
export function CancelParts({ order, sending, ways }: CancelPartsProps) {
  const [part, setPart] = useState<Part | null>(null);
  const open = (one: Part) => {
    sending.reset();
    setPart(one);
  };
  return (
    <div className="grid justify-items-start gap-3">
      <p>Cancelling takes effect at once, whatever else you’ve chosen on this page.</p>
      <div className="flex flex-wrap gap-2">
        {partsOf(order).map((one) => (
          <Button key={one.label} variant="secondary" size="small" onClick={() => open(one)}>
            {one.label}
          </Button>
        ))}
      </div>
      {part && (
        <CancelDialog
          key={part.label}
          part={part}
          order={order}
          sending={sending}
          ways={ways}
          onClose={() => setPart(null)}
        />
      )}
    </div>
  );
}

function partsOf({ deliveries, items }: OrderToChangeReply): Part[] {
  const open = deliveries.filter(({ whyLocked }) => whyLocked === null);
  const names = [
    ...new Set(items.filter(({ isOpen }) => isOpen).map(({ personName }) => personName)),
  ];
  const isAllOpen = open.length === deliveries.length;
  return [
    ...(deliveries.length > 1 ? open : []).map(({ date, timeSlot }): Part => ({
      label: `Cancel ${formatDayAndMonth(date)}`,
      title: `Cancel ${formatDate(date)}, ${windowLabel(timeSlot)}?`,
      what: 'We won’t bring this delivery. The rest of your order stays.',
      isTakenOff: (item) => item.deliveryDate === date && item.deliveryWindow === timeSlot,
    })),
    ...(names.length > 1 ? names : []).map((name): Part => ({
      label: `Cancel for ${name}`,
      title: `Cancel all meals for ${name}?`,
      what: `${name} gets no meals. The rest of your order stays.`,
      isTakenOff: ({ personName }) => personKey(personName) === personKey(name),
    })),
    {
      label: isAllOpen ? 'Cancel the whole order' : 'Cancel all that can be cancelled',
      title: isAllOpen ? 'Cancel the whole order?' : 'Cancel all deliveries that can be cancelled?',
      what: isAllOpen ? 'We won’t deliver anything.' : 'What can’t be changed here still comes.',
      isTakenOff: () => true,
    },
  ];
}

type CancelDialogProps = CancelPartsProps & { part: Part; onClose: () => void };

function CancelDialog({ part, order, sending, ways, onClose }: CancelDialogProps) {
  const change = changeWithout(toOrderToChange(order), part.isTakenOff);
  const { version } = order;
  const asked = useChangeQuote(ways.token, { change, version }, 0);
  const quote: ChangeQuoteReply | null = asked.is === 'quoted' ? asked.quote : null;
  const problem = sending.error ?? (asked.is === 'failed' ? asked.error : (quote?.blocked ?? null));
  const closing = {
    ...ways,
    onRetry: () => {
      sending.reset();
      if (asked.is === 'failed' || asked.is === 'quoted') asked.ask();
    },
    onShow: (id: string) => {
      onClose();
      ways.onShow(id);
    },
  };
  return (
    <ActionDialog
      title={part.title}
      act="Cancel it"
      keep="Keep it"
      busyLabel="Cancelling…"
      change={{ isBusy: sending.isSending }}
      isReady={quote !== null && problem === null}
      go={() => quote && sending.send({ change, version, expectedTotal: quote.quote.total })}
      onClose={onClose}
      danger
    >
      <p>{part.what} This cannot be undone.</p>
      {problem && <ChangeProblem problem={problem} {...closing} />}
      {asked.is === 'asking' && <p role="status">Working out what goes back…</p>}
      {quote && !problem && <QuotedChange quote={quote} />}
    </ActionDialog>
  );
}
