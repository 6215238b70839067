/** Temperatures at the bench: of pots and trays, what is due, and what failed. */
import { type ReactNode, useState } from 'react';
import type {
  BenchReading,
  BenchPot,
  Bench,
  BenchTray,
} from '#areas/kitchen/calls/opened-bench.ts';
import type { ReadingOf } from '#areas/kitchen/rules/bench-words.ts';
import { RECORD_KIND_NAMES, type TemperatureKind } from '#areas/kitchen/rules/record-kinds.ts';
import {
  coreLimitOf,
  formatTenths,
  limitOf,
  limitText,
  type Tenths,
} from '#areas/kitchen/rules/temperature-limits.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { useFormatTimeOfDay } from '#areas/business/web/use-format-instant.ts';
import { chillOf } from './bench-after.ts';
import { BigButton, BenchPart } from './bench-parts.tsx';
import { sayAtBench, takeBackAtBench } from './bench-queue.ts';
import { FailedReading, failedName } from './failed-reading.tsx';
import { type AskedReading, ReadingPad, SavedBar } from './number-pad.tsx';
import { MEAL_KINDS } from '#areas/kitchen/rules/record-kinds.ts';

export type ReadingsOfFood = {
  /** "78 °C, chilling since 4:05pm"; empty: nothing yet. */
  shown: string;
  /** Never folded away. */
  warning: ReactNode;
  buttons: { label: string; about: string; onPress: () => void }[];
};

type AskedAtBench = AskedReading & { of: ReadingOf };

function limitFor(
  reads: TemperatureKind,
  kitchen: Pick<Bench, 'coreCelsius'>,
  { coreCelsius = null, isHot = false }: { coreCelsius?: number | null; isHot?: boolean } = {},
): string {
  return limitText(limitOf(reads, { coreCelsius: coreLimitOf({ coreCelsius }, kitchen), isHot }));
}

/** The state of the pad and of the question about a failure, and what the rows need of both. */
export function useBenchReadings(bench: Bench) {
  const [asked, setAsked] = useState<AskedAtBench | null>(null);
  const [probe, setProbe] = useState('');
  const [last, setLast] = useState<{ key: string; text: string; word: ReadingWord } | null>(null);
  const formatTime = useFormatTimeOfDay();
  const readings = bench.days.flatMap((day) => day.readings);

  async function record({ title, reads, of }: Omit<AskedAtBench, 'limit'>, tenths: Tenths | null) {
    const word: ReadingWord = { kind: 'reading', reads, of, tenths, probe };
    const key = await sayAtBench(word, title);
    const text = tenths === null ? title : `${title}: ${formatTenths(tenths)}`;
    setLast(key === null ? null : { key, text, word });
  }

  function ofFood(
    name: string,
    { of, mine, hasCore, hasChill, coreCelsius }: MeasuredFood,
  ): ReadingsOfFood {
    const chill = chillOf(bench, of);
    const core = mine.find(({ kind }) => kind === 'core');
    const failed = mine.filter(({ pass, action }) => pass === false && action === null);
    const ask = (reads: TemperatureKind) => () =>
      setAsked({
        title: `${RECORD_KIND_NAMES[reads]}, ${name}`,
        reads,
        of,
        limit: limitFor(reads, bench, { coreCelsius }),
      });
    const start = { title: `${RECORD_KIND_NAMES.chill_start}, ${name}`, of };
    return {
      shown: [
        ...(core?.tenths == null ? [] : [formatTenths(core.tenths)]),
        ...(chill ? [`chilling since ${formatTime(Date.parse(chill.startedAt))}`] : []),
      ].join(', '),
      warning: failed.length > 0 && (
        <p className="mx-3 mb-2 rounded-lg bg-danger-soft px-3 py-1 text-xl font-semibold text-danger">
          {failed
            .map(({ kind, tenths }) => `${RECORD_KIND_NAMES[kind]} ${formatTenths(tenths ?? 0)}`)
            .join(', ')}{' '}
          failed: see Readings
        </p>
      ),
      buttons: [
        ...(hasCore
          ? [{ label: 'Core', about: `Core temperature of ${name}`, onPress: ask('core') }]
          : []),
        ...(chill
          ? [
              {
                label: chill.next === 'reached_21' ? '21 °C?' : '5 °C?',
                about: `Measure the chilling ${name}`,
                onPress: ask(chill.next),
              },
            ]
          : hasChill
            ? [
                {
                  label: 'Chill',
                  about: `Start chilling ${name}`,
                  onPress: () => void record({ ...start, reads: 'chill_start' }, null),
                },
              ]
            : []),
      ],
    };
  }

  return {
    ofPot(pot: BenchPot): ReadingsOfFood {
      const batchId = pot.made?.batchId ?? null;
      return ofFood(pot.name, {
        of: { potId: pot.id },
        mine: readings.filter((one) => batchId !== null && one.batchId === batchId),
        hasCore: pot.needs.includes('core'),
        hasChill: pot.needs.includes('cooling'),
        coreCelsius: null,
      });
    },
    ofTray(tray: BenchTray): ReadingsOfFood {
      const { mealId, windows, coreCelsius, needs, name } = tray;
      const mine = readings.filter(
        (one) =>
          one.mealId === mealId &&
          one.date === tray.date &&
          windows.some(({ window }) => one.window === window),
      );
      // The first window of which none was measured; then the last.
      const next =
        windows.find(
          ({ window }) => !mine.some((one) => one.kind === 'core' && one.window === window),
        ) ?? windows.at(-1);
      return ofFood(name, {
        of: { date: tray.date, window: next?.window ?? '00:00-00:00', mealId },
        mine,
        hasCore: needs.includes('core'),
        hasChill: false,
        coreCelsius,
      });
    },
    ask: setAsked,
    dialogs: (
      <>
        <ReadingPad
          asked={asked}
          probe={probe}
          onProbe={setProbe}
          onClose={() => setAsked(null)}
          onDone={(tenths) => {
            if (asked) void record(asked, tenths);
            setAsked(null);
          }}
        />
        <SavedBar
          text={last?.text ?? null}
          onUndo={() => {
            if (last) void takeBackAtBench(last.key, last.word, last.text);
            setLast(null);
          }}
        />
      </>
    ),
  };
}

