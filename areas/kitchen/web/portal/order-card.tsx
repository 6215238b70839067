import { useState } from 'react';
import type { ShoppingOrder } from '#areas/kitchen/calls/shopping.ts';
import type { StockedReply } from '#areas/kitchen/calls/stock.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { formatDollars } from '#platform/rules/money.ts';
import {
  type AskedShopping,
  shoppingFileAddress,
  shoppingPrintout,
} from '#areas/kitchen/web/portal/shopping-queries.ts';
import { useSendToPrinter } from '#areas/printouts/web/use-printout.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { OrderLines } from './order-lines.tsx';
import { SendDialog } from './send-dialog.tsx';
import { SentNote } from './sent-note.tsx';

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
