import { type ComponentType, useEffect, useState } from 'react';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useQuery } from '@tanstack/react-query';
import type { DailyPrepReply, PackedBagReply } from '#areas/kitchen/calls/daily-prep.ts';
import { formatDate, isPlainDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { DAILY_PREP_KEY, dailyPrepQuery } from '#areas/kitchen/web/portal/kitchen-queries.ts';
import {
  PRINTOUTS_KEY,
  printoutsQuery,
  staleDatesQuery,
} from '#areas/printouts/web/printouts-queries.ts';
import { useLiveQueries } from '#areas/order-book/web/use-live-queries.ts';
import { waitingText } from '#areas/printouts/rules/waiting-text.ts';
import { useNavigate, useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { DayPicker } from '#platform/web/portal/day-picker.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { PackingList } from './packing-list.tsx';
import { CookPart } from './cook-part.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Tabs, type Tab } from '#platform/web/ui/layout/tabs.tsx';
import { MealTotals } from './meal-totals.tsx';
import { SpecialsNotice } from '#areas/kitchen/web/portal/specials-notice.tsx';
import { useSpecials } from '#areas/kitchen/web/portal/use-specials.ts';
import {
  DELIVERY_STATUS_LABELS,
  REPORTED_STATUSES,
} from '#areas/order-book/rules/delivery-status.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { StatList } from '#platform/web/ui/layout/data-table.tsx';
import type { LabelLayout } from '#areas/printouts/rules/label-content.ts';
import { LabelRow, PrepSheetRow, RunSheetRow } from './printout-rows.tsx';
import { StalePrintout } from '#areas/printouts/web/stale-printout.tsx';
import type { PrintoutReply } from '#areas/printouts/calls/printouts.ts';
import { OrderLink } from '#areas/order-book/web/order-link.tsx';
import { keyOfPortion, NeedsOfBag } from './needs-of-bag.tsx';

/** Refetched on every order change, so that staff see right away which printouts are out of date. */
const LIVE = [DAILY_PREP_KEY, PRINTOUTS_KEY];

/** Spec 2: what to cook and pack on a day. The next day with deliveries, unless the address names another. */
export function DailyPrepTab() {
  const [params, setParams] = useSearchParams();
  useOldBuyPart(params);
  const asked = params.get('date') ?? '';
  const date = isPlainDate(asked) ? asked : null;
  const query = useQuery(dailyPrepQuery(date));
  const { data, isFetching, refetch } = query;
  const { part } = usePrepPart();
  useLiveQueries(LIVE);

  function go(to: PlainDate) {
    const next = new URLSearchParams(params);
    next.set('date', to);
    setParams(next, { preventScrollReset: true });
  }
  const shown = data?.date ?? date;
  // The bench asks every few seconds: nothing to point out each time.
  const isRefreshing = isFetching && (part !== 'cook' || !data);
  return (
    <div className="grid gap-5 py-5" aria-busy={isRefreshing}>
      <DayPicker
        title={shown && <h2 className="text-xl">{formatDate(shown)}</h2>}
        date={shown}
        onChoose={go}
        refresh={{ isBusy: isRefreshing, onRefresh: () => void refetch() }}
      />
      <OtherStaleDates shown={shown} />
      <Loaded query={query} what="the day">
        {(prep) => <Prep prep={prep} />}
      </Loaded>
    </div>
  );
}

/** What to buy is in Shopping: the address of before leads there. */
function useOldBuyPart(params: URLSearchParams) {
  const navigate = useNavigate();
  const isOld = params.get('part') === 'buy';
  useEffect(() => {
    if (isOld) void navigate(paths.admin({ tab: 'shopping' }), { replace: true });
  }, [isOld, navigate]);
}

const PARTS: Record<PrepPart, ComponentType<{ prep: DailyPrepReply }>> = {
  totals: TotalsPart,
  cook: CookPart,
  pack: PackingList,
  deliver: DeliverPart,
  printouts: Printouts,
};

function Prep({ prep }: { prep: DailyPrepReply }) {
  const { part, open } = usePrepPart();
  const Part = PARTS[part];
  if (prep.deliveries === 0) {
    return (
      <>
        <WaitingNotice prep={prep} />
        <EmptyState title={`No deliveries on ${formatDate(prep.date)}`} />
        <Printouts prep={prep} />
      </>
    );
  }
  return (
    <>
      <WaitingNotice prep={prep} />
      <StaleHint prep={prep} />
      <Tabs label="Parts of the day" tabs={PREP_PARTS} value={part} onChange={open}>
        <Part key={prep.date} prep={prep} />
      </Tabs>
    </>
  );
}

function WaitingNotice({ prep: { waiting } }: { prep: DailyPrepReply }) {
  if (waiting.orders === 0) return null;
  return (
    <Notice tone="warning">
      <p>
        {waitingText(waiting)}{' '}
        <Link
          to={paths.admin({ tab: 'orders', status: 'pending' })}
          className="underline underline-offset-4"
        >
          Decide
        </Link>
      </p>
    </Notice>
  );
}

/** What to cook, and for whom with care. */
function TotalsPart({ prep }: { prep: DailyPrepReply }) {
  const { date, deliveries, meals, lunch, dinner, warm, cold } = prep;
  const specials = useSpecials(date);
  return (
    <div className="grid gap-4 pt-3">
      <p className="text-lg font-semibold tabular-nums">
        {deliveries} {deliveries === 1 ? 'delivery' : 'deliveries'} · {meals}{' '}
        {meals === 1 ? 'meal' : 'meals'} · {lunch} lunch + {dinner} dinner · {warm} warm + {cold}{' '}
        cold
      </p>
      <SpecialsNotice specials={specials} />
      <MealTotals prep={prep} requestsOf={specials.requestsOf} />
      {specials.bags && <SpecialOrders bags={specials.bags} />}
    </div>
  );
}

/** In every part but Paper, which says it at length: what is on the bench may no longer hold. */
function StaleHint({ prep }: { prep: DailyPrepReply }) {
  const { data = [] } = useQuery(printoutsQuery(prep.date));
  const [params] = useSearchParams();
  const { part } = usePrepPart();
  const stale = stalePrintouts(data).length;
  if (stale === 0 || part === 'printouts') return null;
  return (
    <Notice tone="warning" announce="polite">
      <Link
        to={{ search: withPart(params, 'printouts').toString() }}
        className="inline-flex items-center font-semibold underline underline-offset-4 max-md:min-h-11"
      >
        {stale === 1 ? '1 printout is out of date' : `${stale} printouts are out of date`}
      </Link>
    </Notice>
  );
}

type PrepPart = 'totals' | 'cook' | 'pack' | 'deliver' | 'printouts';

/** The parts of a day, by their name in the address. */
const PREP_PARTS: readonly Tab<PrepPart>[] = [
  { name: 'totals', label: 'Totals' },
  { name: 'cook', label: 'Cook' },
  { name: 'pack', label: 'Pack' },
  { name: 'deliver', label: 'Deliver' },
  { name: 'printouts', label: 'Paper' },
];

/** The open part: the totals, unless the address names another. */
function usePrepPart() {
  const [params, setParams] = useSearchParams();
  const part = PREP_PARTS.find(({ name }) => name === params.get('part'))?.name ?? 'totals';
  return {
    part,
    open: (to: PrepPart) => setParams(withPart(params, to), { preventScrollReset: true }),
  };
}

/** The same day, opened at another part. */
function withPart(params: URLSearchParams, part: PrepPart): URLSearchParams {
  const next = new URLSearchParams(params);
  if (part === 'totals') next.delete('part');
  else next.set('part', part);
  return next;
}

/** Printouts for days not on the screen may be out of date too. */
function OtherStaleDates({ shown }: { shown: PlainDate | null }) {
  const { data = [] } = useQuery(staleDatesQuery);
  const [params] = useSearchParams();
  const others = data.filter((date) => date !== shown);
  if (others.length === 0) return null;
  return (
    <Notice tone="warning" announce="polite" title="Printouts for other days are out of date">
      <ul className="flex flex-wrap gap-x-4">
        {others.map((date) => (
          <li key={date}>
            <Link
              to={{ search: withDate(params, date) }}
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

function withDate(params: URLSearchParams, date: PlainDate): string {
  const next = new URLSearchParams(params);
  next.set('date', date);
  return next.toString();
}

/** How far the deliveries of each window have come. */
function DeliverPart({ prep }: { prep: DailyPrepReply }) {
  const maySee = useMayDo('seeDeliveries');
  return (
    <div className="grid gap-5 pt-4">
      {prep.windows
        .filter(({ deliveries }) => deliveries > 0)
        .map(({ timeSlot, deliveries, counts }) => (
          <section key={timeSlot} className="grid gap-2">
            <h3 className="text-lg">
              {windowLabel(timeSlot)}: {deliveries} {deliveries === 1 ? 'delivery' : 'deliveries'}
            </h3>
            <StatList stats={statsOf(counts)} />
          </section>
        ))}
      {maySee && (
        <Link
          to={paths.admin({ tab: 'deliveries', date: prep.date })}
          className={`${buttonClass('secondary')} justify-self-start`}
        >
          Deliveries, stop by stop
        </Link>
      )}
    </div>
  );
}

function statsOf(counts: DailyPrepReply['windows'][number]['counts']) {
  return REPORTED_STATUSES.map((status) => ({
    label: DELIVERY_STATUS_LABELS[status],
    value: counts[status],
  })).filter(({ value }) => value > 0);
}

/** Every document that the kitchen and the drivers use on a day, and whether printouts are up to date. */
function Printouts({ prep }: { prep: DailyPrepReply }) {
  const query = useQuery(printoutsQuery(prep.date));
  const [layout, setLayout] = useState<LabelLayout>('roll');
  const printouts = query.data ?? [];
  const windows = prep.windows
    .filter(({ deliveries }) => deliveries > 0)
    .map(({ timeSlot }) => timeSlot);
  if (prep.deliveries === 0 && stalePrintouts(printouts).length === 0) return null;
  return (
    <section aria-labelledby="paper-heading" className="grid gap-3 pt-4 print:hidden">
      <h3 id="paper-heading" className="text-lg">
        Printouts
      </h3>
      <Loaded query={query} what="if printouts are up to date" kind="line">
        {() => null}
      </Loaded>
      {stalePrintouts(printouts).map((printout) => (
        <StalePrintout key={printout.id} printout={printout} layout={layout} />
      ))}
      {prep.deliveries > 0 && (
        <div className="grid items-start gap-3 lg:grid-cols-3">
          <PrepSheetRow date={prep.date} printouts={printouts} />
          <LabelRow
            date={prep.date}
            printouts={printouts}
            giftCards={prep.giftCards}
            layout={layout}
            onLayout={setLayout}
          />
          <RunSheetRow date={prep.date} printouts={printouts} windows={windows} />
        </div>
      )}
    </section>
  );
}

/** One for each paper that is out of date: a sheet and its CSV file have changed by the same orders. */
export function stalePrintouts(printouts: readonly PrintoutReply[]): PrintoutReply[] {
  const stale = printouts.filter(({ isStale }) => isStale);
  return stale.filter(
    ({ kind, timeSlot, format }) =>
      format === 'pdf' ||
      !stale.some(
        (other) => other.format === 'pdf' && other.kind === kind && other.timeSlot === timeSlot,
      ),
  );
}

/** Read before anything is cooked: what was chosen for each person, then what instructions say about food. */
function SpecialOrders({ bags }: { bags: readonly PackedBagReply[] }) {
  if (bags.length === 0) {
    return (
      <p className="rounded-2xl border border-line bg-surface px-4 py-3">
        No allergies or food requests noted for this day.
      </p>
    );
  }
  return (
    <section
      aria-labelledby="special-heading"
      className="grid gap-3 rounded-2xl border-2 border-danger bg-danger-soft p-4"
    >
      <h3 id="special-heading" className="text-lg">
        Allergies and food requests ({bags.length})
      </h3>
      <ul className="grid gap-3">
        {bags.map((order) => (
          <li key={`${order.orderId} ${order.timeSlot}`} className="break-inside-avoid">
            <p className="flex flex-wrap items-center gap-x-3">
              <OrderLink id={order.orderId} orderNumber={order.orderNumber} />
              <span className="font-semibold">{order.customerName}</span>
              <span>{windowLabel(order.timeSlot)}</span>
            </p>
            <NeedsOfBag needs={order.needs} />
            {order.specialWords.length > 0 && (
              <p className="font-semibold break-words whitespace-pre-line text-danger">
                {order.specialInstructions}
              </p>
            )}
            {order.specialPeople.length > 0 && (
              <p className="font-semibold break-words">For {order.specialPeople.join(', ')}</p>
            )}
            <ul className="text-sm">
              {order.items
                .filter(({ isConcerned }) => isConcerned)
                .map((item) => (
                  <ConcernedMeal key={keyOfPortion(item)} item={item} />
                ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ConcernedMeal({ item }: { item: PackedBagReply['items'][number] }) {
  const { personName, name, holds, helping, agreed } = item;
  return (
    <li className="break-words">
      {personName}: {name}
      {helping !== null && `, ${helping}`}
      {holds.length > 0 && <strong className="text-danger"> (contains {holds.join(', ')})</strong>}
      {agreed !== null && <strong> {agreed}</strong>}
    </li>
  );
}
