import { useState } from 'react';
import type { BenchSpecialReply } from '#areas/kitchen/calls/bench.ts';
import type { BenchTray } from '#areas/kitchen/calls/opened-bench.ts';
import type { BenchWord } from '#areas/kitchen/rules/bench-words.ts';
import { windowLabel, windowStartText } from '#areas/business/rules/delivery-windows.ts';
import {
  MISSING_REASON_LABELS,
  MISSING_REASONS,
  type MissingReason,
} from '#areas/order-book/rules/pack-bag.ts';
import { CARE_WORDS } from '#areas/order-book/rules/special-people.ts';
import { formatExactQuantity, LARGEST_QTY } from '#areas/menu/rules/units.ts';
import { formatDayFrom, type PlainDate } from '#platform/rules/plain-date.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { AmountForm } from './number-pad.tsx';
import { BigButton, BenchRow, Steps } from './bench-parts.tsx';
import { sayAtBench, takeBackAtBench } from './bench-queue.ts';
import type { ReadingsOfFood } from './bench-readings.tsx';

type TrayRowProps = {
  tray: BenchTray;
  date: PlainDate;
  isOpen: boolean;
  onOpen: () => void;
  mayCook: boolean;
  mayRunOut: boolean;
  isSent: boolean;
  /** "+1 since 5:10am", "changed since 5:10am"; null: nothing since someone looked. */
  late: string | null;
  readings: ReadingsOfFood;
};

type TrayWindow = BenchTray['windows'][number];

export function TrayRow(props: TrayRowProps) {
  const { tray, date, isOpen, onOpen, late, isSent, readings } = props;
  const { name, windows, specials } = tray;
  const all = totalOf(windows);
  const over = windows.reduce((sum, { count, done }) => sum + Math.max(0, done - count), 0);
  const isDone = windows.every(({ count, done }) => done >= count) && all.count > 0;
  return (
    <BenchRow
      isOpen={isOpen}
      onOpen={onOpen}
      isDone={isDone}
      line={
        <>
          <span className="min-w-0 grow basis-48 font-semibold break-words">
            {isDone && <span aria-hidden="true">{isSent ? '✓ ' : '○ '}</span>}
            {name}
            {tray.date !== date && (
              <span className="font-normal"> for {formatDayFrom(tray.date, date)}</span>
            )}
          </span>
          <span className="flex shrink-0 flex-wrap gap-x-4 tabular-nums">
            {windows.map(({ window, count, done, held }) => (
              <span key={window}>
                <span className="text-lg text-ink-soft">{windowStartText(window)} </span>
                {Math.min(done, count)}/{count}
                {held > 0 && <b className="text-danger"> +{held} on hold</b>}
              </span>
            ))}
            {windows.length > 1 && (
              <b>
                {all.done}/{all.count}
              </b>
            )}
          </span>
          {(late !== null || over > 0 || readings.shown !== '') && (
            <span className="flex w-full flex-wrap gap-x-3 text-lg">
              {late !== null && (
                <span className="rounded-lg bg-warning-soft px-2 text-warning">{late}</span>
              )}
              {over > 0 && (
                <span className="rounded-lg bg-warning-soft px-2 text-warning">
                  {over} cooked, not needed
                </span>
              )}
              {readings.shown !== '' && <span>{readings.shown}</span>}
            </span>
          )}
        </>
      }
      warnings={
        <>
          {readings.warning}
          <ShortLine windows={windows} />
          <Specials specials={specials} />
        </>
      }
    >
      <OpenTray {...props} />
    </BenchRow>
  );
}

function totalOf(windows: readonly TrayWindow[]) {
  return windows.reduce(
    (sum, { count, done }) => ({
      count: sum.count + count,
      done: sum.done + Math.min(done, count),
    }),
    { count: 0, done: 0 },
  );
}

function ShortLine({ windows }: { windows: readonly TrayWindow[] }) {
  const stops = windows.flatMap(({ short }) => short);
  if (stops.length === 0) return null;
  return (
    <p className="mx-3 mb-2 rounded-lg bg-danger-soft px-3 py-1 text-xl font-semibold text-danger">
      {stops.length} short: {stops.length === 1 ? 'stop' : 'stops'} {stops.join(', ')}
    </p>
  );
}

const CARE_COLOURS: Record<BenchSpecialReply['verdict'], string> = {
  on_hold: 'bg-danger text-on-danger',
  agreed: 'bg-danger-soft text-danger',
  may_contain: 'bg-danger-soft text-danger',
  clean_bench: 'bg-danger-soft text-danger',
  as_noted: 'bg-warning-soft text-warning',
};

