import { useState } from 'react';
import {
  type ShoppingOrder,
  type PackChange,
  type ShoppingLine,
  getShoppingFile,
  printShopping,
} from '#areas/kitchen/calls/shopping.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay } from '#platform/rules/zoned-time.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { type AskedShopping, fileSource } from './kitchen-queries.ts';
import { useSendToPrinter } from '#areas/printouts/web/use-printout.tsx';
import { useMayDo } from '#platform/web/api/session.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import type { OrderWay } from '#areas/kitchen/rules/shopping-list.ts';
import { TextAreaField } from '#platform/web/ui/form/text-field.tsx';
import { packsText, useSendOrder, needText, spoilText } from './use-shopping.ts';
import { addressOf } from '#platform/web/api/client.ts';

type OrderCardProps = { order: ShoppingOrder; asked: AskedShopping };

export function OrderCard({ order, asked }: OrderCardProps) {
  const { supplierId, supplier, arrives, lines, changes, costCents, unpriced } = order;
  const headingId = `order ${supplierId} ${arrives}`.replaceAll(' ', '-');
  const bought = lines.filter(({ packs }) => packs > 0);
  return (
    <Card as="article" aria-labelledby={headingId} className="grid gap-3">
      <div>
        <h4 id={headingId} className="text-lg">
          <span className="sr-only">{supplier}, </span>
          {formatDayAndMonth(arrives)}
          <span className="font-normal">, here by {formatMinuteOfDay(order.arrivesByMinute)}</span>
        </h4>
        <SentNote order={order} />
      </div>
      {/* Above the lines, of which there may be sixty. */}
      <OrderActions order={order} asked={asked} />
      <OrderLines lines={lines} changes={changes ?? []} />
      {bought.length > 0 && (
        <p className="text-sm text-ink-soft tabular-nums">
          {costCents > 0 && `About ${formatDollars(costCents)}`}
          {unpriced > 0 &&
            `${costCents > 0 ? ', compared without' : 'Compared without'} the price of ${unpriced} of ${bought.length}`}
        </p>
      )}
      <MinimumNote order={order} />
    </Card>
  );
}

/** "To reach $150.00: 9 crushed tomato, 2 tomato paste", or what is missing. */
function MinimumNote({
  order: { lines, minOrderCents, underMinimumCents },
}: {
  order: ShoppingOrder;
}) {
  if (underMinimumCents > 0)
    return (
      <p className="text-sm text-warning tabular-nums">
        {formatDollars(underMinimumCents)} under their minimum of {formatDollars(minOrderCents)}
      </p>
    );
  const added = lines.filter(({ toMinimum }) => toMinimum > 0);
  if (added.length === 0) return null;
  return (
    <p className="text-sm text-ink-soft tabular-nums">
      To reach {formatDollars(minOrderCents)}:{' '}
      {added.map(({ toMinimum, ingredient }) => `${toMinimum} ${ingredient}`).join(', ')}
    </p>
  );
}

function OrderActions({ order, asked }: OrderCardProps) {
  const { supplierId, supplier, arrives, canOrder, hasEmail, lines, sent, changes } = order;
  const [way, setWay] = useState<'email' | 'elsewhere' | null>(null);
  const printing = useSendToPrinter({ saved: 'Shopping List Downloaded' });
  const mayCook = useMayDo('cook');
  const part = { ...asked, supplierId, arrives };
  const isOpen =
    canOrder &&
    (sent ? changes !== null && changes.length > 0 : lines.some(({ packs }) => packs > 0));
  const isDue = sent !== null && (sent.state === 'sent' || sent.state === 'part');
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
      {isDue && mayCook && (
        <Link
          to={paths.admin({ tab: 'shopping', by: 'goods', order: sent.id })}
          className={buttonClass('secondary', 'small')}
        >
          Goods in{of}
        </Link>
      )}
      <a
        className={buttonClass('quiet', 'small')}
        href={addressOf(getShoppingFile, { query: part })}
      >
        CSV{of}
      </a>
      <Button
        size="small"
        variant="quiet"
        busy={printing.isBusy}
        busyLabel="Printing…"
        onClick={() => printing.run(fileSource(printShopping, { query: part }))}
      >
        Print{of}
      </Button>
      {way !== null && (
        <SendDialog order={order} asked={asked} way={way} onClose={() => setWay(null)} />
      )}
    </div>
  );
}

