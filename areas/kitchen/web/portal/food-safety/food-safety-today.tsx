import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ExpectedReply,
  type FoodSafetyReply,
  type TemperatureReadingReply,
  recordTemperature,
} from '#areas/kitchen/calls/food-safety-record.ts';
import { EXPECTED_STATES } from '#areas/kitchen/rules/expected-readings.ts';
import { SUPERVISOR_WARN_DAYS } from '#areas/kitchen/rules/readings.ts';
import {
  isCleaning,
  TEMPERATURE_KINDS,
  type WrittenKind,
} from '#areas/kitchen/rules/record-kinds.ts';
import { limitOf, limitText } from '#areas/kitchen/rules/temperature-limits.ts';
import { FailedReading } from '#areas/kitchen/web/bench/failed-reading.tsx';
import { type AskedReading, ReadingPad, SavedBar } from '#areas/kitchen/web/bench/number-pad.tsx';
import {
  foodSafetyQuery,
  type SentReading,
  TEMPERATURES_KEY,
  GOODS_KEY,
  goodsQuery,
} from '#areas/kitchen/web/portal/kitchen-queries.ts';
import { useFormatInstant, useFormatTimeOfDay } from '#areas/business/web/use-format-instant.ts';
import { TrainingRecord } from '#areas/staff/web/portal/training-record.tsx';
import { addDays, formatDate } from '#platform/rules/plain-date.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { expectedText, foodOfExpected } from '#areas/kitchen/web/portal/food-safety/check-words.ts';
import { ChecksDialog } from '#areas/kitchen/web/portal/food-safety/checks-dialog.tsx';
import { ExpectedRow } from '#areas/kitchen/web/portal/food-safety/expected-rows.tsx';
import { describeReading, actionText, enteredOf, measuredBy } from './reading-words.ts';
import { useWriteReadings } from '#areas/kitchen/web/portal/food-safety/use-write-readings.ts';
import { WriteInDialog } from './write-in-dialog.tsx';
import { type GoodsLotReply, useUpGoods } from '#areas/kitchen/calls/goods.ts';
import { formatQuantity } from '#areas/menu/rules/units.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { newKey } from '#platform/web/kept-new-key.ts';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { call } from '#platform/web/api/client.ts';

const ASK_EVERY_MS = 30_000;

export function FoodSafetyToday() {
  const overview = useQuery({ ...foodSafetyQuery, refetchInterval: ASK_EVERY_MS });
  return (
    <Loaded query={overview} what="food safety">
      {(found) => <FoodSafety overview={found} />}
    </Loaded>
  );
}

type Open =
  | { dialog: 'checks' }
  | { dialog: 'paper'; expected: ExpectedReply | null }
  | { dialog: 'needless'; expected: ExpectedReply };

const PROBE_CHECK: AskedReading = {
  title: 'Thermometer in ice water',
  reads: 'probe_check',
  limit: limitText(limitOf('probe_check', { coreCelsius: null, isHot: false })),
};