/** Never folded away. */
export function Specials({ specials }: { specials: readonly BenchSpecialReply[] }) {
  if (specials.length === 0) return null;
  return (
    <ul className="grid gap-1 px-3 pb-2 text-xl">
      {specials.map(({ key, verdict, text }, index) => (
        <li key={`${key} ${index}`} className="break-words">
          <b className={classNames('rounded-md px-2', CARE_COLOURS[verdict])}>
            {CARE_WORDS[verdict]}
          </b>{' '}
          <b>{key}</b> <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

type Tick = Extract<BenchWord, { kind: 'tick' }>;

function OpenTray({ tray, mayCook, mayRunOut, readings }: TrayRowProps) {
  const [said, setSaid] = useState<readonly { key: string; word: Tick }[]>([]);
  const [isShort, setShort] = useState(false);
  const { mealId, mealVersion, name, date, windows, steps } = tray;
  const first = windows.find(({ count, done }) => done < count);
  const last = said.at(-1);

  async function tick({ window }: TrayWindow, count: number) {
    const word: Tick = { kind: 'tick', date, window, mealId, count, mealVersion };
    const key = await sayAtBench(word, name);
    if (key !== null && count > 0) setSaid((before) => [...before, { key, word }]);
  }
  function undo() {
    if (last) {
      setSaid((before) => before.slice(0, -1));
      void takeBackAtBench(last.key, last.word, name);
      return;
    }
    const done = windows.findLast((one) => one.done > 0);
    if (done) void tick(done, -1);
  }
  const back = last?.word.count ?? (windows.some(({ done }) => done > 0) ? 1 : 0);
  return (
    <>
      <TrayLines tray={tray} mayWeigh={mayCook} />
      <Steps steps={steps} />
      {mayCook && (
        <div className="flex flex-wrap gap-2">
          <BigButton
            label="+1"
            about={`1 ${name} done`}
            kind="main"
            isOff={!first}
            onPress={() => first && void tick(first, 1)}
          />
          <BigButton
            label="+5"
            about={`5 ${name} done`}
            kind="main"
            isOff={!first}
            onPress={() => first && void tick(first, Math.min(5, first.count - first.done))}
          />
          {windows.map((window) => {
            const left = window.count - window.done;
            return (
              <BigButton
                key={window.window}
                label={`All ${windowStartText(window.window)}`}
                about={`all ${name} for ${windowLabel(window.window)} done`}
                kind="main"
                isOff={left <= 0}
                onPress={() => void tick(window, left)}
              />
            );
          })}
          <BigButton
            label={`Undo ${back || ''}`.trim()}
            about={`Take back ${back} ${name}`}
            isOff={back === 0}
            onPress={undo}
          />
          {readings.buttons.map((button) => (
            <BigButton key={button.label} {...button} />
          ))}
          <BigButton
            label="Short"
            about={`A portion of ${name} is missing`}
            kind="danger"
            onPress={() => setShort(true)}
          />
        </div>
      )}
      {mayRunOut && (
        <Link
          to={paths.admin({ tab: 'meals', runOut: mealId, date: tray.date })}
          aria-label={`Run out of ${name}…`}
          className="inline-flex min-h-14 items-center text-xl font-semibold underline"
        >
          Run out…
        </Link>
      )}
      <Dialog
        open={isShort}
        onClose={() => setShort(false)}
        title={`Whose ${name} will be missing?`}
      >
        <ShortForm
          windows={windows}
          onSave={(portion, reason) => {
            setShort(false);
            const { deliveryId, itemId, key } = portion;
            void sayAtBench({ kind: 'short', deliveryId, itemId, reason }, `${name} for ${key}`);
          }}
        />
      </Dialog>
    </>
  );
}

function TrayLines({ tray, mayWeigh }: { tray: BenchTray; mayWeigh: boolean }) {
  const [weighing, setWeighing] = useState<string | null>(null);
  const { name, rows, labelRows, windows, mealId, date } = tray;
  if (labelRows)
    return (
      <div className="text-xl">
        <p className="text-ink-soft">
          No recipe: shares from its label, cooked.{' '}
          <Link
            to={paths.admin({ tab: 'cookbook', part: 'meals', open: mealId })}
            className="underline"
          >
            Write its recipe
          </Link>
        </p>
        <ul>
          {labelRows.map((row) => (
            <li key={row.name} className="flex justify-between gap-3 border-t border-line py-1">
              <span>{row.name}</span>
              <span>{row.grams === null ? 'share not stated' : `${row.grams} g`}</span>
            </li>
          ))}
        </ul>
      </div>
    );
  const isOne = windows.length === 1;
  const weighed = rows.find(({ lineId }) => lineId === weighing);
  return (
    <>
      <div className="overflow-x-auto">
        <table className="w-full text-2xl max-sm:text-lg">
          <caption className="sr-only">What goes on a tray of {name}</caption>
          <thead className="text-right text-lg text-ink-soft">
            <tr>
              <th scope="col" className="text-left">
                <span className="sr-only">Ingredient</span>
              </th>
              <th scope="col" className="pl-3">
                a tray
              </th>
              {windows.map(({ window, count }) => (
                <th key={window} scope="col" className="pl-2 whitespace-nowrap sm:pl-3">
                  {windowStartText(window)} {count}
                </th>
              ))}
              <th scope="col" className="pl-3">
                take out
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // One thing may stand in two lines.
              // oxlint-disable-next-line react/no-array-index-key
              <tr
                key={`${at} ${row.lineId}`}
                className="border-t border-line text-right tabular-nums"
              >
                <th scope="row" className="py-1 text-left font-normal break-words">
                  {row.name}
                  {row.prep !== '' && <span className="text-ink-soft">, {row.prep}</span>}
                  {row.cookedAbout !== null && (
                    <span className="block text-lg text-ink-soft">
                      about {row.cookedAbout} {row.unit} cooked
                    </span>
                  )}
                  {mayWeigh && row.takeOut !== null && row.unit === 'g' && (
                    <button
                      type="button"
                      aria-label={`Weigh the cooked ${row.name}`}
                      onClick={() => setWeighing(weighing === row.lineId ? null : row.lineId)}
                      className="block min-h-11 text-lg text-primary underline"
                    >
                      Weigh
                    </button>
                  )}
                </th>
                <td className="pl-2 text-[1.75rem] font-bold whitespace-nowrap max-sm:text-2xl sm:pl-3">
                  {row.perTray}
                  <span className="text-lg font-normal">
                    {' '}
                    {row.unit === 'piece' ? '' : row.unit}
                  </span>
                </td>
                {row.sums.map((sum, index) => (
                  <td key={windows[index]?.window} className="pl-2 sm:pl-3">
                    {sum.toLocaleString('en-AU')}
                  </td>
                ))}
                <td className="pl-2 text-ink-soft sm:pl-3">
                  {row.takeOut === null || (isOne && row.takeOut === row.sums[0])
                    ? '–'
                    : row.takeOut.toLocaleString('en-AU')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {weighed && (
        <WeighForm
          key={weighed.lineId}
          row={weighed}
          onSave={(rawQty, cookedQty) => {
            setWeighing(null);
            void sayAtBench(
              { kind: 'weigh', mealId, lineId: weighed.lineId, date, rawQty, cookedQty },
              `${name}, ${weighed.name}`,
            );
          }}
        />
      )}
    </>
  );
}

type WeighFormProps = {
  row: BenchTray['rows'][number];
  onSave: (rawQty: number, cookedQty: number) => void;
};

/** A pan: what went in is in sight, what came out is weighed. */
function WeighForm({ row: { name, unit, sums }, onSave }: WeighFormProps) {
  const raw = sums.reduce((sum, each) => sum + each, 0);
  return (
    <div className="grid gap-2 rounded-xl bg-sunken p-3">
      <p className="text-xl">
        {formatExactQuantity(raw, unit)} {name} raw went into the pan.
      </p>
      <AmountForm
        label="It weighs, cooked"
        unit={unit}
        first={raw}
        most={LARGEST_QTY}
        planned={raw}
        onSave={(cooked) => onSave(raw, cooked)}
      />
    </div>
  );
}

type ShortFormProps = {
  windows: readonly TrayWindow[];
  onSave: (portion: TrayWindow['portions'][number], reason: MissingReason) => void;
};

function ShortForm({ windows, onSave }: ShortFormProps) {
  const [itemId, setItemId] = useState<number | null>(null);
  const portions = windows.flatMap((window) => window.portions);
  const chosen = portions.find((one) => one.itemId === itemId);
  if (!chosen)
    return (
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {portions.map((portion) => (
          <li key={portion.itemId} className="grid">
            <BigButton label={portion.key} onPress={() => setItemId(portion.itemId)} />
          </li>
        ))}
      </ul>
    );
  return (
    <div className="grid gap-2">
      <p className="text-2xl font-semibold">{chosen.key}: why?</p>
      {MISSING_REASONS.filter((reason) => reason !== 'on_hold').map((reason) => (
        <BigButton
          key={reason}
          label={MISSING_REASON_LABELS[reason]}
          onPress={() => onSave(chosen, reason)}
        />
      ))}
      <BigButton label="Back" onPress={() => setItemId(null)} />
    </div>
  );
}
