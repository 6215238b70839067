import { useQuery } from '@tanstack/react-query';
import { getDriveDay } from '#areas/delivery/calls/drive.ts';
import { getPackDay } from '#areas/delivery/calls/pack.ts';
import { call } from '#platform/web/api/client.ts';
import { useSignedIn, useMayDo } from '#platform/web/api/session.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { type TodayReply, type WeekCloseReply, waiveWeekRow } from '#areas/office/calls/today.ts';
import { isPlainDate } from '#platform/rules/plain-date.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { DayProgress } from '#areas/office/web/portal/today/day-progress.tsx';
import { NeedsAHand } from '#areas/office/web/portal/today/needs-a-hand.tsx';
import { todayQuery } from '#areas/office/web/portal/today/today-queries.ts';
import { GOING_LIVE_TITLES } from '#areas/office/rules/going-live.ts';
import { goingLiveQuery } from '#areas/office/web/portal/office-queries.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { TODAY_KEY } from '#areas/order-book/web/use-today.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { classNames } from '#platform/web/ui/class-names.ts';

/** The signed-in home, below its greeting: how the day stands, or the way to one's own page. */
export function TodayPart() {
  const { role } = useSignedIn();
  if (role === 'packer')
    return <OwnPage to={paths.pack()} label="Pack" one="bag" ask={countBags} />;
  if (role === 'driver')
    return <OwnPage to={paths.drive()} label="Drive" one="stop" ask={countStops} />;
  return (
    <div className="grid gap-3 py-3 lg:gap-5">
      <GoingLiveCard />
      <TodayPage />
    </div>
  );
}

const countBags = async (signal: AbortSignal) =>
  (await call(getPackDay, { query: {}, signal })).bags.length;
const countStops = async (signal: AbortSignal) =>
  (await call(getDriveDay, { signal })).stops.length;

type OwnPageProps = {
  to: string;
  label: string;
  /** What it has today, one of it. */
  one: string;
  ask: (signal: AbortSignal) => Promise<number>;
};

/** The number is told as soon as it is there; the way does not wait for it. */
function OwnPage({ to, label, one, ask }: OwnPageProps) {
  const { data } = useQuery({
    queryKey: ['own-page', to],
    queryFn: ({ signal }) => ask(signal),
    staleTime: 0,
  });
  return (
    <div className="grid max-w-md gap-3 py-5">
      {data !== undefined && (
        <p className="text-lg tabular-nums">
          Today: {data} {data === 1 ? one : `${one}s`}
        </p>
      )}
      <a href={to} className={buttonClass('primary', 'large')}>
        {label}
      </a>
    </div>
  );
}

/** What needs a hand and how the day goes; the portal's frame keeps it up to date. */
function TodayPage() {
  return (
    <Loaded query={useQuery(todayQuery())} what="the day" kind="detail">
      {(today) => <Cards today={today} />}
    </Loaded>
  );
}

function Cards({ today }: { today: TodayReply }) {
  const [params] = useSearchParams();
  const asked = params.get('day');
  const day = asked !== null && isPlainDate(asked) && asked !== today.day.date ? asked : null;
  const { data: shown = today } = useQuery({
    ...todayQuery(day ?? undefined),
    enabled: day !== null,
  });
  return (
    <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,7fr)_minmax(0,6fr)] lg:gap-5">
      <NeedsAHand today={today} />
      <div className="grid gap-3 lg:gap-5">
        {today.week && <WeekCard week={today.week} />}
        <DayProgress day={day === null ? today.day : shown.day} today={today.day.date} />
      </div>
    </div>
  );
}

/** On the home page of owners, until each step is done or left for later. */
function GoingLiveCard() {
  return useMayDo('manageSettings') ? <Progress /> : null;
}

/** Quiet: it neither holds a place while it loads nor reports that it could not be loaded. Its page does both. */
function Progress() {
  const { data } = useQuery({ ...goingLiveQuery, refetchInterval: false });
  if (!data || data.isOver || data.isDemo) return null;
  const done = data.steps.filter(({ state }) => state === 'done').length;
  const next = data.steps.find(({ state }) => state === 'open');
  return (
    <Card
      as="section"
      aria-label="Going live"
      className="flex flex-wrap items-center justify-between gap-3"
    >
      <div className="grid gap-0.5">
        <h2 className="text-lg">Going live</h2>
        <p className="text-ink-soft">
          {done} of {data.steps.length} done
          {next && `. Next: ${GOING_LIVE_TITLES[next.step]}`}
        </p>
      </div>
      <Link to={paths.admin({ tab: 'first-hour' })} className={buttonClass('secondary', 'small')}>
        Open Going live
      </Link>
    </Card>
  );
}

type Row = WeekCloseReply['rows'][number];

/** The week that closes: each row ticks itself by what is so. A week that is ready is one line. */
function WeekCard({ week }: { week: WeekCloseReply }) {
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
