import { useState } from 'react';
import type { ShoppingOrder } from '#areas/kitchen/calls/shopping.ts';
import type { StockedReply } from '#areas/kitchen/calls/stock.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { type AskedShopping, shoppingFileAddress, shoppingPrintout } from './kitchen-queries.ts';
import { useSendToPrinter } from '#areas/printouts/web/use-printout.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { OrderLines } from './order-lines.tsx';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import type { OrderWay } from '#areas/kitchen/rules/order-changes.ts';
import { TextAreaField } from '#platform/web/ui/form/text-field.tsx';
import { packsText, useSendOrder } from './use-shopping.ts';

type OrderCardProps = {
  order: ShoppingOrder;
  asked: AskedShopping;
  today: PlainDate;
  days: { deliveryDays: PlainDate[]; arrivals: PlainDate[] };
  stock: ReadonlyMap<number, StockedReply>;
  onArrivals: (days: PlainDate[]) => void;
};

/** One order: what a supplier is to bring on a day, and what became of it. */
export function OrderCard({ order, asked, today, days, stock, onArrivals }: OrderCardProps) {
  const { supplierId, supplier, arrives, lines, sent, changes, costCents, unpriced } = order;
  const headingId = `order ${supplierId} ${arrives}`.replaceAll(' ', '-');
  const bought = lines.filter(({ packs }) => packs > 0);
  return (
    <Card as="article" aria-labelledby={headingId} className="grid gap-3">
      <div>
        <h3 id={headingId} className="text-lg">
          {supplier}
          <span className="font-normal"> – arrives {formatDayAndMonth(arrives)}</span>
        </h3>
        <SentNote order={order} today={today} />
      </div>
      {/* Above the lines, of which there may be sixty. */}
      <OrderActions order={order} asked={asked} today={today} />
      <OrderLines lines={lines} changes={changes ?? []} stock={stock} />
      {bought.length > 0 && (
        <p className="text-sm text-ink-soft tabular-nums">
          {costCents > 0 && `About ${formatDollars(costCents)}`}
          {unpriced > 0 &&
            `${costCents > 0 ? ', without ' : 'Not known: '}the price of ${unpriced} of ${bought.length}`}
        </p>
      )}
      <DeliveryDays
        {...days}
        ordered={sent ? arrives : null}
        name={supplier}
        onChange={onArrivals}
      />
    </Card>
  );
}

type DaysProps = {
  deliveryDays: PlainDate[];
  arrivals: PlainDate[];
  /** Ordered already, so that this day stays. */
  ordered: PlainDate | null;
  name: string;
  onChange: (days: PlainDate[]) => void;
};

function DeliveryDays({ deliveryDays, arrivals, ordered, name, onChange }: DaysProps) {
  const open = deliveryDays.filter((day) => day !== ordered);
  if (open.length === 0) return null;
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 text-sm font-semibold text-primary underline">
        Delivery days<span className="sr-only"> of {name}</span>
      </summary>
      <div role="group" aria-label={`Delivery days of ${name}`} className="flex flex-wrap gap-2">
        {open.map((day) => (
          <CheckChip
            key={day}
            checked={arrivals.includes(day)}
            onToggle={() =>
              onChange(
                arrivals.includes(day) ? arrivals.filter((one) => one !== day) : [...arrivals, day],
              )
            }
          >
            {formatDayAndMonth(day)}
          </CheckChip>
        ))}
      </div>
    </details>
  );
}

function OrderActions({ order, asked, today }: Pick<OrderCardProps, 'order' | 'asked' | 'today'>) {
  const { supplierId, supplier, arrives, hasEmail, lines, sent, changes } = order;
  const [way, setWay] = useState<'email' | 'elsewhere' | null>(null);
  const { showToast } = useToast();
  const printing = useSendToPrinter({ saved: 'Shopping List Downloaded', tell: showToast });
  const mayCook = useMayDo('cook');
  const part = { supplierId, arrives };
  const isOpen = sent
    ? arrives > today && changes !== null && changes.length > 0
    : arrives >= today && lines.some(({ packs }) => packs > 0);
  const of = <span className="sr-only"> for {supplier}</span>;
  return (
    <div className="flex flex-wrap gap-2">
      {isOpen && mayCook && (
        <>
          {hasEmail && (
            <Button size="small" onClick={() => setWay('email')}>
              {sent ? 'Email the change' : 'Email'}
              {of}
            </Button>
          )}
          <Button
            size="small"
            variant={hasEmail ? 'quiet' : 'secondary'}
            onClick={() => setWay('elsewhere')}
          >
            Mark as ordered{of}
          </Button>
        </>
      )}
      <a className={buttonClass('quiet', 'small')} href={shoppingFileAddress(asked, part)}>
        CSV{of}
      </a>
      <Button
        size="small"
        variant="quiet"
        busy={printing.isBusy}
        busyLabel="Printing…"
        onClick={() => printing.run(shoppingPrintout(asked, part))}
      >
        Print{of}
      </Button>
      {way !== null && (
        <SendDialog order={order} asked={asked} way={way} onClose={() => setWay(null)} />
      )}
    </div>
  );
}

