import { useQuery } from '@tanstack/react-query';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useState } from 'react';
import type { FoodSafetyReply, MissingCheckReply } from '#areas/kitchen/calls/food-safety.ts';
import type { TemperatureReadingReply } from '#areas/kitchen/calls/temperatures.ts';
import { formatDate, addDays } from '#platform/rules/plain-date.ts';
import {
  foodSafetyQuery,
  GOODS_KEY,
  goodsQuery,
  sendUsedUp,
  TEMPERATURES_KEY,
  sendReading,
} from '#areas/kitchen/web/portal/kitchen-queries.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { FailedReadings } from '#areas/kitchen/web/portal/daily-prep-temperatures/failed-readings.tsx';
import {
  SavedReadingBar,
  actionText,
  describeReading,
} from '#areas/kitchen/web/portal/daily-prep-temperatures/reading-dialog.tsx';
import { useWriteTemperatures } from '#areas/kitchen/web/portal/daily-prep-temperatures/use-temperatures.ts';
import { TrainingRecord } from '#areas/staff/web/portal/training/training-record.tsx';
import { missingText, isCheckKind, foodOfGap } from './check-words.ts';
import { ChecksDialog } from './checks-dialog.tsx';
import { CookedBatches } from './cooked-batches.tsx';
import { DailyChecks } from './daily-checks.tsx';
import { WriteInDialog } from './write-in-dialog.tsx';
import { useFormatInstant, useFormatTimeOfDay } from '#areas/business/web/use-format-instant.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import type { GoodsLotReply } from '#areas/kitchen/calls/goods.ts';
import { formatQuantity } from '#areas/menu/rules/units.ts';
import { useToday } from '#areas/order-book/web/use-today.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import type { WrittenKind } from '#areas/kitchen/rules/record-kinds.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { newKey } from '#platform/web/storage/kept-new-key.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { LATENESS_NAMES } from '#areas/kitchen/rules/missing-checks.ts';
import { writerText } from '#areas/kitchen/rules/readings.ts';

const ASK_EVERY_MS = 30_000;

/** What has to be checked, cleaned and taken in today, on the kitchen's tablet. */
export function FoodSafetyTab() {
  const overview = useQuery({ ...foodSafetyQuery, refetchInterval: ASK_EVERY_MS });
  return (
    <Loaded query={overview} what="food safety">
      {(found) => <FoodSafety overview={found} />}
    </Loaded>
  );
}

type Open = 'checks' | 'write-in' | MissingCheckReply | null;

function FoodSafety({ overview }: { overview: FoodSafetyReply }) {
  const [open, setOpen] = useState<Open>(null);
  const [saved, setSaved] = useState<TemperatureReadingReply | null>(null);
  const write = useWriteTemperatures({
    onSaved: (line) => setSaved(line.isWithdrawn ? null : line),
  });
  const { date, lines, gaps, failed } = overview;
  const gap = open !== null && typeof open === 'object' ? open : null;
  return (
    <div className="grid gap-6 py-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{formatDate(date)}</h2>
        <div className="flex flex-wrap gap-2">
          <Link
            to={paths.admin({ tab: 'shopping', by: 'goods' })}
            className={buttonClass('primary')}
          >
            Goods in
          </Link>
          <Button variant="secondary" onClick={() => setOpen('write-in')}>
            From paper
          </Button>
          <Button variant="secondary" onClick={() => setOpen('checks')}>
            What we check
          </Button>
        </div>
      </div>
      <FailureNotice failure={write.failure} title="Not saved" />
      <FailedReadings
        failed={failed}
        onAnswer={write.answer}
        onUndo={(id) => write.correct(id, null)}
      />
      <MissingChecks gaps={gaps} onWriteIn={setOpen} />
      <DailyChecks overview={overview} onWrite={write.record} onSetUp={() => setOpen('checks')} />
      <CookedBatches overview={overview} onWrite={write.record} />
      <RecordLines lines={lines} />
      <GoodsInHouse />
      <SupervisorLine overview={overview} onChange={() => setOpen('checks')} />
      <TrainingRecord training={overview.training} refresh={[{ queryKey: TEMPERATURES_KEY }]} />
      <p>
        <Link
          to={paths.admin({ tab: 'temperatures' })}
          className="inline-flex min-h-12 items-center font-semibold text-primary underline"
        >
          The whole record, as PDF and CSV
        </Link>
      </p>
      {open === 'checks' && <ChecksDialog overview={overview} onClose={() => setOpen(null)} />}
      {(open === 'write-in' || gap) && (
        <WriteInDialog
          overview={overview}
          gap={gap}
          title={gap ? missingText(gap, date) : 'Write in from paper'}
          onClose={() => setOpen(null)}
        />
      )}
      <SavedReadingBar
        saved={saved}
        isBusy={write.isBusy}
        onUndo={(id) => write.correct(id, null)}
      />
    </div>
  );
}