function SentNote({ order }: { order: ShoppingOrder }) {
  const { orderBy, sent, changes, alsoOrdered, partForecast, canOrder } = order;
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
        orderBy !== null && (
          <p className="font-semibold text-ink">
            order by {formatDayAndMonth(orderBy.date)} {formatMinuteOfDay(orderBy.minuteOfDay)}
          </p>
        )
      )}
      {sent && <p>{stateText(sent)}</p>}
      {partForecast && (
        <p>
          part forecast: {partForecast.portions} of {partForecast.of} portions
        </p>
      )}
      {sent?.emailState === 'waiting' && <p>The email is on its way.</p>}
      {sent?.emailState === 'failed' && (
        <Badge variant="destructive">The email did not go: please ring them</Badge>
      )}
      {changes !== null && changes.length > 0 && (
        <Badge variant="secondary">changed since: {changes.length}</Badge>
      )}
      {sent && !canOrder && <p>It can no longer be changed: this is what was ordered.</p>}
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

function stateText({ state, toCome, receivedBy }: NonNullable<ShoppingOrder['sent']>): string {
  const by = receivedBy === null ? '' : ` by ${receivedBy}`;
  if (state === 'received') return `all taken in${by}`;
  if (state === 'not_coming') return 'not coming';
  if (state === 'part') return `part taken in${by}, ${toCome} still to come`;
  return 'on its way';
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

type OrderLinesProps = { lines: readonly ShoppingLine[]; changes: readonly PackChange[] };

/** What is to be bought, marked where it has changed since it was sent; below it, of what enough is there. */
function OrderLines({ lines, changes }: OrderLinesProps) {
  const bought = lines.filter(({ packs }) => packs > 0);
  const enough = lines.filter(({ packs }) => packs === 0);
  const gone = changes.filter(({ packs }) => packs === 0);
  return (
    <>
      {bought.length + gone.length === 0 && <p>Nothing to buy.</p>}
      <ul className="grid">
        {bought.map((line) => (
          <Line
            key={line.packId}
            line={line}
            change={changes.find(({ packId }) => packId === line.packId) ?? null}
          />
        ))}
        {gone.map(({ packId, ingredient, pack, was }) => (
          <li key={packId} className="flex gap-2 border-t border-line py-2">
            <span aria-hidden="true" className="w-3 font-bold">
              −
            </span>
            <span>
              {ingredient}: not needed any more (was {was} × {pack})
            </span>
          </li>
        ))}
      </ul>
      {enough.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 text-sm font-semibold text-primary underline">
            Enough is there: {enough.length}
          </summary>
          <ul className="grid">
            {enough.map((line) => (
              <Line key={line.packId} line={line} change={null} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Line({ line, change }: { line: ShoppingLine; change: PackChange | null }) {
  const spoils = spoilText(line);
  const mark = spoils !== null ? '!' : change === null ? '' : line.packs > change.was ? '+' : '−';
  return (
    <li className="grid gap-1 border-t border-line py-2">
      <div className="flex gap-2">
        <span aria-hidden="true" className="w-3 shrink-0 font-bold">
          {mark}
        </span>
        <div className="grid grow grid-cols-[1fr_auto] gap-x-4 sm:grid-cols-[1fr_1fr_1.4fr]">
          <span className="font-semibold">{line.ingredient}</span>
          {line.packs > 0 && (
            <span className="tabular-nums">
              {packsText(line)}
              {change !== null && ` (${change.was === 0 ? 'new' : `was ${change.was}`})`}
            </span>
          )}
          <span className="col-span-2 text-ink-soft tabular-nums sm:col-span-1">
            {needText(line)}
          </span>
          {spoils !== null && (
            <span className="col-span-2 text-warning sm:col-span-3">{spoils}</span>
          )}
        </div>
      </div>
    </li>
  );
}
