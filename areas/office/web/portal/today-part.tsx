import { useQuery } from '@tanstack/react-query';
import { getDriveDay } from '#areas/delivery/calls/drive.ts';
import { getPackDay } from '#areas/delivery/calls/pack.ts';
import { call } from '#platform/web/api/client.ts';
import { useSignedIn, useMayDo } from '#platform/web/api/session.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import {
  type TodayReply,
  type WeekCloseReply,
  waiveWeekRow,
  type DayReply,
  type DayWindowReply,
} from '#areas/office/calls/today.ts';
import { isPlainDate, addDays, formatDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { NeedsAHand } from '#areas/office/web/portal/needs-a-hand.tsx';
import { todayQuery } from '#areas/office/web/portal/today-queries.ts';
import { GOING_LIVE_TITLES } from '#areas/office/rules/going-live.ts';
import { goingLiveQuery } from '#areas/office/web/portal/office-queries.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { TODAY_KEY } from '#areas/order-book/web/ordering-queries.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { describeCounts } from '#areas/delivery/rules/driver-reports.ts';
import type { ReportedStatus } from '#areas/order-book/rules/delivery.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import {
  dayPrintoutsSource,
  labelsSource,
  printoutsQuery,
} from '#areas/printouts/web/printouts-queries.ts';
import { PrintButton } from '#areas/printouts/web/printout-buttons.tsx';

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

type CloseRow = WeekCloseReply['rows'][number];

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

