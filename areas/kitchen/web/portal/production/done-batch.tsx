import { useState } from 'react';
import type { DoneBatchReply } from '#areas/kitchen/calls/production-plan.ts';
import { formatExactQuantity, formatQuantity } from '#areas/menu/rules/units.ts';
import { sendBatchCorrection, sendBatchUndo } from '#areas/kitchen/web/portal/kitchen-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { QuantityForm } from './quantity-form.tsx';
import type { PlanChanges } from './use-plan.ts';

type DoneBatchProps = { batch: DoneBatchReply; changing: PlanChanges };

/** On the board: one line, and a tap opens the rest. */
export function FoldedDoneBatch({ batch, changing }: DoneBatchProps) {
  return (
    <li className="rounded-xl border border-success bg-success-soft text-sm has-[details[open]]:col-span-full">
      <details>
        <summary className="min-h-11 cursor-pointer px-2 py-1.5 leading-tight font-semibold">
          ✓ {batch.name}{' '}
          <span className="tabular-nums">{formatQuantity(batch.madeQty, batch.baseUnit)}</span>
        </summary>
        <div className="grid gap-1 px-2 pb-2">
          <DoneFacts batch={batch} changing={changing} />
        </div>
      </details>
    </li>
  );
}

/** What was cooked, with what became of the rest. */
export function DoneBatch({ batch, changing }: DoneBatchProps) {
  return (
    <li className="grid gap-1 rounded-xl border border-success bg-success-soft p-3">
      <p className="font-semibold">✓ {batch.name}</p>
      <DoneFacts batch={batch} changing={changing} />
    </li>
  );
}

function DoneFacts({ batch, changing }: DoneBatchProps) {
  const [asks, setAsks] = useState<'left' | 'wasted' | null>(null);
  const { id, name, baseUnit, madeQty, leftQty, wastedQty, by } = batch;
  const correct = (change: { leftQty?: number; wastedQty?: number }) => {
    setAsks(null);
    changing.change(() => sendBatchCorrection({ id, madeQty, leftQty, wastedQty, ...change }));
  };
  return (
    <>
      <p className="tabular-nums">
        Made {formatQuantity(madeQty, baseUnit)}, {by}
      </p>
      {leftQty > 0 && <p>Left over: {formatExactQuantity(leftQty, baseUnit)}</p>}
      {wastedQty > 0 && <p>Thrown away: {formatExactQuantity(wastedQty, baseUnit)}</p>}
      <div className="flex flex-wrap gap-1">
        <Button variant="quiet" size="small" onClick={() => setAsks('left')}>
          Left over<span className="sr-only"> of {name}</span>
        </Button>
        <Button variant="quiet" size="small" onClick={() => setAsks('wasted')}>
          Thrown away<span className="sr-only"> of {name}</span>
        </Button>
        <Button
          variant="quiet"
          size="small"
          onClick={() => changing.change(() => sendBatchUndo(id))}
        >
          Undo<span className="sr-only"> {name}</span>
        </Button>
      </div>
      {asks !== null && (
        <QuantityForm
          label={asks === 'left' ? 'How much is left over?' : 'How much was thrown away?'}
          unit={baseUnit}
          first={asks === 'left' ? leftQty : wastedQty}
          most={madeQty - (asks === 'left' ? wastedQty : leftQty)}
          onSave={(qty) => correct(asks === 'left' ? { leftQty: qty } : { wastedQty: qty })}
        />
      )}
    </>
  );
}