type ReadingWord = {
  kind: 'reading';
  reads: TemperatureKind;
  of: ReadingOf;
  tenths: Tenths | null;
  probe: string;
};

type MeasuredFood = {
  of: ReadingOf;
  mine: readonly BenchReading[];
  hasCore: boolean;
  hasChill: boolean;
  coreCelsius: number | null;
};

type ReadingsPartProps = {
  bench: Bench;
  now: number;
  mayCook: boolean;
  onAsk: (asked: AskedAtBench) => void;
};

const PLACES = [
  { title: 'Fridge', reads: 'fridge', isHot: false },
  { title: 'Van, cold box', reads: 'van', isHot: false },
  { title: 'Van, warm box', reads: 'van', isHot: true },
  { title: 'Thermometer in ice water', reads: 'probe_check', isHot: false },
] as const;

export function ReadingsPart({ bench, now, mayCook, onAsk }: ReadingsPartProps) {
  const { chills, due, failed, date } = bench;
  const row = { bench, mayCook, onAsk };
  const count = chills.length + due.length + failed.length;
  const missing = due.filter(({ state }) => state === 'missing').length;
  const said = [
    ...(failed.length > 0 ? [`${failed.length} failed without action`] : []),
    ...(missing > 0 ? [`${missing} missing`] : []),
    `${chills.length + due.length - missing} due`,
  ].join(', ');
  return (
    <BenchPart id="readings" title="Readings" said={said} isDone={false}>
      <div className="grid gap-2 py-2">
        {failed.map((reading) => (
          <FailedReading
            key={reading.key}
            reading={reading}
            mayCook={mayCook}
            onAnswer={(action, portions) =>
              void sayAtBench(
                { kind: 'action', readingKey: reading.key, action, portions },
                failedName(reading),
              )
            }
          />
        ))}
        {chills.map((chill) => (
          <ChillRow key={chill.startKey} chill={chill} now={now} {...row} />
        ))}
        {due.map((one) => (
          <DueRow key={dueKey(one)} due={one} {...row} />
        ))}
        {count === 0 && <p className="text-xl text-ink-soft">Nothing is due.</p>}
        {mayCook && (
          <div className="flex flex-wrap gap-2" role="group" aria-label="Other temperatures">
            {PLACES.map(({ title, reads, isHot }) => (
              <BigButton
                key={title}
                label={title}
                onPress={() =>
                  onAsk({
                    title,
                    reads,
                    of: { date, place: '', isHot },
                    limit: limitFor(reads, bench, { isHot }),
                  })
                }
              />
            ))}
          </div>
        )}
      </div>
    </BenchPart>
  );
}