function WeekRow({ row, weekStart }: { row: CloseRow; weekStart: string }) {
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

function Waive({
  row: { row, isDone, text, detail },
  weekStart,
}: {
  row: CloseRow;
  weekStart: string;
}) {
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

/** The further, the darker; what went wrong is red. The words beside the bar say the same. */
const COLOURS: Record<ReportedStatus, string> = {
  planned: 'bg-line',
  cooked: 'bg-mango-soft',
  packed: 'bg-mango',
  out: 'bg-info',
  delivered: 'bg-primary',
  missed: 'bg-danger',
};

/** From the end of the run to its beginning, so that the bar fills from the left. */
const FROM_THE_END = ['delivered', 'missed', 'out', 'packed', 'cooked', 'planned'] as const;

const DAY_LINK =
  'inline-flex min-h-11 items-center rounded-full px-4 text-sm font-semibold text-ink-soft md:min-h-8 ' +
  'aria-[current=true]:bg-surface aria-[current=true]:text-ink aria-[current=true]:shadow-card';

function DayProgress({ day, today }: { day: DayReply; today: PlainDate }) {
  const { date, windows } = day;
  const tomorrow = addDays(today, 1);
  const mayEnd = useMayDo('setDeliveryStatus');
  return (
    <Card as="section" padding="none" aria-label="The day" className="overflow-clip">
      <div className="flex flex-wrap items-center justify-between gap-x-3 px-4 pt-3 pb-1 sm:px-5">
        <nav
          aria-label="Day"
          className="inline-flex rounded-full border border-line bg-sunken p-0.5"
        >
          <Link to={paths.home()} aria-current={date === today} className={DAY_LINK}>
            Today
          </Link>
          <Link
            to={paths.home({ day: tomorrow })}
            aria-current={date === tomorrow}
            className={DAY_LINK}
          >
            Tomorrow
          </Link>
        </nav>
        <p className="text-sm text-ink-soft">{formatDate(date)}</p>
      </div>
      {windows.length === 0 ? (
        <p className="px-4 py-3 sm:px-5">
          No deliveries {date === today ? 'today' : 'on this day'}.
        </p>
      ) : (
        <ul className="grid gap-3 px-4 py-3 sm:px-5">
          {windows.map((window) => (
            <Window key={window.window} window={window} date={date} />
          ))}
        </ul>
      )}
      <Kitchen day={day} />
      {windows.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-3 sm:px-5">
          <p className="text-sm font-semibold">{sumsOf(day)}</p>
          {mayEnd && windows.some(({ late }) => late > 0) && (
            <Link
              to={paths.admin({ tab: 'deliveries', date, end: 'day' })}
              className={buttonClass('secondary', 'small')}
            >
              End the day…
            </Link>
          )}
          <PrintDay
            date={date}
            name={date === today ? 'today' : date === tomorrow ? 'tomorrow' : 'this day'}
          />
        </div>
      )}
    </Card>
  );
}

/** What is cooked on the day, for whichever deliveries, and who brings goods. */
function Kitchen({ day: { date, cooking, arriving } }: { day: DayReply }) {
  if (cooking.length === 0 && arriving.length === 0) return null;
  return (
    <div className="grid gap-1 border-t border-line px-4 py-2 text-sm sm:px-5">
      <Named
        term="Cooking"
        names={cooking}
        many="components"
        to={paths.admin({ tab: 'plan', from: date })}
      />
      <Named
        term="Arriving"
        names={arriving}
        many="suppliers"
        to={paths.admin({ tab: 'shopping' })}
      />
    </div>
  );
}

const MOST_NAMED = 3;

type NamedProps = { term: string; names: readonly string[]; many: string; to: string };

function Named({ term, names, many, to }: NamedProps) {
  if (names.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <strong>{term}</strong>{' '}
      <Link
        to={to}
        className="inline-flex min-h-6 items-center underline underline-offset-4 max-md:min-h-11"
      >
        {names.length > MOST_NAMED ? `${names.length} ${many}` : names.join(' · ')}
      </Link>
    </p>
  );
}

/** Prep sheet and run sheets in one file, and the labels, which go to other sheets. */
function PrintDay({ date, name }: { date: PlainDate; name: string }) {
  const mayPrint = useMayDo('makePrintouts');
  const { data: printouts = [] } = useQuery({ ...printoutsQuery(date), enabled: mayPrint });
  if (!mayPrint) return null;
  const printed = printouts.filter(({ kind, format }) => kind !== 'labels' && format === 'pdf');
  return (
    <div className="flex flex-wrap items-center gap-2">
      <PrintButton
        source={dayPrintoutsSource(date)}
        about="as prep sheet and run sheets"
        saved="Sheets Downloaded"
        printed={printed}
        variant={printed.length === 0 ? 'primary' : 'secondary'}
      >
        Print {name}
      </PrintButton>
      <PrintButton
        source={labelsSource({ date, kind: 'all' })}
        about={`of ${formatDate(date)}`}
        saved="Labels Downloaded"
      >
        Labels
      </PrintButton>
    </div>
  );
}

function sumsOf({ windows, meals, allergies }: DayReply): string {
  const stops = windows.reduce((sum, window) => sum + window.stops, 0);
  return [
    stops === 1 ? '1 stop' : `${stops} stops`,
    meals === 1 ? '1 meal' : `${meals} meals`,
    ...(allergies > 0 ? [`${allergies} with allergies or notes`] : []),
  ].join(', ');
}

function Window({ window, date }: { window: DayWindowReply; date: PlainDate }) {
  const { stops, counts, late, drivers } = window;
  const driven = drivers.reduce((sum, driver) => sum + driver.stops, 0);
  const names = drivers.map((driver) => `${driver.name} ${driver.stops}`);
  return (
    <li className="grid gap-1.5 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <strong>{windowLabel(window.window)}</strong>
        <Link
          to={paths.admin({ tab: 'deliveries', date })}
          className="inline-flex items-center underline underline-offset-4 max-md:min-h-11"
        >
          {stops === 1 ? '1 stop' : `${stops} stops`}
        </Link>
        <span className="ml-auto text-ink-soft">
          {describeCounts(counts)}
          {late > 0 && (
            <>
              , <strong className="text-danger">{late} late</strong>
            </>
          )}
        </span>
      </p>
      <div aria-hidden="true" className="flex h-2 gap-0.5 overflow-hidden rounded-full bg-sunken">
        {FROM_THE_END.filter((status) => counts[status] > 0).map((status) => (
          <span
            key={status}
            className={COLOURS[status]}
            style={{ flexGrow: counts[status], flexBasis: 0 }}
          />
        ))}
      </div>
      {drivers.length > 0 && (
        <p className="text-ink-soft">
          Drivers: {names.join(', ')}
          {driven < stops && `, ${stops - driven} without`}
        </p>
      )}
    </li>
  );
}