type SentNoteProps = { order: ShoppingOrder; today: PlainDate };

/** Whether it was sent, by whom, how many lines have changed since, and what else was ordered for the day. */
function SentNote({ order: { arrives, sent, changes, alsoOrdered }, today }: SentNoteProps) {
  const formatInstant = useFormatInstant();
  const [params] = useSearchParams();
  const linkTo = (range: { from: PlainDate; to: PlainDate }) => {
    const days = new URLSearchParams(params);
    days.set('from', range.from);
    days.set('to', range.to);
    return `?${days.toString()}`;
  };
  return (
    <div className="grid justify-items-start gap-1 text-ink-soft">
      {sent ? (
        <p>
          {sent.way === 'email' ? 'sent' : 'ordered'} {formatInstant(sent.at)}
          {sent.by !== '' && ` by ${sent.by}`}
        </p>
      ) : (
        <p>not ordered yet</p>
      )}
      {sent?.emailState === 'waiting' && <p>The email is on its way.</p>}
      {sent?.emailState === 'failed' && (
        <Badge variant="destructive">The email did not go: please ring them</Badge>
      )}
      {changes !== null && changes.length > 0 && (
        <Badge variant="secondary">changed since: {changes.length}</Badge>
      )}
      {sent && arrives <= today && <p>Its day has come: this is what was ordered.</p>}
      {alsoOrdered.map(({ from, to, at, by }) => (
        <Link
          key={`${from} ${to}`}
          to={linkTo({ from, to })}
          className="inline-flex min-h-11 items-center text-primary underline"
        >
          {by} ordered for this day already, for deliveries {formatDayAndMonth(from)} to{' '}
          {formatDayAndMonth(to)} ({formatInstant(at)})
        </Link>
      ))}
    </div>
  );
}

type SendDialogProps = {
  order: ShoppingOrder;
  asked: AskedShopping;
  way: OrderWay;
  onClose: () => void;
};

/** Shows what goes out, once more; what is sent is what is shown here, or nothing. */
function SendDialog({ order, asked, way, onClose }: SendDialogProps) {
  const { supplierId, supplier, arrives, lines, sent, changes } = order;
  const [note, setNote] = useState('');
  const sending = useSendOrder(asked, onClose);
  const bought = lines.filter(({ packs }) => packs > 0);
  const isEmail = way === 'email';
  const what = sent ? 'the change' : 'this order';
  return (
    <ActionDialog
      title={isEmail ? `Email ${what} to ${supplier}?` : `Mark ${what} as made at ${supplier}?`}
      act={isEmail ? 'Send' : 'Mark as ordered'}
      change={sending}
      busyLabel="Sending…"
      onClose={onClose}
      go={() =>
        sending.run({
          supplierId,
          arrives,
          way,
          note,
          seen: sent?.number ?? 0,
          lines: bought.map(({ packId, packs }) => ({ packId, packs })),
        })
      }
    >
      <p>
        {isEmail
          ? `To arrive on ${formatDayAndMonth(arrives)}.`
          : `To arrive on ${formatDayAndMonth(arrives)}. For orders by phone, printed or in their own shop: nothing is sent.`}
      </p>
      {changes !== null && changes.length > 0 && (
        <ul className="list-disc pl-5">
          {changes.map(({ packId, ingredient, pack, was, packs }) => (
            <li key={packId}>
              {ingredient}, {pack}: {packs} instead of {was}
            </li>
          ))}
        </ul>
      )}
      {sent && <p className="font-semibold">The whole order now</p>}
      {bought.length === 0 && <p>Nothing.</p>}
      <ul className="list-disc pl-5">
        {bought.map((line) => (
          <li key={line.packId}>
            {packsText(line)} {line.ingredient}
          </li>
        ))}
      </ul>
      {isEmail && (
        <TextAreaField
          label="Note for them"
          optional
          maxLength={400}
          value={note}
          onChange={({ target: { value } }) => setNote(value)}
        />
      )}
    </ActionDialog>
  );
}
