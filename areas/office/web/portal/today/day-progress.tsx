import { useQuery } from '@tanstack/react-query';
import type { DayReply, DayWindowReply } from '#areas/office/calls/today.ts';
import { describeCounts } from '#areas/delivery/rules/driver-reports.ts';
import type { ReportedStatus } from '#areas/order-book/rules/delivery-status.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { addDays, formatDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import {
  dayPrintoutsSource,
  labelsSource,
  printoutsQuery,
} from '#areas/printouts/web/printouts-queries.ts';
import { PrintButton } from '#areas/printouts/web/printout-buttons.tsx';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';

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

/** How a day goes: today's or tomorrow's windows. */
export function DayProgress({ day, today }: { day: DayReply; today: PlainDate }) {
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
            <Window key={window.timeSlot} window={window} date={date} />
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
  const { timeSlot, stops, counts, late, drivers } = window;
  const driven = drivers.reduce((sum, driver) => sum + driver.stops, 0);
  const names = drivers.map((driver) => `${driver.name} ${driver.stops}`);
  return (
    <li className="grid gap-1.5 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <strong>{windowLabel(timeSlot)}</strong>
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
