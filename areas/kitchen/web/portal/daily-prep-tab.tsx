/** Spec 2: the bench of a day, with its printouts. What is cooked, filled, measured and out is one list, here and on /bench. */
import { useDayQueue } from '#platform/web/offline/day-queue.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode, useState } from 'react';
import type { BenchDay, Bench } from '#areas/kitchen/calls/opened-bench.ts';
import { BenchList } from '#areas/kitchen/web/bench/bench-list.tsx';
import { benchQueue } from '#areas/kitchen/web/bench/bench-queue.ts';
import type { PrintoutReply } from '#areas/printouts/calls/printouts.ts';
import { useLiveQueries } from '#areas/order-book/web/use-live-queries.ts';
import {
  DownloadButton,
  PreviewLink,
  PrintButton,
} from '#areas/printouts/web/printout-buttons.tsx';
import {
  prepSheetSource,
  PRINTOUTS_KEY,
  printoutsQuery,
  staleDatesQuery,
  labelsSource,
  runSheetSource,
  giftCardsSource,
  type PrintoutSource,
} from '#areas/printouts/web/printouts-queries.ts';
import { StalePrintout, printoutName } from '#areas/printouts/web/stale-printout.tsx';
import { formatDate, isPlainDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { Navigate, useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { DayPicker } from '#platform/web/portal/day-picker.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { type DeliveryWindow, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';

/** Asked again on every order change, so that staff see right away which printouts are out of date. */
const LIVE = [PRINTOUTS_KEY];

/** Where the parts of former releases are now; of the others, the list. */
const MOVED: Partial<Record<string, (date: PlainDate | undefined) => string>> = {
  pack: () => paths.pack(),
  deliver: (date) => paths.admin({ tab: 'deliveries', date }),
  buy: () => paths.admin({ tab: 'shopping' }),
};

export function DailyPrepTab() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('date') ?? '';
  const date = isPlainDate(asked) ? asked : null;
  const moved = MOVED[params.get('part') ?? ''];
  const { day, phase } = useDayQueue(benchQueue);
  useLiveQueries(LIVE);
  useEffect(() => benchQueue.start(), []);
  useEffect(() => void benchQueue.chooseDate(date), [date]);

  if (moved) return <Navigate to={moved(date ?? undefined)} replace />;
  const go = (to: PlainDate) => {
    const next = new URLSearchParams(params);
    next.set('date', to);
    setParams(next, { preventScrollReset: true });
  };
  return (
    <div className="grid gap-4 py-5">
      <Loaded
        query={{
          data: day ?? undefined,
          error: phase === 'no-answer' && !day ? NO_ANSWER : null,
          isFetching: phase === 'loading',
          refetch: benchQueue.retry,
        }}
        what="the day"
      >
        {(shownDay) => (
          <Day
            day={shownDay}
            onChoose={go}
            isAskedForPrintouts={params.get('part') === 'printouts'}
          />
        )}
      </Loaded>
    </div>
  );
}

/** As a browser says it that reaches nobody. */
const NO_ANSWER = new TypeError('Failed to fetch');

type DayProps = { day: Bench; onChoose: (date: PlainDate) => void; isAskedForPrintouts: boolean };

function Day({ day, onChoose, isAskedForPrintouts }: DayProps) {
  return (
    <>
      <BenchList
        heading={
          <>
            <DayPicker
              title={<h2 className="text-xl">{formatDate(day.date)}</h2>}
              date={day.date}
              now={day.today}
              onChoose={onChoose}
            />
            <OtherStaleDates shown={day.date} />
          </>
        }
        printouts={
          <>
            <DownloadButton
              source={prepSheetSource(day.date)}
              saved="Prep Sheet Downloaded"
              about="as PDF"
              variant="primary"
            >
              Download prep sheet
            </DownloadButton>
            <a href={paths.bench()} className={buttonClass('secondary', 'small')}>
              Full screen
            </a>
          </>
        }
      />
      {day.days[0] && (
        <MorePrintouts key={day.date} day={day.days[0]} isAskedFor={isAskedForPrintouts} />
      )}
    </>
  );
}

/** Every other document of the day, and whether printouts are up to date. Open where one is not. */
type MorePrintoutsProps = { day: BenchDay; isAskedFor: boolean };

function MorePrintouts({ day, isAskedFor }: MorePrintoutsProps) {
  const query = useQuery(printoutsQuery(day.date));
  const printouts = query.data ?? [];
  const stale = stalePrintouts(printouts);
  const windows = day.out.map(({ window }) => window);
  if (windows.length === 0 && stale.length === 0) return null;
  return (
    <details
      key={String(stale.length > 0)}
      open={isAskedFor || stale.length > 0}
      className="border-t-2 border-ink print:hidden"
    >
      <summary className="min-h-14 cursor-pointer py-3 text-xl font-bold">
        More printouts
        {stale.length > 0 && (
          <span className="ml-3 rounded-lg bg-warning-soft px-2 text-lg text-warning">
            {stale.length} out of date
          </span>
        )}
      </summary>
      <div className="grid gap-3">
        <Loaded query={query} what="if printouts are up to date" kind="line">
          {() => null}
        </Loaded>
        {stale.map((printout) => (
          <StalePrintout key={printout.id} printout={printout} />
        ))}
        {windows.length > 0 && (
          <div className="grid items-start gap-3 lg:grid-cols-3">
            <PrepSheetRow date={day.date} printouts={printouts} />
            <LabelRow date={day.date} printouts={printouts} giftCards={day.giftCards} />
            <RunSheetRow date={day.date} printouts={printouts} windows={windows} />
          </div>
        )}
      </div>
    </details>
  );
}

/** One for each paper that is out of date: a sheet and its CSV file have changed by the same orders. */
export function stalePrintouts(printouts: readonly PrintoutReply[]): PrintoutReply[] {
  const stale = printouts.filter(({ isStale }) => isStale);
  return stale.filter(
    ({ kind, window, format }) =>
      format === 'pdf' ||
      !stale.some(
        (other) => other.format === 'pdf' && other.kind === kind && other.window === window,
      ),
  );
}

/** Printouts for days not on the screen may be out of date too. */
function OtherStaleDates({ shown }: { shown: PlainDate }) {
  const { data = [] } = useQuery(staleDatesQuery);
  const others = data.filter((date) => date !== shown);
  if (others.length === 0) return null;
  return (
    <Notice tone="warning" announce="polite" title="Printouts for other days are out of date">
      <ul className="flex flex-wrap gap-x-4">
        {others.map((date) => (
          <li key={date}>
            <Link
              to={paths.admin({ tab: 'prep', date })}
              className="inline-flex items-center font-semibold underline underline-offset-4 max-md:min-h-11"
            >
              {formatDate(date)}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

type RowProps = { date: PlainDate; printouts: readonly PrintoutReply[] };

function PrepSheetRow({ date, printouts }: RowProps) {
  return (
    <PrintoutRow title="Prep sheet" printouts={ofKind(printouts, 'prep_sheet')}>
      <SheetButtons
        about="prep sheet"
        saved="Prep Sheet Downloaded"
        source={prepSheetSource(date)}
        csv={prepSheetSource(date, 'csv')}
      />
    </PrintoutRow>
  );
}

type SheetButtonsProps = Record<'about' | 'saved', string> &
  Record<'source' | 'csv', PrintoutSource>;

function SheetButtons({ source, csv, ...sheet }: SheetButtonsProps) {
  return (
    <>
      <PrintButton source={source} {...sheet} variant="primary">
        Print
      </PrintButton>
      <DownloadButton source={source} {...sheet}>
        PDF
      </DownloadButton>
      <DownloadButton source={csv} {...sheet}>
        CSV
      </DownloadButton>
      <PreviewLink source={source} about={sheet.about} />
    </>
  );
}

function LabelRow({ date, printouts, giftCards }: RowProps & { giftCards: number }) {
  const food = { about: 'meal labels', saved: 'Label Downloaded' };
  const deliveryLabels = { about: 'delivery labels', saved: 'Label Downloaded' };
  const source = labelsSource({ date });
  return (
    <PrintoutRow title="Labels" printouts={ofKind(printouts, 'labels')}>
      <PrintButton source={source} {...food} variant="primary">
        Print
      </PrintButton>
      <DownloadButton source={source} {...food}>
        PDF
      </DownloadButton>
      <PreviewLink source={source} about={food.about} />
      <DownloadButton source={labelsSource({ date, kind: 'delivery' })} {...deliveryLabels}>
        Bag labels
      </DownloadButton>
      <GiftCardsButton date={date} count={giftCards} />
    </PrintoutRow>
  );
}

function RunSheetRow({
  date,
  printouts,
  windows,
}: RowProps & { windows: readonly DeliveryWindow[] }) {
  const [chosen, setChosen] = useState<DeliveryWindow | null>(null);
  // A window that has lost its last delivery no longer has a sheet.
  const window = chosen !== null && windows.includes(chosen) ? chosen : null;
  return (
    <PrintoutRow title="Run sheet" printouts={ofKind(printouts, 'run_sheet')}>
      <div className="w-full">
        <SelectField
          label="Window"
          value={window ?? ''}
          onChange={({ target }) => setChosen(windows.find((one) => one === target.value) ?? null)}
        >
          <option value="">Whole day</option>
          {windows.map((one) => (
            <option key={one} value={one}>
              {windowLabel(one)}
            </option>
          ))}
        </SelectField>
      </div>
      <SheetButtons
        about="run sheet"
        saved="Run Sheet Downloaded"
        source={runSheetSource(date, window)}
        csv={runSheetSource(date, window, 'csv')}
      />
    </PrintoutRow>
  );
}

function ofKind(printouts: readonly PrintoutReply[], kind: PrintoutReply['kind']): PrintoutReply[] {
  return printouts.filter((printout) => printout.kind === kind);
}

type PrintoutRowProps = { title: string; printouts: readonly PrintoutReply[]; children: ReactNode };

function PrintoutRow({ title, printouts, children }: PrintoutRowProps) {
  return (
    <section
      aria-label={title}
      className="grid gap-2 rounded-2xl border border-line bg-surface p-4"
    >
      <h3 className="font-semibold">{title}</h3>
      <div className="flex flex-wrap items-end gap-2">{children}</div>
      <ul className="grid gap-1 text-sm text-ink-soft">
        {printouts.length === 0 && <li>Not made yet</li>}
        {printouts.map((printout) => (
          <StatusLine key={printout.id} printout={printout} />
        ))}
      </ul>
    </section>
  );
}

function StatusLine({ printout }: { printout: PrintoutReply }) {
  const formatInstant = useFormatInstant();
  const slip =
    printout.slipPrintedAt && `, with the slip of ${formatInstant(printout.slipPrintedAt)}`;
  return (
    <li>
      {printoutName(printout)} of {formatInstant(printout.printedAt)}, version {printout.version}
      {slip}:{' '}
      <span
        className={printout.isStale ? 'font-semibold text-warning' : 'font-semibold text-success'}
      >
        {printout.isStale ? 'out of date' : 'up to date'}
      </span>
    </li>
  );
}

/** The cards of a day's presents; nothing on a day without any. */
function GiftCardsButton({ date, count }: { date: PlainDate; count: number }) {
  if (count === 0) return null;
  return (
    <DownloadButton
      source={giftCardsSource(date)}
      about="for presents"
      saved="Gift Cards Downloaded"
    >
      {count === 1 ? '1 gift card' : `${count} gift cards`}
    </DownloadButton>
  );
}
