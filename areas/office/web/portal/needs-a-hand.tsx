import { call } from '#platform/web/api/client.ts';
import { useContext, useState } from 'react';
import { ChangeButton } from '#platform/web/portal/change-button.tsx';
import {
  type TodayReply,
  type TodayRowReply,
  type WaitingRowReply,
  LONGEST_WAIT_NOTE,
  putOff,
  seeFlag,
} from '#areas/office/calls/today.ts';
import {
  MOST_OF_A_KIND,
  TODAY_LEVEL_HEADINGS,
  TODAY_LEVELS,
  type TodayLevel,
  LONGEST_WAIT_DAYS,
} from '#areas/order-book/rules/today-rows.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { buttonClass, Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { hasUrgentRow, NotLiveSince } from '#areas/office/web/portal/today-queries.ts';
import { useFormatInstant, useFormatTimeOfDay } from '#areas/business/web/use-format-instant.ts';
import { TODAY_KEY } from '#areas/order-book/web/ordering-queries.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import {
  addDays,
  formatDate,
  isPlainDate,
  type PlainDate,
  weekdayFrom,
} from '#platform/rules/plain-date.ts';
import { instantOf } from '#platform/rules/zoned-time.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useMayDo } from '#platform/web/api/session.ts';
import { Link } from '#platform/web/navigation/link.tsx';

/** One row is one decision; the number is that of the rows. */
export function NeedsAHand({ today }: { today: TodayReply }) {
  const { rows, count, waiting, day } = today;
  const [isWaitingShown, setWaitingShown] = useState(false);
  const [asking, setAsking] = useState<TodayRowReply | null>(null);
  const notLiveSince = useContext(NotLiveSince);
  const formatTime = useFormatTimeOfDay();
  return (
    <Card as="section" padding="none" aria-labelledby="needs-a-hand" className="overflow-clip">
      <div className="flex min-h-12 flex-wrap items-center gap-x-2.5 px-4 py-1 sm:px-5">
        <h2 id="needs-a-hand" className="text-base font-semibold">
          Needs a hand
        </h2>
        {count > 0 && (
          <span
            className={classNames(
              'rounded-full px-2 text-sm font-semibold tabular-nums',
              notLiveSince !== null
                ? 'bg-warning-soft text-warning'
                : hasUrgentRow(today)
                  ? 'bg-danger text-on-danger'
                  : 'bg-sunken',
            )}
          >
            {count}
          </span>
        )}
        <span role="status" className="text-sm font-semibold text-warning">
          {notLiveSince !== null && `Not live since ${formatTime(notLiveSince)}`}
        </span>
        {waiting.length > 0 && (
          <button
            type="button"
            aria-expanded={isWaitingShown}
            onClick={() => setWaitingShown(!isWaitingShown)}
            className="ml-auto min-h-11 text-sm text-ink-soft underline underline-offset-4"
          >
            {waiting.length} waiting for others
          </button>
        )}
      </div>
      {isWaitingShown && waiting.length > 0 && <WaitingRows waiting={waiting} />}
      {rows.length === 0 && (
        <p className="border-t border-line px-4 py-4 sm:px-5">Nothing needs a hand right now.</p>
      )}
      {TODAY_LEVELS.map((level) => (
        <Level
          key={level}
          level={level}
          rows={rows.filter((row) => row.level === level)}
          first={rows[0]}
          onPutOff={setAsking}
        />
      ))}
      {asking && <PutOffDialog row={asking} today={day.date} onClose={() => setAsking(null)} />}
    </Card>
  );
}

type LevelProps = {
  level: TodayLevel;
  rows: readonly TodayRowReply[];
  /** For all: its button is the one that stands out. */
  first: TodayRowReply | undefined;
  onPutOff: (row: TodayRowReply) => void;
};

