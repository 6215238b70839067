import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type StockedReply,
  type StockReply,
  countStock,
  wasteStock,
} from '#areas/kitchen/calls/stock.ts';
import type { CountReason } from '#areas/kitchen/rules/stock.ts';
import { STORE_AREA_NAMES, STORE_AREAS } from '#areas/menu/rules/storage-advice.ts';
import {
  type BaseUnit,
  formatExactQuantity,
  formatQuantity,
  type InputUnit,
} from '#areas/menu/rules/units.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { useLiveQueries } from '#areas/order-book/web/use-live-queries.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { SHOPPING_KEY, stockQuery } from './kitchen-queries.ts';
import { call } from '#platform/web/api/client.ts';

const LIVE = [SHOPPING_KEY];

export function StockTab() {
  const stock = useQuery(stockQuery);
  useLiveQueries(LIVE);
  return (
    <div className="grid gap-4 py-5" aria-busy={stock.isFetching}>
      <Loaded query={stock} what="the stock">
        {(found) => <Stock stock={found} />}
      </Loaded>
    </div>
  );
}

type StockQuestion = { stocked: StockedReply; what: 'count' | 'waste' };

function Stock({ stock }: { stock: StockReply }) {
  const [asked, setAsked] = useState<StockQuestion | null>(null);
  const { today, spoilt } = stock;
  const shelves = stock.ingredients.filter(({ qty, countedAt }) => qty > 0 || countedAt !== null);
  return (
    <>
      <ToCount stock={stock} onOther={(stocked) => setAsked({ stocked, what: 'count' })} />
      {shelves.length === 0 && (
        <EmptyState title="Nothing is in the store yet">
          Take in what a supplier brings under “Goods in”, and it is listed here.
        </EmptyState>
      )}
      {STORE_AREAS.map((area) => {
        const there = shelves.filter(({ storeArea }) => storeArea === area);
        if (there.length === 0) return null;
        return (
          <Card key={area} as="section" aria-label={STORE_AREA_NAMES[area]} className="grid gap-2">
            <h2 className="text-lg">{STORE_AREA_NAMES[area]}</h2>
            <ul className="grid">
              {there.map((stocked) => (
                <Stocked
                  key={stocked.ingredientId}
                  stocked={stocked}
                  today={today}
                  onAsk={(what) => setAsked({ stocked, what })}
                />
              ))}
            </ul>
          </Card>
        );
      })}
      <Spoilt spoilt={spoilt} />
      {asked && <StockDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}

const WHY: Record<CountReason, string> = {
  never: 'never counted',
  short: 'the plan takes more',
  below_zero: 'more was used than there was',
  old: 'last counted over five weeks ago',
};

type ToCountProps = { stock: StockReply; onOther: (stocked: StockedReply) => void };

/** One tap where it is right: what should be there is what is there. */
function ToCount({ stock: { toCount, ingredients }, onOther }: ToCountProps) {
  const client = useQueryClient();
  const mayCook = useMayDo('cook');
  const counting = useChange(
    ({ ingredientId, qty, sum, baseUnit }: StockedReply) =>
      call(countStock, {
        params: { id: String(ingredientId) },
        body: { amount: String(qty), unit: baseUnit, seen: sum },
      }),
    {
      onDone: (found) => client.setQueryData(stockQuery.queryKey, found),
      refresh: [{ queryKey: SHOPPING_KEY }, { queryKey: stockQuery.queryKey }],
    },
  );
  const lines = toCount.flatMap(({ ingredientId, why }) => {
    const stocked = ingredients.find((one) => one.ingredientId === ingredientId);
    return stocked ? [{ stocked, why }] : [];
  });
  if (lines.length === 0 || !mayCook) return null;
  return (
    <Card as="section" aria-label="Count today" className="grid gap-2">
      <h2 className="text-lg">Count today: {lines.length}</h2>
      <FailureNotice failure={counting.failure} title="Not saved" />
      <ul className="grid">
        {lines.map(({ stocked, why }) => (
          <li
            key={stocked.ingredientId}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2"
          >
            <p>
              <span className="font-semibold">{stocked.ingredient}</span>: should be{' '}
              <span className="tabular-nums">
                {formatExactQuantity(stocked.qty, stocked.baseUnit)}
              </span>
              <span className="block text-sm text-ink-soft">{WHY[why]}</span>
            </p>
            <div className="flex gap-2">
              <Button
                variant="secondary"
                size="small"
                disabled={counting.isBusy}
                onClick={() => counting.run(stocked)}
              >
                Right<span className="sr-only"> {stocked.ingredient}</span>
              </Button>
              <Button variant="quiet" size="small" onClick={() => onOther(stocked)}>
                Other…<span className="sr-only"> {stocked.ingredient}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type StockedProps = {
  stocked: StockedReply;
  today: string;
  onAsk: (what: StockQuestion['what']) => void;
};

function Stocked({ stocked, today, onAsk }: StockedProps) {
  const formatInstant = useFormatInstant();
  const mayCook = useMayDo('cook');
  const { ingredient, baseUnit, rule, qty, expires, countedAt } = stocked;
  return (
    <li className="grid gap-1 border-t border-line py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p>
          <span className="font-semibold">{ingredient}</span>{' '}
          <span className="tabular-nums">{formatQuantity(qty, baseUnit)}</span>
        </p>
        {mayCook && (
          <div className="flex gap-1">
            {rule === 'store' && (
              <Button variant="quiet" size="small" onClick={() => onAsk('count')}>
                Count<span className="sr-only"> {ingredient}</span>
              </Button>
            )}
            {qty > 0 && (
              <Button variant="quiet" size="small" onClick={() => onAsk('waste')}>
                Thrown away<span className="sr-only"> of {ingredient}</span>
              </Button>
            )}
          </div>
        )}
      </div>
      {rule === 'store' && (
        <p className="text-sm text-ink-soft">
          {countedAt === null ? 'Never counted' : `Counted ${formatInstant(countedAt)}`}
        </p>
      )}
      {expires.map(({ useBy, qty: part }) => (
        <p key={useBy} className={useBy < today ? 'text-sm text-danger' : 'text-sm'}>
          {useBy < today ? 'Out of date since' : 'Use by'} {formatDayAndMonth(useBy)}:{' '}
          {formatQuantity(part, baseUnit)}
        </p>
      ))}
    </li>
  );
}

function Spoilt({ spoilt }: Pick<StockReply, 'spoilt'>) {
  const formatInstant = useFormatInstant();
  if (spoilt.length === 0) return null;
  const cents = spoilt.reduce((sum, one) => sum + (one.cents ?? 0), 0);
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold text-primary underline">
        Past its date in the last four weeks: {formatDollars(cents)}
      </summary>
      <ul className="list-disc pl-5">
        {spoilt.map(({ ingredientId, ingredient, baseUnit, qty, cents: worth, at }) => (
          <li key={`${ingredientId} ${at} ${qty}`} className="tabular-nums">
            {ingredient}, {formatQuantity(qty, baseUnit)}
            {worth === null ? '' : `, ${formatDollars(worth)}`} ({formatInstant(at)})
          </li>
        ))}
      </ul>
    </details>
  );
}

const UNITS: Record<BaseUnit, InputUnit[]> = {
  g: ['kg', 'g'],
  ml: ['l', 'ml'],
  piece: ['piece', 'dozen'],
};

function StockDialog({ stocked, what, onClose }: StockQuestion & { onClose: () => void }) {
  const { ingredientId, ingredient, baseUnit, sum } = stocked;
  const client = useQueryClient();
  const form = useForm({
    initial: { amount: '', unit: UNITS[baseUnit][0] as InputUnit, reason: '' },
    send({ reason, ...fields }) {
      const params = { id: String(ingredientId) };
      const body = { ...fields, seen: sum };
      return what === 'count'
        ? call(countStock, { params, body })
        : call(wasteStock, { params, body: { ...body, reason } });
    },
    onDone(stock) {
      client.setQueryData(stockQuery.queryKey, stock);
      onClose();
    },
    refresh: [{ queryKey: SHOPPING_KEY }, { queryKey: stockQuery.queryKey }],
  });
  return (
    <FormDialog
      form={form}
      title={what === 'count' ? `Count ${ingredient}` : `${ingredient} thrown away`}
      submitLabel="Save"
      busyLabel="Saving…"
      onClose={onClose}
    >
      <div className="grid grid-cols-[1fr_6rem] items-start gap-2">
        <TextField
          label={what === 'count' ? 'There is' : 'Thrown away'}
          inputMode="decimal"
          maxLength={20}
          {...form.text('amount')}
        />
        <SelectField
          label="Unit"
          value={form.values.unit}
          onChange={({ target: { value } }) => form.set({ unit: value as InputUnit })}
        >
          {UNITS[baseUnit].map((unit) => (
            <option key={unit}>{unit}</option>
          ))}
        </SelectField>
      </div>
      {what === 'waste' && <TextField label="Why" maxLength={200} {...form.text('reason')} />}
    </FormDialog>
  );
}
