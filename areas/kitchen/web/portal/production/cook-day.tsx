import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { GoodsLotReply } from '#areas/kitchen/calls/goods.ts';
import type { CookingReply, ProductionPlanReply } from '#areas/kitchen/calls/production-plan.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { linesAllergensText, usersText } from '#areas/kitchen/rules/plan/batches.ts';
import { formatQuantity, LARGEST_QTY } from '#areas/menu/rules/units.ts';
import { goodsQuery, sendBatch } from '#areas/kitchen/web/portal/kitchen-queries.ts';
import { useWakeLock } from '#platform/web/navigation/use-is-wide.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { startText } from './cooking-card.tsx';
import { CookingLines } from './cooking-lines.tsx';
import { DoneBatch } from './done-batch.tsx';
import { QuantityForm } from './quantity-form.tsx';
import type { PlanChanges } from './use-plan.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';

type CookDayProps = {
  plan: ProductionPlanReply;
  date: PlainDate;
  changing: PlanChanges;
  onClose: () => void;
};

/** One cook day on a tablet, to read from two metres and to tap with wet hands. */
export function CookDay({ plan, date, changing, onClose }: CookDayProps) {
  useWakeLock();
  const { data: goods } = useQuery(goodsQuery({ inHouse: 'yes' }));
  const open = plan.cookings.filter(({ cookDate }) => cookDate === date);
  const done = plan.done.filter(({ cookDate }) => cookDate === date);
  return (
    <section className="grid gap-4" aria-label={`Cook on ${formatDayAndMonth(date)}`}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl">
          {formatDayAndMonth(date)}: {open.length + done.length} to cook, {done.length} done
        </h2>
        <Button variant="secondary" onClick={onClose}>
          Back to the board
        </Button>
      </div>
      {open.length + done.length === 0 && <p className="text-xl">Nothing to cook on this day.</p>}
      <ul className="grid gap-4">
        {open.map((cooking) => (
          <OpenCooking
            key={cooking.componentId}
            cooking={cooking}
            lots={goods?.lots ?? []}
            changing={changing}
          />
        ))}
        {done.map((batch) => (
          <DoneBatch key={batch.id} batch={batch} changing={changing} />
        ))}
      </ul>
    </section>
  );
}

type OpenCookingProps = {
  cooking: CookingReply;
  /** Goods in the house. */
  lots: readonly GoodsLotReply[];
  changing: PlanChanges;
};

function OpenCooking({ cooking, lots, changing }: OpenCookingProps) {
  const [asks, setAsks] = useState(false);
  const [goodsLotIds, setGoodsLotIds] = useState<readonly number[]>([]);
  const { componentId, cookDate, name, baseUnit, batches, made, surplus, lines, steps } = cooking;
  const allergens = linesAllergensText(lines);
  const amount = formatQuantity(made, baseUnit);
  const pots = batches.length === 1 ? 'one pot' : `${batches.length} pots`;
  const save = (madeQty: number) => {
    setAsks(false);
    changing.change(() =>
      sendBatch({
        componentId,
        cookDate,
        plannedQty: made,
        madeQty,
        goodsLotIds: [...goodsLotIds],
      }),
    );
  };
  return (
    <li className="grid gap-3 rounded-2xl border-2 border-line bg-surface p-4 text-lg">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h3 className="text-2xl font-bold uppercase">{name}</h3>
        <p className="text-2xl font-bold tabular-nums">{amount}</p>
        <p className="font-semibold">start by {startText(cooking)}</p>
        <p>
          {pots}
          {batches.length > 1 &&
            `: ${batches.map((qty) => formatQuantity(qty, baseUnit)).join(' + ')}`}
        </p>
        {surplus > 0 && <p className="text-warning">{formatQuantity(surplus, baseUnit)} over</p>}
      </div>
      <p className="text-ink-soft">{usersText(cooking)}</p>
      <CookingLines lines={lines} className="gap-x-8 gap-y-1 sm:grid-cols-2" />
      {allergens !== '' && <p className="font-semibold">! {allergens}</p>}
      <ChooseLots lots={lots} lines={lines} chosen={goodsLotIds} onChange={setGoodsLotIds} />
      {steps !== '' && (
        <details>
          <summary className="min-h-12 cursor-pointer py-2.5 font-semibold text-primary underline">
            Steps
          </summary>
          <p className="whitespace-pre-line">{steps}</p>
        </details>
      )}
      <div className="flex flex-wrap gap-3">
        <Button size="large" disabled={changing.isBusy} onClick={() => save(made)}>
          Made {amount}
          <span className="sr-only"> of {name}</span>
        </Button>
        <Button size="large" variant="secondary" onClick={() => setAsks(!asks)}>
          Other amount<span className="sr-only"> of {name}</span>
        </Button>
      </div>
      {asks && (
        <QuantityForm
          label="How much did it give?"
          unit={baseUnit}
          first={made}
          most={LARGEST_QTY}
          onSave={save}
        />
      )}
    </li>
  );
}

type ChooseLotsProps = {
  lots: readonly GoodsLotReply[];
  lines: CookingReply['lines'];
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
};

/** Which packs went in. Of an ingredient without a tick, a recall counts every pack that was in the house. */
function ChooseLots({ lots, lines, chosen, onChange }: ChooseLotsProps) {
  const formatInstant = useFormatInstant();
  const groups = lines
    .filter(({ isComponent }) => !isComponent)
    .map(({ name }) => ({ name, theirs: lots.filter(({ ingredient }) => ingredient === name) }))
    .filter(({ theirs }) => theirs.length > 0);
  if (groups.length === 0) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">Which packs went in?</legend>
      {groups.map(({ name, theirs }) => (
        <div key={name} className="flex flex-wrap items-center gap-2 [&_label]:min-h-12">
          <span className="min-w-32">{name}</span>
          {theirs.map((lot) => {
            const isChosen = chosen.includes(lot.id);
            return (
              <CheckChip
                key={lot.id}
                checked={isChosen}
                onToggle={() =>
                  onChange(isChosen ? chosen.filter((id) => id !== lot.id) : [...chosen, lot.id])
                }
              >
                <span className="sr-only">{name}, </span>
                {lotText(lot, formatInstant(lot.receivedAt))}
              </CheckChip>
            );
          })}
        </div>
      ))}
    </fieldset>
  );
}

/** "Dairy Co 4471 (use by 6 Dec)". */
function lotText({ supplier, supplierLot, useBy }: GoodsLotReply, received: string): string {
  const name = [supplier, supplierLot].filter(Boolean).join(' ') || `received ${received}`;
  return useBy === null ? name : `${name} (use by ${formatDayAndMonth(useBy)})`;
}
