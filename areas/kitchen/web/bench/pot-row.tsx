import { useState } from 'react';
import type { BenchPot } from '#areas/kitchen/calls/opened-bench.ts';
import { potUsersText, wallTimeText, linesAllergensText } from '#areas/kitchen/rules/batches.ts';
import { useFormatTimeOfDay } from '#areas/business/web/use-format-instant.ts';
import { formatExactQuantity, formatQuantity, LARGEST_QTY } from '#areas/menu/rules/units.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { BigButton, BenchRow, Said, Steps } from './bench-parts.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';
import { AmountForm } from './number-pad.tsx';
import { sayAtBench, takeBackAtBench } from './bench-queue.ts';
import type { ReadingsOfFood } from './bench-readings.tsx';

type PotRowProps = {
  pot: BenchPot;
  /** The work day, and the time on the kitchen's clock as "2026-11-25T12:45". */
  date: PlainDate;
  now: string;
  isOpen: boolean;
  onOpen: () => void;
  mayCook: boolean;
  isSent: boolean;
  readings: ReadingsOfFood;
};

export function PotRow(props: PotRowProps) {
  const { pot, date, now, isOpen, onOpen, readings } = props;
  const { name, state, planned, unit, made } = pot;
  const isLate = state === 'planned' && pot.startBy <= now;
  return (
    <BenchRow
      isOpen={isOpen}
      onOpen={onOpen}
      isDone={state === 'made'}
      line={
        <>
          {state !== 'made' && (
            <span
              className={classNames(
                'min-w-20 tabular-nums sm:min-w-26',
                isLate ? 'font-bold text-danger' : 'text-ink-soft',
              )}
            >
              {isLate && '! '}
              {wallTimeText(pot.startBy, date)}
            </span>
          )}
          <span className="min-w-0 grow basis-28 font-semibold break-words">
            {state === 'made' && <span aria-hidden="true">✓ </span>}
            {name}
          </span>
          <span className="ml-auto shrink-0 font-bold tabular-nums">
            {formatExactQuantity(made?.qty ?? planned, unit)}
          </span>
          <PotState {...props} isLate={isLate} />
        </>
      }
      warnings={readings.warning}
    >
      {state === 'made' ? <MadePot {...props} /> : <OpenPot {...props} />}
    </BenchRow>
  );
}

function PotState({
  pot: { state, made },
  isSent,
  isLate,
  readings,
}: PotRowProps & { isLate: boolean }) {
  const formatTime = useFormatTimeOfDay();
  if (made)
    return (
      <span className="w-full text-lg text-ink-soft">
        <Said isSent={isSent}>
          made {formatTime(Date.parse(made.at))} {made.by}
        </Said>
        {readings.shown !== '' && `, ${readings.shown}`}
      </span>
    );
  if (state === 'started') return <span className="text-lg font-semibold">started</span>;
  return isLate ? <span className="text-lg font-bold text-danger">start now</span> : null;
}