function FoodSafety({ overview }: { overview: FoodSafetyReply }) {
  const [open, setOpen] = useState<Open | null>(null);
  const [asked, setAsked] = useState<(AskedReading & { reading: SentReading }) | null>(null);
  const [probe, setProbe] = useState('');
  const [saved, setSaved] = useState<TemperatureReadingReply | null>(null);
  const write = useWriteReadings({ onSaved: (line) => setSaved(line.isWithdrawn ? null : line) });
  const { date, checks, expected, failed, lines, training } = overview;
  const now = Date.parse(overview.now);
  const close = () => setOpen(null);

  function measure(one: ExpectedReply) {
    const { kind, place, limit, mealId, batchId } = one;
    const isOfPlace = mealId === null && batchId === null;
    // For a place it is of now, whatever day it was missing on.
    const of = isOfPlace ? { date, place } : foodOfExpected(one);
    const reads = TEMPERATURE_KINDS.find((each) => each === kind);
    if (isCleaning(kind)) write.record({ ...of, kind });
    else if (kind === 'chill_start') write.record({ ...of, kind });
    else if (reads)
      setAsked({ title: expectedText(one, date), reads, limit, reading: { ...of, kind: reads } });
  }
  return (
    <div className="grid gap-6 py-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="text-xl">{formatDate(date)}</h2>
          <p className="text-lg">{countText(overview)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Link
            to={paths.admin({ tab: 'shopping', by: 'goods' })}
            className={buttonClass('primary')}
          >
            Goods in
          </Link>
          <Button variant="secondary" onClick={() => setOpen({ dialog: 'paper', expected: null })}>
            From paper
          </Button>
          <Button
            variant="secondary"
            onClick={() => setAsked({ ...PROBE_CHECK, reading: { kind: 'probe_check', date } })}
          >
            Thermometer in ice water
          </Button>
          <Button variant="secondary" onClick={() => setOpen({ dialog: 'checks' })}>
            What we check
          </Button>
        </div>
      </div>
      <FailureNotice failure={write.failure} title="Not saved" />
      {failed.map((reading) => (
        <FailedReading
          key={reading.id}
          reading={reading}
          mayCook
          onAnswer={(action, portions) => write.answer(reading.id, { action, portions })}
          onUndo={() => write.correct(reading.id, null)}
        />
      ))}
      {checks.length === 0 && (
        <EmptyState
          title="No place is checked yet"
          action={
            <Button onClick={() => setOpen({ dialog: 'checks' })}>Set up the daily checks</Button>
          }
        >
          Name your fridges and freezers and what is cleaned each day. From then on this page says
          what is missing.
        </EmptyState>
      )}
      <ExpectedList
        expected={expected}
        today={date}
        now={now}
        onMeasure={measure}
        onWriteIn={(one) => setOpen({ dialog: 'paper', expected: one })}
        onNotNeeded={(one) => setOpen({ dialog: 'needless', expected: one })}
      />
      <RecordLines lines={lines} />
      <GoodsInHouse />
      <SupervisorLine overview={overview} onChange={() => setOpen({ dialog: 'checks' })} />
      <TrainingRecord training={training} refresh={[{ queryKey: TEMPERATURES_KEY }]} />
      {open?.dialog === 'checks' && <ChecksDialog overview={overview} onClose={close} />}
      {open?.dialog === 'paper' && (
        <WriteInDialog
          overview={overview}
          gap={open.expected}
          title={open.expected ? expectedText(open.expected, date) : 'Write in from paper'}
          onClose={close}
        />
      )}
      {open?.dialog === 'needless' && (
        <NotNeededDialog
          expected={open.expected}
          title={expectedText(open.expected, date)}
          onClose={close}
        />
      )}
      <ReadingPad
        asked={asked}
        probe={probe}
        onProbe={setProbe}
        onClose={() => setAsked(null)}
        onDone={(tenths) => {
          if (asked) write.record({ ...asked.reading, tenths, probe });
          setAsked(null);
        }}
      />
      <SavedBar
        text={saved && describeReading(saved)}
        onUndo={() => {
          if (saved && !write.isBusy) write.correct(saved.id, null);
        }}
      />
    </div>
  );
}

/** "2 missing · 1 failed without action · 3 due". */
function countText({ expected, failed }: FoodSafetyReply): string {
  const countOf = (state: ExpectedReply['state']) =>
    expected.filter((one) => one.state === state).length;
  const parts = [
    [countOf('missing'), 'missing'],
    [failed.length, 'failed without action'],
    [countOf('due'), 'due'],
  ] as const;
  const said = parts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []));
  return said.length === 0 ? 'All done for now' : said.join(' · ');
}

type ExpectedListProps = Omit<Parameters<typeof ExpectedRow>[0], 'expected'> & {
  expected: readonly ExpectedReply[];
};

/** What is open first, the most urgent before the rest. What failed is asked after above. */
function ExpectedList({ expected, ...row }: ExpectedListProps) {
  const rankOf = ({ state }: ExpectedReply) => EXPECTED_STATES.indexOf(state);
  const shown = expected
    .filter(({ state }) => state !== 'failed')
    .toSorted((a, b) => rankOf(a) - rankOf(b) || timeOf(a) - timeOf(b));
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Expected today">
      {shown.map((one) => (
        <ExpectedRow key={expectedKey(one)} expected={one} {...row} />
      ))}
    </ul>
  );
}

function timeOf({ callAt, dueAt, date }: ExpectedReply): number {
  return Date.parse(callAt ?? dueAt ?? date);
}

function expectedKey({ date, kind, place, window, mealId, batchId, startId, half }: ExpectedReply) {
  return [date, kind, place, window, mealId, batchId, startId, half].join(' ');
}

type SupervisorLineProps = {
  overview: Pick<FoodSafetyReply, 'supervisor' | 'lastDrill' | 'date'>;
  onChange: () => void;
};

