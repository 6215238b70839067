/** How a week closes: from the last hours of its sale until its last delivery day is over. Ticks follow from facts alone. */
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { countChangesText } from '#areas/printouts/rules/printout-state.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import type { StaffRight } from '#platform/rules/roles.ts';
import { formatMinuteOfDay, type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';

export const WEEK_ROWS = [
  'totals',
  'allergies',
  'money',
  'suppliers',
  'printouts',
  'drivers',
  'next_week',
] as const;
export type WeekRow = (typeof WEEK_ROWS)[number];

export const WEEK_ROW_RIGHTS: Record<WeekRow, StaffRight> = {
  totals: 'seeDailyPrep',
  allergies: 'seeRecipeAlerts',
  money: 'managePayments',
  suppliers: 'seeDailyPrep',
  printouts: 'makePrintouts',
  drivers: 'moveDeliveries',
  next_week: 'editSlots',
};

/** What someone may say is not needed; the others concern food and money. */
export const WAIVABLE_ROWS = ['suppliers', 'printouts', 'drivers', 'next_week'] as const;

/** `open`: the last hours of its sale, or sold again. `closing`: someone may still pay. `ready`: every row is ticked. */
export const WEEK_STATES = ['open', 'closing', 'closed', 'ready'] as const;
export type WeekState = (typeof WEEK_STATES)[number];

/** How long before the cut-off the card says that orders close. */
export const ANNOUNCED_BEFORE_MS = 12 * 60 * 60_000;
/** A payment that is not settled by then is a row of Today, and holds up no week. */
const STUCK_AFTER_MS = 20 * 60_000;

export type WeekCloseFacts = {
  weekStart: PlainDate;
  weekEnd: PlainDate;
  timeZone: string;
  /** When its sale ends, and when its last day is over. */
  cutoff: Instant;
  endsAt: Instant;
  /** It was closed before its cut-off was moved. */
  isReopened: boolean;
  orders: number;
  meals: number;
  deliveries: number;
  fullWindows: number;
  /** Who holds places of the week without having paid, and until when. */
  paying: number;
  payingUntil: Instant | null;
  /** The last order that came after the cut-off. */
  lastOrderAt: Instant | null;
  /** Null: the kitchen has no recipes. */
  missingFacts: number | null;
  holds: number;
  notes: number;
  undecided: number;
  failedRefunds: number;
  /** Null: never checked. */
  booksMatch: boolean | null;
  /** Orders to suppliers; `next`: the first that is open, "Range Meats for Tue 1 Dec". */
  suppliers: { total: number; ordered: number; next: string };
  /**
   * For the first delivery day; null: no deliveries. `missing`: "labels". `changes`: of those that are out of date; null: none
   * is.
   */
  printouts: {
    date: PlainDate;
    isOver: boolean;
    missing: string[];
    changes: { orders: number; work: number } | null;
  } | null;
  /** `without`: the first run with stops that nobody drives. */
  drivers: {
    accounts: number;
    without: { date: PlainDate; window: DeliveryWindow; stops: number } | null;
  };
  nextWeek: { hasMenu: boolean; notSet: number };
  /** By whom a row was said not to be needed. */
  notNeeded: Partial<Record<WeekRow, string>>;
};

export type WeekCloseRow = {
  row: WeekRow;
  isDone: boolean;
  text: string;
  detail: string;
  action: { label: string; opens: string };
};

export type WeekClose = {
  state: WeekState;
  title: string;
  text: string;
  rows: WeekCloseRow[];
};

/** Null: the week is on sale for longer yet, or over. `seen`: the rows of anyone who asks; others hold up no state. */
export function describeWeekClose(
  facts: WeekCloseFacts,
  now: Instant,
  seen: readonly WeekRow[] = WEEK_ROWS,
): WeekClose | null {
  const { cutoff, endsAt, isReopened, orders, fullWindows } = facts;
  if ((now < cutoff - ANNOUNCED_BEFORE_MS && !isReopened) || now >= endsAt) return null;
  if (now < cutoff) {
    const full = fullWindows > 0 ? `, ${many(fullWindows, 'window')} full` : '';
    return {
      state: 'open',
      title: isReopened
        ? `Open again until ${formatDayAndMonth(wallTimeAt(cutoff, facts.timeZone).date)}, ${timeOf(cutoff, facts)}`
        : `Orders close today at ${timeOf(cutoff, facts)}`,
      text: `${many(orders, 'order')}${full}.`,
      rows: [],
    };
  }
  const isClosing =
    facts.paying > 0 && now < Math.max(cutoff, facts.payingUntil ?? cutoff) + STUCK_AFTER_MS;
  const rows = seen.map((row) => describeRow(row, facts, isClosing));
  const isReady = rows.every(({ isDone }) => isDone);
  const state = isClosing ? 'closing' : isReady ? 'ready' : 'closed';
  const titles = {
    closing: 'The week is closing',
    closed: 'The week is closed',
    ready: 'The week is ready',
  };
  return { state, title: titles[state], text: sumsOf(facts, isClosing), rows };
}

function sumsOf(facts: WeekCloseFacts, isClosing: boolean): string {
  const { weekStart, weekEnd, orders, meals, deliveries, paying, payingUntil, lastOrderAt } = facts;
  if (orders === 0 && !isClosing) return 'No orders for this week.';
  const sums = `${many(orders, 'order')}, ${many(meals, 'meal')}, ${many(deliveries, 'delivery')}.`;
  const until = payingUntil === null ? '' : `, until ${timeOf(payingUntil, facts)}`;
  const last =
    lastOrderAt === null ? '' : ` The last payment settled at ${timeOf(lastOrderAt, facts)}.`;
  return `${formatDayAndMonth(weekStart)} to ${formatDayAndMonth(weekEnd)}: ${sums}${
    isClosing
      ? ` ${paying === 1 ? '1 person is' : `${paying} people are`} still paying${until}. Totals are not final.`
      : last
  }`;
}

type Said = Omit<WeekCloseRow, 'row' | 'detail'> & { detail?: string };

function describeRow(row: WeekRow, facts: WeekCloseFacts, isClosing: boolean): WeekCloseRow {
  const said = SAY[row](facts, isClosing);
  const by = facts.notNeeded[row];
  if (!said.isDone && by !== undefined)
    return { row, ...said, isDone: true, detail: `Not needed (${by})` };
  return { row, detail: '', ...said };
}

const SAY: Record<WeekRow, (facts: WeekCloseFacts, isClosing: boolean) => Said> = {
  totals: ({ meals, missingFacts }, isClosing) => ({
    isDone: !isClosing && (missingFacts ?? 0) === 0,
    text: `Totals: ${many(meals, 'meal')}${
      missingFacts ? `, ${many(missingFacts, 'fact')} missing in the plan` : ''
    }`,
    action: { label: 'Plan', opens: '/admin?tab=plan' },
  }),
  allergies: ({ holds, notes }) => ({
    isDone: holds + notes === 0,
    text:
      holds + notes === 0
        ? 'Allergies: nothing on hold, every note read'
        : `Allergies: ${[
            ...(holds > 0 ? [`${holds} on hold`] : []),
            ...(notes > 0 ? [`${many(notes, 'note')} to read`] : []),
          ].join(', ')}`,
    action: { label: 'Settle', opens: '/admin?tab=recipes' },
  }),
  money: ({ undecided, failedRefunds, booksMatch }) => ({
    isDone: undecided + failedRefunds === 0 && booksMatch === true,
    text: `Money: ${
      [
        ...(undecided > 0 ? [`${many(undecided, 'order')} to decide`] : []),
        ...(failedRefunds > 0 ? [`${many(failedRefunds, 'refund')} failed`] : []),
        ...(booksMatch === false ? ['the books don’t balance'] : []),
        ...(booksMatch === null ? ['the books haven’t been checked yet'] : []),
      ].join(', ') || 'the books match'
    }`,
    action: { label: undecided > 0 ? 'Decide' : 'Money', opens: '/admin?tab=payments' },
  }),
  suppliers: ({ suppliers: { total, ordered, next }, weekStart, weekEnd }) => ({
    isDone: ordered === total,
    text: total === 0 ? 'Suppliers: nothing to order' : `Suppliers: ${ordered} of ${total} ordered`,
    ...(ordered < total && { detail: next }),
    action: { label: 'Order', opens: `/admin?tab=shopping&from=${weekStart}&to=${weekEnd}` },
  }),
  printouts: ({ printouts }) => {
    if (printouts === null)
      return {
        isDone: true,
        text: 'Nothing to print',
        action: { label: 'Prep', opens: '/admin?tab=prep' },
      };
    const { date, isOver, missing, changes } = printouts;
    const isDone = isOver || (missing.length === 0 && changes === null);
    const state =
      changes !== null
        ? `changed after printing (${countChangesText(changes.orders, changes.work)})`
        : missing.length > 0
          ? `${missing.join(', ')} not printed`
          : 'printed';
    return {
      isDone,
      text: `Paper for ${formatDayAndMonth(date)}: ${isOver ? 'its day is over' : state}`,
      action: {
        label: changes !== null ? 'Print the change slip' : 'Print',
        opens: `/admin?tab=prep&date=${date}`,
      },
    };
  },
  drivers: ({ drivers: { accounts, without } }) => ({
    isDone: accounts === 0 || without === null,
    text:
      accounts === 0
        ? 'No drivers: stops are on /drive for you'
        : without === null
          ? 'Drivers: every stop has one'
          : `Drivers: ${formatDayAndMonth(without.date)} ${windowLabel(without.window)} has ${many(without.stops, 'stop')} without`,
    action: {
      label: without === null ? 'Runs' : 'Choose',
      opens: `/admin?tab=deliveries${without === null ? '' : `&date=${without.date}`}`,
    },
  }),
  next_week: ({ nextWeek: { hasMenu, notSet } }) => ({
    isDone: hasMenu && notSet === 0,
    text: `Next week: ${
      [
        ...(hasMenu ? [] : ['no menu']),
        ...(notSet > 0 ? [`${many(notSet, 'window')} not set`] : []),
      ].join(', ') || 'menu and windows are set'
    }`,
    action: hasMenu
      ? { label: 'Slots', opens: '/delivery-slots' }
      : { label: 'Menu', opens: '/admin?tab=menus' },
  }),
};

function many(count: number, one: string): string {
  return `${count} ${count === 1 ? one : one.endsWith('y') ? `${one.slice(0, -1)}ies` : `${one}s`}`;
}

function timeOf(instant: Instant, { timeZone }: Pick<WeekCloseFacts, 'timeZone'>): string {
  return formatMinuteOfDay(wallTimeAt(instant, timeZone).minuteOfDay);
}