function Level({ level, rows, first, onPutOff }: LevelProps) {
  const [opened, setOpened] = useState<readonly string[]>([]);
  if (rows.length === 0) return null;
  const ofKind = Map.groupBy(rows, ({ kind }) => kind);
  const isFolded = (row: TodayRowReply) =>
    !opened.includes(row.kind) && (ofKind.get(row.kind) ?? []).indexOf(row) >= MOST_OF_A_KIND;
  return (
    <>
      <h3
        className={classNames(
          'border-t border-line px-4 pt-2 pb-1 font-sans text-sm font-semibold sm:px-5',
          level === 'hurt' ? 'bg-danger-soft text-danger' : 'bg-sunken/50 text-ink-soft',
        )}
      >
        {TODAY_LEVEL_HEADINGS[level]}
      </h3>
      <ul aria-label={TODAY_LEVEL_HEADINGS[level]}>
        {rows.map((row) => {
          const rowsOfKind = ofKind.get(row.kind) ?? [];
          if (!isFolded(row))
            return (
              <DecisionRow
                key={row.key}
                row={row}
                isFirst={row === first}
                onPutOff={() => onPutOff(row)}
              />
            );
          // The first one that is folded stands for them all.
          if (rowsOfKind.indexOf(row) > MOST_OF_A_KIND) return null;
          return (
            <li key={row.key} className="border-t border-line px-2 py-1">
              <button
                type="button"
                className={buttonClass('quiet', 'small')}
                onClick={() => setOpened([...opened, row.kind])}
              >
                {rowsOfKind.length - MOST_OF_A_KIND} more {row.many}
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function WaitingRows({ waiting }: { waiting: readonly WaitingRowReply[] }) {
  const formatInstant = useFormatInstant();
  const back = useChange(putOff, { refresh: [{ queryKey: TODAY_KEY }], toastsFailure: true });
  return (
    <ul aria-label="Waiting for others" className="bg-sunken/50">
      {waiting.map(({ key, title, until, by, note }) => (
        <li
          key={key}
          className="flex items-center gap-3 border-t border-line px-4 py-2 text-sm sm:px-5"
        >
          <div className="min-w-0 flex-1 wrap-anywhere">
            <p className="font-semibold">{title}</p>
            <p className="text-ink-soft">
              until {formatInstant(until)}, {by}
              {note !== '' && `: ${note}`}
            </p>
          </div>
          <Button
            variant="quiet"
            aria-label={`Bring back: ${title}`}
            size="small"
            busy={back.isBusy && back.given?.body.key === key}
            onClick={() => back.run({ body: { key, until: null } })}
          >
            Bring back
          </Button>
        </li>
      ))}
    </ul>
  );
}

const MONDAY = 1;
const BACK_AT_MINUTE = 7 * 60;

type PutOffDialogProps = { row: TodayRowReply; today: PlainDate; onClose: () => void };

/** A row waits for someone else: it leaves the number until then, or until it says something else. */
function PutOffDialog({ row, today, onClose }: PutOffDialogProps) {
  const { timeZone } = useConfig().business;
  const tomorrow = addDays(today, 1);
  const monday = weekdayFrom(tomorrow, MONDAY);
  const days = [...new Set([tomorrow, monday])];
  const form = useForm({
    initial: { until: tomorrow, note: '' },
    check: ({ until }) => (isPlainDate(until) ? {} : { until: 'Please choose a day' }),
    send: ({ until: date, note }) => {
      const until = new Date(instantOf({ date, minuteOfDay: BACK_AT_MINUTE }, timeZone));
      return call(putOff, { body: { key: row.key, until: until.toISOString(), note } });
    },
    refresh: [{ queryKey: TODAY_KEY }],
    says: 'Waiting for Others',
    onDone: onClose,
  });
  const { until } = form.values;
  return (
    <FormDialog form={form} onClose={onClose} title="Wait until…" submitLabel="Wait">
      <p>
        <strong>{row.title}</strong> comes back then, or when it changes.
      </p>
      <PillChoice
        legend="When"
        value={days.includes(until) ? until : null}
        pills={days.map((day) => ({
          value: day,
          label: day === tomorrow ? 'Tomorrow 7am' : 'Monday 7am',
          note: formatDate(day),
        }))}
        onChange={(day) => form.set({ until: day })}
      />
      <DateField
        label={`Another day at 7am, within ${LONGEST_WAIT_DAYS} days`}
        value={days.includes(until) ? '' : until}
        error={form.errors.until ?? null}
        onChange={(day) => form.set({ until: day })}
      />
      <TextField
        label="For whom or what? (optional)"
        maxLength={LONGEST_WAIT_NOTE}
        autoComplete="off"
        {...form.text('note')}
      />
    </FormDialog>
  );
}

type RowProps = { row: TodayRowReply; isFirst: boolean; onPutOff: () => void };

function DecisionRow({ row, isFirst, onPutOff }: RowProps) {
  const { level, title, detail, canWait, action } = row;
  const isReport = row.version !== undefined;
  const mayTick = useMayDo('setDeliveryStatus') && isReport;
  const label = isReport ? 'Look' : action.label;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2 sm:px-5">
      <LevelIcon level={level} />
      <div className="min-w-0 flex-1 text-sm wrap-anywhere">
        <p className="font-semibold">{title}</p>
        <p className="text-ink-soft">
          {detail}
          {canWait && (
            <>
              {detail !== '' && ' · '}
              <button
                type="button"
                aria-label={`Wait…: ${title}`}
                className="min-h-6 underline underline-offset-4"
                onClick={onPutOff}
              >
                Wait…
              </button>
            </>
          )}
        </p>
      </div>
      {mayTick ? (
        <SeenButton row={row} />
      ) : (
        <Link
          to={action.opens}
          aria-label={`${label}: ${title}`}
          className={buttonClass(isFirst ? 'primary' : 'secondary', 'small')}
        >
          {label}
        </Link>
      )}
    </li>
  );
}

function SeenButton({ row: { key, version = 0, title } }: { row: TodayRowReply }) {
  // A refusal says that it has changed: the list shows how it is now.
  const seen = useChange(seeFlag, { refresh: [{ queryKey: TODAY_KEY }] });
  return (
    <>
      <ChangeButton
        change={seen}
        given={{ params: { id: key.split(':')[1] ?? '' }, body: { version } }}
        variant="secondary"
        aria-label={`Seen: ${title}`}
      >
        Seen
      </ChangeButton>
      {seen.failure && (
        <p role="alert" className="w-full text-sm font-semibold text-danger">
          {seen.failure.message}
        </p>
      )}
    </>
  );
}

const SHAPES: Record<TodayLevel, string> = {
  hurt: 'M7 2.800h6L17.200 7v6L13 17.200H7L2.800 13V7zM10 6.500v4.300M10 13.500v.1',
  without:
    'M2.500 5.500h9v8h-9zM11.500 8.500H15l2.500 3v2h-6zM4.500 14.500a1.500 1.500 0 1 0 3 0a1.500 1.500 0 1 0-3 0M12.500 14.500a1.500 1.500 0 1 0 3 0a1.500 1.500 0 1 0-3 0',
  answer: 'M3 4.500h14v9H9l-3.500 3v-3H3z',
  money:
    'M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0M12.500 7.500c-.6-1-4.500-1.300-4.500.6 0 2 4.600 1.200 4.600 3.400 0 1.900-4 1.900-4.900.4M10 5v10',
  checks: 'M4 3h12v14l-2-1.300-2 1.300-2-1.300-2 1.300-2-1.300-2 1.300zM7 7.500h6M7 11h6',
  shop: 'M10 3a7 7 0 1 0 0 14a7 7 0 1 0 0-14M10 6.500v4.300M10 13.500v.1',
};

/** Red is harm alone; the words of the row say the same. */
const COLOURS: Record<TodayLevel, string> = {
  hurt: 'text-danger',
  without: 'text-danger',
  answer: 'text-warning',
  money: 'text-ink-soft',
  checks: 'text-ink-soft',
  shop: 'text-ink-soft',
};

function LevelIcon({ level }: { level: TodayLevel }) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      className={classNames('mt-0.5 size-5 shrink-0 self-start', COLOURS[level])}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={SHAPES[level]} />
    </svg>
  );
}