function SupervisorLine({ overview, onChange }: SupervisorLineProps) {
  const { supervisor, lastDrill, date } = overview;
  const formatInstant = useFormatInstant();
  const isEnding =
    supervisor !== null && supervisor.expiresOn <= addDays(date, SUPERVISOR_WARN_DAYS);
  return (
    <div className="grid gap-1">
      <p className={isEnding || !supervisor ? 'font-semibold text-warning' : undefined}>
        {supervisor
          ? `Supervisor: ${supervisor.name}, certificate ${supervisor.expiresOn <= date ? 'EXPIRED on' : 'to'} ${formatDate(supervisor.expiresOn)}`
          : 'No food safety supervisor is named.'}{' '}
        <Button variant="quiet" onClick={onChange}>
          Change<span className="sr-only"> the supervisor</span>
        </Button>
      </p>
      <p>
        {lastDrill
          ? `Last recall drill: ${formatInstant(lastDrill.at)}, ${lastDrill.by}`
          : 'No recall drill was made yet.'}
      </p>
    </div>
  );
}

/** What may be cooked with today. What is used up goes into no further batch. */
function GoodsInHouse() {
  const { data } = useQuery(goodsQuery({ inHouse: 'yes' }));
  const using = useChange(useUpGoods, { refresh: [{ queryKey: GOODS_KEY }] });
  if (!data || data.lots.length === 0) return null;
  const { lots } = data;
  return (
    <details>
      <summary className="min-h-12 cursor-pointer py-2.5 text-xl font-semibold text-primary underline">
        Goods in the house ({lots.length})
      </summary>
      <FailureNotice failure={using.failure} />
      <ul className="grid gap-1">
        {lots.map((lot) => (
          <li
            key={lot.id}
            className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-1"
          >
            <span>{describeLot(lot)}</span>
            <Button
              variant="quiet"
              disabled={using.isBusy}
              onClick={() =>
                using.run({ params: { id: String(lot.id) }, body: { isUsedUp: true } })
              }
            >
              Used up<span className="sr-only">: {describeLot(lot)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** "Yoghurt 5 kg, Dairy Co, lot 4471, use by Tue 6 Jan 2026". */
function describeLot({ ingredient, qty, baseUnit, supplier, supplierLot, useBy }: GoodsLotReply) {
  return [
    `${ingredient} ${formatQuantity(qty, baseUnit)}`,
    supplier,
    supplierLot && `lot ${supplierLot}`,
    useBy && `use by ${formatDate(useBy)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

type NotNeededDialogProps = { expected: ExpectedReply; title: string; onClose: () => void };

/** Why nobody has to measure it. The line stays in the record, with who said so. */
function NotNeededDialog({ expected, title, onClose }: NotNeededDialogProps) {
  const form = useForm({
    initial: { note: '', key: newKey() },
    check: ({ note }) => (note.trim() === '' ? { note: 'Enter why it is not needed' } : {}),
    send: ({ note, key }) =>
      call(recordTemperature, {
        body: {
          ...foodOfExpected(expected),
          kind: expected.kind as WrittenKind,
          isNotNeeded: true,
          note: note.trim(),
          key,
        },
      }),
    refresh: [{ queryKey: TEMPERATURES_KEY }],
    onDone: onClose,
  });
  return (
    <FormDialog form={form} onClose={onClose} title={title} submitLabel="Not needed">
      <TextField
        label="Why is it not needed?"
        maxLength={200}
        autoComplete="off"
        {...form.text('note')}
      />
    </FormDialog>
  );
}

/** What was written down today: failures first, with what was done, then the newest. Folded: a day has hundreds. */
function RecordLines({ lines }: { lines: readonly TemperatureReadingReply[] }) {
  const formatTime = useFormatTimeOfDay();
  const formatInstant = useFormatInstant();
  if (lines.length === 0) return null;
  return (
    <details>
      <summary className="min-h-12 cursor-pointer py-2.5 text-xl font-semibold text-primary underline">
        Written down today ({lines.length})
      </summary>
      <ul className="grid gap-1">
        {lines.map((line) => (
          <li
            key={line.id}
            className="grid gap-x-3 border-b border-line py-2 sm:grid-cols-[6rem_1fr_auto]"
          >
            <span className="tabular-nums text-ink-soft">
              {line.lateness === null ? formatTime(Date.parse(line.at)) : formatInstant(line.at)}
            </span>
            <span className={line.pass === false ? 'font-semibold text-danger' : undefined}>
              {describeReading(line)}
              {actionText(line)}
              {line.note !== '' && <span className="block font-normal">{line.note}</span>}
            </span>
            <span className="text-ink-soft">
              {measuredBy(line)}
              {enteredOf(line) !== '' && (
                <span className="block font-semibold text-warning">{enteredOf(line)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