function OpenPot({ pot, date, mayCook }: PotRowProps) {
  const [asks, setAsks] = useState(false);
  const [lots, setLots] = useState<readonly number[]>([]);
  const { id, name, unit, planned, lines, users, recipeVersion, state } = pot;
  const allergens = linesAllergensText(lines);
  const amount = formatExactQuantity(planned, unit);
  const make = (qty: number) =>
    void sayAtBench(
      { kind: 'made', potId: id, qty, planned, recipeVersion, goodsLotIds: [...lots] },
      `${name} made`,
    );
  return (
    <>
      <p className="text-xl">
        {wallTimeText(pot.startBy, date)} start
        {pot.cookAt !== pot.chillAt &&
          ` · ${wallTimeText(pot.cookAt, date)} cook · ${wallTimeText(pot.chillAt, date)} off`}
        {` · ${pot.readyBy === pot.chillAt ? 'ready' : 'cold'} ${wallTimeText(pot.readyBy, date)}`}
      </p>
      <p className="text-xl text-ink-soft">{potUsersText(users, date)}</p>
      <table className="w-full text-2xl">
        <caption className="sr-only">What goes into {name}</caption>
        <thead className="text-left text-lg text-ink-soft">
          <tr>
            <th scope="col">Ingredient</th>
            <th scope="col" className="text-right">
              Take out
            </th>
            <th scope="col" className="text-right">
              Weigh
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            // One thing may stand in two lines.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={`${at} ${line.name}`} className="border-t border-line">
              <th scope="row" className="py-1 text-left font-normal break-words">
                {line.name}
                {line.prep !== '' && <span className="text-ink-soft">, {line.prep}</span>}
              </th>
              <td className="text-right whitespace-nowrap tabular-nums">
                {line.isComponent ? '–' : formatExactQuantity(line.takeOut, line.unit)}
              </td>
              <td className="pl-3 text-right text-[1.75rem] font-bold whitespace-nowrap tabular-nums">
                {formatExactQuantity(line.weigh, line.unit)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {allergens !== '' && <p className="text-2xl font-bold text-danger">! {allergens}</p>}
      <Steps steps={pot.steps} />
      {mayCook && (
        <>
          <Lots lines={lines} chosen={lots} onChange={setLots} />
          <div className="flex flex-wrap gap-2">
            {state === 'planned' && (
              <BigButton
                label="Start"
                about={name}
                onPress={() => void sayAtBench({ kind: 'start', potId: id }, `${name} started`)}
              />
            )}
            <BigButton
              label={`Made ${amount}`}
              about={name}
              kind="main"
              onPress={() => make(planned)}
            />
            <BigButton label="Other amount" about={name} onPress={() => setAsks(!asks)} />
          </div>
          {asks && (
            <AmountForm
              label="How much did it make?"
              unit={unit}
              first={planned}
              most={LARGEST_QTY}
              planned={planned}
              onSave={make}
            />
          )}
        </>
      )}
    </>
  );
}

type LotsProps = {
  lines: BenchPot['lines'];
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
};

/** Which packs went in. Of an ingredient without a tick, a recall counts every pack that was in the house. */
function Lots({ lines, chosen, onChange }: LotsProps) {
  const withLots = lines.filter((line) => line.lots.length > 0);
  if (withLots.length === 0) return null;
  return (
    <details>
      <summary className="min-h-14 cursor-pointer py-3 text-xl font-semibold text-primary underline">
        Lot: which packs went in
      </summary>
      <div className="grid gap-2">
        {withLots.map(({ name, lots }) => (
          <div
            key={name}
            role="group"
            aria-label={name}
            className="flex flex-wrap items-center gap-2 text-xl [&_label]:min-h-14"
          >
            <span className="min-w-32">{name}</span>
            {lots.map(({ id, text }) => (
              <CheckChip
                key={id}
                checked={chosen.includes(id)}
                onToggle={() =>
                  onChange(
                    chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id],
                  )
                }
              >
                {text}
              </CheckChip>
            ))}
          </div>
        ))}
      </div>
    </details>
  );
}

function MadePot({ pot, mayCook, readings }: PotRowProps) {
  const [asks, setAsks] = useState<'left' | 'wasted' | 'made' | null>(null);
  const { id, name, unit, made, planned, recipeVersion } = pot;
  if (!made) return null;
  const { key, qty, leftQty, wastedQty } = made;
  const correct = (change: Partial<{ qty: number; leftQty: number; wastedQty: number }>) => {
    setAsks(null);
    void sayAtBench(
      { kind: 'correct', potId: id, qty, leftQty, wastedQty, ...change },
      `${name} corrected`,
    );
  };
  return (
    <>
      <p className="text-2xl tabular-nums">
        Made {formatQuantity(qty, unit)} of {formatQuantity(planned, unit)} planned
        {leftQty > 0 && `, left over ${formatExactQuantity(leftQty, unit)}`}
        {wastedQty > 0 && `, waste ${formatExactQuantity(wastedQty, unit)}`}
      </p>
      {mayCook && (
        <>
          <div className="flex flex-wrap gap-2">
            {readings.buttons.map((button) => (
              <BigButton key={button.label} kind="main" {...button} />
            ))}
            <BigButton label="Left over" about={name} onPress={() => setAsks('left')} />
            <BigButton label="Waste" about={name} onPress={() => setAsks('wasted')} />
            <BigButton label="Correct" about={name} onPress={() => setAsks('made')} />
            {key !== null && (
              <BigButton
                label="Undo"
                about={`${name} was not made`}
                onPress={() =>
                  void takeBackAtBench(
                    key,
                    { kind: 'made', potId: id, qty, planned, recipeVersion, goodsLotIds: [] },
                    `${name} not made`,
                  )
                }
              />
            )}
          </div>
          {asks === 'made' && (
            <AmountForm
              label="How much did it make?"
              unit={unit}
              first={qty}
              most={LARGEST_QTY}
              planned={planned}
              onSave={(given) => correct({ qty: given })}
            />
          )}
          {(asks === 'left' || asks === 'wasted') && (
            <AmountForm
              key={asks}
              label={asks === 'left' ? 'How much is left over?' : 'How much was thrown away?'}
              unit={unit}
              first={asks === 'left' ? leftQty : wastedQty}
              most={qty - (asks === 'left' ? wastedQty : leftQty)}
              planned={null}
              onSave={(given) =>
                correct(asks === 'left' ? { leftQty: given } : { wastedQty: given })
              }
            />
          )}
        </>
      )}
    </>
  );
}