type RowProps = Pick<ReadingsPartProps, 'bench' | 'mayCook' | 'onAsk'>;

/** What is chilling: calls when its time comes. */
function ChillRow({
  bench,
  chill,
  now,
  mayCook,
  onAsk,
}: RowProps & { chill: Bench['chills'][number]; now: number }) {
  const formatTime = useFormatTimeOfDay();
  const { next, mealName, dueAt, callAt } = chill;
  const isLate = Date.parse(dueAt) < now;
  const isCalled = Date.parse(callAt) <= now;
  const target = next === 'reached_21' ? '21 °C' : '5 °C';
  const ask = () =>
    onAsk({
      title: `${RECORD_KIND_NAMES[next]}, ${mealName}`,
      reads: next,
      of: chilledOf(bench, chill),
      limit: limitFor(next, bench),
    });
  return (
    <div
      role={isCalled ? 'alert' : undefined}
      className={`flex flex-wrap items-center justify-between gap-2 rounded-xl px-3 py-2 text-xl ${
        isCalled ? 'bg-danger-soft font-semibold text-danger' : 'bg-surface'
      }`}
    >
      <span>
        {mealName}: {target} {isLate ? 'was due' : 'by'} {formatTime(Date.parse(dueAt))}
      </span>
      {mayCook && (
        <BigButton
          label={target}
          about={`Measure the chilling ${mealName}`}
          kind={isCalled ? 'main' : 'side'}
          onPress={ask}
        />
      )}
    </div>
  );
}

/** What is due or missing, of a place or of food. */
function DueRow({ bench, due, mayCook, onAsk }: RowProps & { due: Due }) {
  const formatTime = useFormatTimeOfDay();
  const { kind, place, window, half, state, dueAt, reading, limit } = due;
  const reads = TEMPERATURES.find((one) => one === kind);
  const of = dueOf(bench, due);
  const title = `${RECORD_KIND_NAMES[kind]}, ${place}`;
  const times = [
    ...(window === null ? [] : [windowLabel(window)]),
    ...(half === null ? [] : [half]),
    ...(dueAt === null
      ? []
      : [`${state === 'missing' ? 'was due' : 'by'} ${formatTime(Date.parse(dueAt))}`]),
    ...(reading?.tenths == null ? [] : [`${formatTenths(reading.tenths)} failed, measure again`]),
  ];
  const press = (asked: Pick<AskedAtBench, 'reads' | 'of'>) =>
    asked.reads === 'chill_start'
      ? void sayAtBench({ kind: 'reading', ...asked, tenths: null, probe: '' }, title)
      : onAsk({ title, ...asked, limit });
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-xl bg-surface px-3 py-2 text-xl">
      <span className={state === 'missing' ? 'font-semibold text-danger' : undefined}>
        {[`${RECORD_KIND_NAMES[kind]}: ${place}`, ...times].join(', ')}
      </span>
      {mayCook && reads && of && (
        <BigButton
          label={reads === 'chill_start' ? 'Chill' : 'Measure'}
          about={title}
          onPress={() => press({ reads, of })}
        />
      )}
    </div>
  );
}

function dueKey({ date, kind, place, window, batchId, half }: Due): string {
  return [date, kind, place, window, batchId, half].join(' ');
}

const TEMPERATURES: readonly TemperatureKind[] = [...MEAL_KINDS, 'fridge', 'freezer'];

type Due = Bench['due'][number];

/** Null: it is written on Food Safety, such as cleaning. */
function dueOf(bench: Bench, { date, place, window, mealId, batchId }: Due): ReadingOf | null {
  if (mealId !== null) return window === null ? null : { date, window, mealId };
  if (batchId === null) return { date, place };
  const pot = bench.days.flatMap(({ pots }) => pots).find(({ made }) => made?.batchId === batchId);
  return pot ? { potId: pot.id } : null;
}

/** Its pot or trays; of food of another day: where its start is found by its place in the record. */
function chilledOf(bench: Bench, chill: Bench['chills'][number]): ReadingOf {
  const { date, window, mealId, batchId } = chill;
  if (mealId !== null && window !== null) return { date, window, mealId };
  const pot = bench.days.flatMap(({ pots }) => pots).find(({ made }) => made?.batchId === batchId);
  return pot ? { potId: pot.id } : { startKey: chill.startKey };
}