/** Two months before a certificate ends, a course can still be booked. */
const WARN_DAYS = 60;

type SupervisorLineProps = {
  overview: Pick<FoodSafetyReply, 'supervisor' | 'lastDrill' | 'date'>;
  onChange: () => void;
};

/** Who supervises food safety, until when, and when a recall was last tried out. */
function SupervisorLine({ overview, onChange }: SupervisorLineProps) {
  const { supervisor, lastDrill, date } = overview;
  const formatInstant = useFormatInstant();
  const isEnding = supervisor !== null && supervisor.expiresOn <= addDays(date, WARN_DAYS);
  return (
    <div className="grid gap-1">
      <p className={isEnding || !supervisor ? 'font-semibold text-warning' : undefined}>
        {supervisor
          ? `Supervisor: ${supervisor.name}, certificate ${supervisor.expiresOn <= date ? 'EXPIRED on' : 'until'} ${formatDate(supervisor.expiresOn)}`
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
  const using = useChange(sendUsedUp, { refresh: [{ queryKey: GOODS_KEY }] });
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
              onClick={() => using.run({ id: lot.id, isUsedUp: true })}
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

type MissingChecksProps = {
  gaps: readonly MissingCheckReply[];
  /** What was done all the same is written down with its own time. */
  onWriteIn: (gap: MissingCheckReply) => void;
};

/** What nobody wrote down in time, newest first. */
function MissingChecks({ gaps, onWriteIn }: MissingChecksProps) {
  const today = useToday();
  const [needless, setNeedless] = useState<MissingCheckReply | null>(null);
  if (gaps.length === 0) return null;
  return (
    <Notice
      tone="warning"
      title={gaps.length === 1 ? 'Missing: 1 check' : `Missing: ${gaps.length} checks`}
    >
      <ul className="grid gap-2">
        {gaps.toReversed().map((gap) => {
          const text = missingText(gap, today);
          return (
            <li
              key={[gap.date, gap.kind, gap.place, gap.window, gap.batchId, gap.half].join(' ')}
              className="flex flex-wrap items-center justify-between gap-2 text-lg"
            >
              <span className="wrap-anywhere">{text}</span>
              <span className="flex flex-wrap gap-2">
                <Button variant="secondary" onClick={() => onWriteIn(gap)}>
                  It was done<span className="sr-only">: {text}</span>
                </Button>
                {!isCheckKind(gap.kind) && (
                  <Button variant="quiet" onClick={() => setNeedless(gap)}>
                    Not needed<span className="sr-only">: {text}</span>
                  </Button>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {needless && (
        <NotNeededDialog
          gap={needless}
          title={missingText(needless, today)}
          onClose={() => setNeedless(null)}
        />
      )}
    </Notice>
  );
}

type NotNeededDialogProps = { gap: MissingCheckReply; title: string; onClose: () => void };

/** Why nobody has to measure it. The line stays in the record, with who said so. */
function NotNeededDialog({ gap, title, onClose }: NotNeededDialogProps) {
  const mayBeAlways = gap.kind === 'core' && gap.batchId !== null;
  const form = useForm({
    initial: { note: '', isAlways: false, key: newKey() },
    check: ({ note }) => (note.trim() === '' ? { note: 'Enter why it is not needed' } : {}),
    send: ({ note, isAlways, key }) =>
      sendReading({
        ...foodOfGap(gap),
        kind: gap.kind as WrittenKind,
        notNeeded: isAlways ? 'always' : 'once',
        note: note.trim(),
        key,
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
      {mayBeAlways && (
        <CheckChip
          checked={form.values.isAlways}
          onToggle={() => form.set({ isAlways: !form.values.isAlways })}
        >
          Never for {gap.place}: nobody heats it
        </CheckChip>
      )}
    </FormDialog>
  );
}

/** So many are shown at first: a day has hundreds. */
const SHOWN_FIRST = 30;

/** What was written down today: failures first, with what was done, then the newest. */
function RecordLines({ lines }: { lines: readonly TemperatureReadingReply[] }) {
  const formatTime = useFormatTimeOfDay();
  const formatInstant = useFormatInstant();
  const [isWhole, setWhole] = useState(false);
  if (lines.length === 0) return null;
  const shown = isWhole
    ? lines
    : lines.filter(({ pass }, index) => pass === false || index < SHOWN_FIRST);
  return (
    <section aria-labelledby="record-lines" className="grid gap-2">
      <h3 id="record-lines" className="text-xl">
        Written down today ({lines.length})
      </h3>
      <ul className="grid gap-1">
        {shown.map((line) => (
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
              {writerText(line)}
              {line.lateness !== null && (
                <span className="block font-semibold text-warning">
                  {LATENESS_NAMES[line.lateness]}, {formatTime(Date.parse(line.recordedAt))}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {shown.length < lines.length && (
        <p>
          <Button variant="secondary" onClick={() => setWhole(true)}>
            Show all {lines.length}
          </Button>
        </p>
      )}
    </section>
  );
}
