import type { WeekCloseReply } from '#areas/office/calls/today.ts';
import { waiveWeekRow } from '#areas/office/calls/today.ts';
import { TODAY_KEY } from '#areas/order-book/web/today-key.ts';
import { call } from '#platform/web/api/client.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';

type Row = WeekCloseReply['rows'][number];

/** The week that closes: each row ticks itself by what is so. A week that is ready is one line. */
export function WeekCard({ week }: { week: WeekCloseReply }) {
  const { title, text, rows, state, weekStart } = week;
  const done = rows.filter(({ isDone }) => isDone).length;
  return (
    <Card as="section" padding="none" aria-labelledby="week" className="overflow-clip">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 px-4 pt-3 sm:px-5">
        <h2 id="week" className="text-base font-semibold">
          {title}
        </h2>
        {rows.length > 0 && (
          <p className="text-sm text-ink-soft">
            {done} of {rows.length} done
          </p>
        )}
      </div>
      <p className="px-4 pt-1 pb-3 text-sm sm:px-5">{text}</p>
      {state !== 'ready' && (
        <ul>
          {rows.map((row) => (
            <WeekRow key={row.row} row={row} weekStart={weekStart} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function WeekRow({ row, weekStart }: { row: Row; weekStart: string }) {
  const { isDone, text, detail, action, mayWaive } = row;
  return (
    <li className="flex items-center gap-x-3 border-t border-line px-4 py-1.5 text-sm sm:px-5">
      <span
        aria-hidden="true"
        className={classNames(
          'grid size-5 shrink-0 place-items-center rounded-full',
          isDone ? 'bg-primary-soft text-primary' : 'border-2 border-warning',
        )}
      >
        {isDone && '✓'}
      </span>
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className={isDone ? undefined : 'font-semibold'}>
          <span className="sr-only">{isDone ? 'Done: ' : 'Open: '}</span>
          {text}
        </p>
        <p className="flex flex-wrap gap-x-3 text-ink-soft empty:hidden">
          {detail !== '' && <span>{detail}</span>}
          {mayWaive && <Waive row={row} weekStart={weekStart} />}
        </p>
      </div>
      <Link
        to={action.opens}
        aria-label={`${action.label}: ${text}`}
        className={buttonClass(isDone ? 'quiet' : 'secondary', 'small')}
      >
        {action.label}
      </Link>
    </li>
  );
}

function Waive({ row: { row, isDone, text, detail }, weekStart }: { row: Row; weekStart: string }) {
  const waive = useChange(
    (waived: 'week' | 'always' | 'no') =>
      call(waiveWeekRow, { body: { weekStart, row: row as 'drivers', waived } }),
    { refresh: [{ queryKey: TODAY_KEY }], toastsFailure: true },
  );
  const isWaived = detail.startsWith('Not needed');
  if (isDone && !isWaived) return null;
  const button = (waived: 'week' | 'always' | 'no', label: string) => (
    <button
      type="button"
      aria-label={`${label}: ${text}`}
      aria-disabled={waive.isBusy || undefined}
      className="min-h-6 underline underline-offset-4"
      onClick={() => waive.run(waived)}
    >
      {label}
    </button>
  );
  if (isWaived) return button('no', 'Needed');
  return (
    <>
      {button('week', 'Not needed')}
      {button('always', 'Never needed')}
    </>
  );
}
