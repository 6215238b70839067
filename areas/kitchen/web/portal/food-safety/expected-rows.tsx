import type { ExpectedReply } from '#areas/kitchen/calls/food-safety-record.ts';
import { isCleaning, READING_ACTION_NAMES } from '#areas/kitchen/rules/record-kinds.ts';
import type { ExpectedState } from '#areas/kitchen/rules/expected-readings.ts';
import { formatTenths } from '#areas/kitchen/rules/temperature-limits.ts';
import { useFormatTimeOfDay } from '#areas/business/web/use-format-instant.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { expectedText, isCheckKind } from './check-words.ts';

type RowProps = {
  expected: ExpectedReply;
  today: PlainDate;
  now: number;
  onMeasure: (expected: ExpectedReply) => void;
  onWriteIn: (expected: ExpectedReply) => void;
  onNotNeeded: (expected: ExpectedReply) => void;
};

const MARKS: Record<ExpectedState, { mark: string; said: string; class: string }> = {
  failed: { mark: '!', said: 'Failed', class: 'text-danger' },
  missing: { mark: '!', said: 'Missing', class: 'text-danger' },
  due: { mark: '·', said: 'Due', class: 'text-warning' },
  late: { mark: '✓', said: 'Late', class: 'text-warning' },
  done: { mark: '✓', said: 'Done', class: 'text-success' },
};

export function ExpectedRow({ expected, today, now, onMeasure, ...ask }: RowProps) {
  const { kind, state, callAt } = expected;
  const name = expectedText(expected, today);
  const isOpen = state === 'missing' || state === 'due';
  // What a place shows now says nothing of the morning.
  const isPast = isCheckKind(kind) && state === 'missing';
  const isCalled = isOpen && callAt !== null && Date.parse(callAt) <= now;
  const { mark, said, class: colour } = MARKS[state];
  return (
    <li
      className={`flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line py-2 text-lg ${
        isCalled ? 'rounded-xl bg-danger-soft px-2' : ''
      }`}
    >
      <span className="flex min-w-0 gap-2">
        <b aria-hidden="true" className={`w-4 shrink-0 text-center ${colour}`}>
          {mark}
        </b>
        <span role={isCalled ? 'alert' : undefined} className="min-w-0 wrap-anywhere">
          <span className="sr-only">{said}: </span>
          <strong>{name}</strong> <Times expected={expected} now={now} />
        </span>
      </span>
      {isOpen && (
        <span className="flex flex-wrap gap-2">
          {kind === 'receipt' ? (
            <Link
              to={paths.admin({ tab: 'shopping', by: 'goods' })}
              className={buttonClass('secondary')}
            >
              Goods in<span className="sr-only">: {name}</span>
            </Link>
          ) : isPast ? null : (
            <Button
              variant={isCalled ? 'primary' : 'secondary'}
              onClick={() => onMeasure(expected)}
            >
              {measureLabel(expected)}
              <span className="sr-only">: {name}</span>
            </Button>
          )}
          {state === 'missing' && <AskButtons expected={expected} name={name} {...ask} />}
        </span>
      )}
    </li>
  );
}

type AskButtonsProps = Pick<RowProps, 'expected' | 'onWriteIn' | 'onNotNeeded'> & { name: string };

function AskButtons({ expected, name, onWriteIn, onNotNeeded }: AskButtonsProps) {
  return (
    <>
      <Button variant="secondary" onClick={() => onWriteIn(expected)}>
        From paper…<span className="sr-only"> {name}</span>
      </Button>
      {!isCheckKind(expected.kind) && (
        <Button variant="quiet" onClick={() => onNotNeeded(expected)}>
          Not needed<span className="sr-only">: {name}</span>
        </Button>
      )}
    </>
  );
}

function measureLabel({ kind }: ExpectedReply): string {
  if (isCleaning(kind)) return 'Done';
  if (kind === 'chill_start') return 'Chill';
  if (kind === 'reached_21') return '21 °C';
  return kind === 'reached_5' ? '5 °C' : 'Measure';
}

/** "78 °C, 8:12am Ana"; "by 3:40pm, 2 h 58 left"; "was due 9:30am". */
function Times({ expected, now }: Pick<RowProps, 'expected' | 'now'>) {
  const formatTime = useFormatTimeOfDay();
  const { state, dueAt, reading, half } = expected;
  const read = reading && [
    ...(reading.tenths === null ? [] : [formatTenths(reading.tenths)]),
    ...(reading.pass === false ? ['FAILED'] : []),
    ...(reading.action === null ? [] : [READING_ACTION_NAMES[reading.action].toLowerCase()]),
    `${formatTime(Date.parse(reading.at))} ${reading.by}`,
  ];
  const isOpen = state === 'missing' || state === 'due';
  return (
    <span className={state === 'missing' ? 'text-danger' : 'text-ink-soft'}>
      {read?.join(', ')}
      {isOpen && reading?.pass === false && '. Read again.'}
      {isOpen && dueAt !== null && dueText(Date.parse(dueAt), now, formatTime)}
      {state === 'missing' && dueAt === null && ' missing'}
      {state === 'due' && dueAt === null && half === null && ' due today'}
      {state === 'late' && <b className="text-warning"> late</b>}
    </span>
  );
}

function dueText(dueAt: number, now: number, formatTime: (at: number) => string): string {
  if (dueAt < now) return ` was due ${formatTime(dueAt)}`;
  const minutes = Math.floor((dueAt - now) / 60_000);
  const left = minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60}`;
  return ` by ${formatTime(dueAt)}, ${left} left`;
}
