import type { ServiceFacts } from '#areas/business/rules/services.ts';
import { asc, eq, gte, and, desc, isNull, lt } from 'drizzle-orm';
import { type PlainDate, addDays, formatDate } from '#platform/rules/plain-date.ts';
import {
  hasChanges,
  type PrintoutChanges,
  printoutChanges,
  describeOrderChange,
  printoutState,
  type PrintoutState,
  type PrintoutKind,
  type PrintoutBag,
  saysOtherwise,
  type PrintedWork,
  type WorkNow,
  workChanges,
} from '#areas/printouts/rules/printout-state.ts';
import { wallTimeAt, type Instant } from '#platform/rules/zoned-time.ts';
import type { KitchenBag } from '#areas/order-book/rules/kitchen-bag.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import {
  type PrintedDocumentRow,
  printedDocuments,
} from '#areas/printouts/server/tables/printed-documents.ts';
import { listBags } from '#areas/printouts/server/list-bags.ts';
import { type DeliveryWindow, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { fixRuns } from '#areas/order-book/server/number-runs.ts';
import type { PrintoutReply } from '#areas/printouts/calls/printouts.ts';
import { createHash } from 'node:crypto';
import { ERASED, erasedName } from '#areas/order-book/rules/erased-person.ts';
import { readFacts } from '#areas/business/server/load-business.ts';
import { ServiceError } from '#platform/server/errors.ts';

/** What the kitchen cooks and fills on a day: pots that are still to be made, and recipes. */
export type ReadWork = (
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  date: PlainDate,
) => Promise<WorkNow>;

declare module '#platform/server/area.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Area {
    readWork?: ReadWork;
  }
}

declare module '#platform/server/context.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Context {
    /** That of the area which plans the kitchen's work. */
    readWork: ReadWork;
  }
}

export type PrintoutContext = Pick<Context, 'db' | 'clock' | 'site' | 'readWork'>;

/** A sheet, its newest change slip, and how both differ from what is so now. */
export type PrintoutStatus = {
  printout: PrintedDocumentRow;
  slip: PrintedDocumentRow | null;
  now: PrintoutState;
  /** Null: it says none. */
  work: PrintedWork | null;
  /** Changes since the sheet itself: the content of a change slip made now. */
  sinceSheet: PrintoutChanges;
  /** Changes since the newest slip, or since the sheet if it has none: not on paper yet. */
  unprinted: PrintoutChanges;
};

/** The newest printout of a date, of each kind, format and window. */
export async function listPrintouts(
  context: PrintoutContext,
  date: PlainDate,
): Promise<PrintoutStatus[]> {
  const { db, site } = context;
  const { business } = await site.current();
  return statusesOn(db, date, {
    bags: () => listBags(db, { date }, business),
    work: () => context.readWork(context, date),
  });
}

/** For that date, each read only if something was printed that says it. */
type Sources = { bags: () => Promise<readonly KitchenBag[]>; work?: () => Promise<WorkNow> };

async function statusesOn(
  db: Database | Transaction,
  date: PlainDate,
  { bags, work }: Sources,
): Promise<PrintoutStatus[]> {
  const rows = await listPrintoutRows(db, date);
  const newest = new Map<string, PrintedDocumentRow>();
  for (const row of rows.filter(({ amends }) => amends === null)) {
    newest.set(`${row.kind} ${row.format} ${row.window}`, row);
  }
  if (newest.size === 0) return [];
  const printed = [...newest.values()];
  const now = await bags();
  const workNow = printed.some((one) => one.work !== null) ? ((await work?.()) ?? null) : null;
  return printed.map((printout) => statusOf(printout, rows, { bags: now, work: workNow }));
}

/** A printout that is not itself a slip, however old; null if there is none. */
export async function findPrintout(
  context: PrintoutContext,
  id: number,
): Promise<PrintoutStatus | null> {
  const { db, site } = context;
  const [printout] = await db.select().from(printedDocuments).where(eq(printedDocuments.id, id));
  if (!printout || printout.amends !== null) return null;
  const rows = await listPrintoutRows(db, printout.date);
  const { business } = await site.current();
  const bags = await listBags(db, { date: printout.date }, business);
  const work = printout.work && (await context.readWork(context, printout.date));
  return statusOf(printout, rows, { bags, work });
}

function listPrintoutRows(
  db: Database | Transaction,
  date: PlainDate,
): Promise<PrintedDocumentRow[]> {
  return db
    .select()
    .from(printedDocuments)
    .where(eq(printedDocuments.date, date))
    .orderBy(asc(printedDocuments.printedAt), asc(printedDocuments.id));
}

/** `rows`: of its date, the oldest first. */
function statusOf(
  printout: PrintedDocumentRow,
  rows: readonly PrintedDocumentRow[],
  { bags, work }: { bags: readonly KitchenBag[]; work: WorkNow | null },
): PrintoutStatus {
  const now = printoutState(printout.kind, bags, printout.window);
  // Reprinting an unchanged sheet makes its older slips obsolete.
  const slip =
    rows.findLast(
      ({ amends, printedAt }) => amends === printout.id && printedAt >= printout.printedAt,
    ) ?? null;
  const since = (printed: PrintedDocumentRow) =>
    printoutChanges(
      printed.state,
      now,
      printed.work && work ? workChanges(printed.work, work) : [],
    );
  const sinceSheet = since(printout);
  const unprinted = slip ? since(slip) : sinceSheet;
  return { printout, slip, now, work: printout.work && work, sinceSheet, unprinted };
}

/** Dates from today on with printouts that are out of date, and these; staff may not be looking at those dates. */
export async function listStale(
  context: PrintoutContext,
): Promise<{ date: PlainDate; stale: PrintoutStatus[] }[]> {
  const { business } = await context.site.current();
  const today = wallTimeAt(context.clock(), business.timeZone).date;
  const rows = await context.db
    .selectDistinct({ date: printedDocuments.date })
    .from(printedDocuments)
    .where(gte(printedDocuments.date, today))
    .orderBy(printedDocuments.date);
  const found: { date: PlainDate; stale: PrintoutStatus[] }[] = [];
  for (const { date } of rows) {
    const printouts = await listPrintouts(context, date);
    const stale = printouts.filter(({ unprinted }) => hasChanges(unprinted));
    if (stale.length > 0) found.push({ date, stale });
  }
  return found;
}

export type Printout = {
  kind: PrintoutKind;
  format: 'pdf' | 'csv';
  date: PlainDate;
  /** Null: the whole day. */
  window: DeliveryWindow | null;
  /** The printout that this change slip brings up to date; null for anything but a slip. */
  amends: number | null;
  state: PrintoutState;
  /** For a prep sheet: what else it says. */
  work?: PrintedWork | null;
};

/** Most printouts contain names and addresses, and all are in the bin by then. */
const KEPT_DAYS = 30;

/**
 * Records what was printed and its content. Reprinting an unchanged document updates its time instead of adding
 * another.
 */
export async function recordPrintout(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  { kind, format, date, window, amends, state, work = null }: Printout,
): Promise<PrintedDocumentRow> {
  const { business } = await context.site.current();
  const now = context.clock();
  const version = printoutVersion(state, work);
  const printedAt = new Date(now);
  return context.db.transaction(async (tx) => {
    const today = wallTimeAt(now, business.timeZone).date;
    await tx.delete(printedDocuments).where(lt(printedDocuments.date, addDays(today, -KEPT_DAYS)));
    const [last] = await tx
      .select({ id: printedDocuments.id, version: printedDocuments.version })
      .from(printedDocuments)
      .where(
        and(
          eq(printedDocuments.date, date),
          eq(printedDocuments.kind, kind),
          eq(printedDocuments.format, format),
          window === null ? isNull(printedDocuments.window) : eq(printedDocuments.window, window),
          amends === null ? isNull(printedDocuments.amends) : eq(printedDocuments.amends, amends),
        ),
      )
      .orderBy(desc(printedDocuments.id))
      .limit(1);
    const [row] =
      last?.version === version
        ? await tx
            .update(printedDocuments)
            .set({ printedAt })
            .where(eq(printedDocuments.id, last.id))
            .returning()
        : await tx
            .insert(printedDocuments)
            .values({ kind, format, date, window, amends, version, state, work, printedAt })
            .returning();
    if (!row) throw new Error('the printout was not recorded');
    await fixRuns(tx, date, window, printedAt);
    return row;
  });
}

/** A printout as the portal shows it, with what is on neither it nor its newest slip. */
export function toPrintoutReply(
  { printout, slip, unprinted }: PrintoutStatus,
  served: ServiceFacts,
): PrintoutReply {
  const { id, kind, format, date, window, version, printedAt } = printout;
  return {
    id,
    kind,
    format,
    window,
    date,
    version,
    printedAt: printedAt.toISOString(),
    slipPrintedAt: slip?.printedAt.toISOString() ?? null,
    isStale: hasChanges(unprinted),
    meals: unprinted.meals,
    work: unprinted.work,
    orders: unprinted.orders.map((change) => ({
      kind: change.kind,
      orderId: change.orderId,
      orderNumber: change.orderNumber,
      customerName: change.customerName,
      window: change.window,
      lines: describeOrderChange(change, served),
    })),
  };
}

/**
 * "4F2A-91C3": the short hash of a printout's content. The same orders give the same version, whenever they are
 * printed.
 */
export function printoutVersion(state: PrintoutState, work: PrintedWork | null = null): string {
  const said = JSON.stringify(work === null ? state : [state, work]);
  const digest = createHash('sha256').update(said).digest('hex').toUpperCase();
  return `${digest.slice(0, 4)}-${digest.slice(4, 8)}`;
}

const FACTS_ABOUT_THE_ORDER = new Set([
  'Window',
  'Warm or cold',
  'Portions',
  'Decision',
  'On the labels',
]);

/** The same printout without the customer of these orders. */
export function erasePrintout(state: PrintoutState, orderIds: ReadonlySet<number>): PrintoutState {
  return state.map((bag) => (orderIds.has(bag.orderId) ? eraseBag(bag) : bag));
}

function eraseBag(bag: PrintoutBag): PrintoutBag {
  const names = [...new Set(bag.meals.map(({ personName }) => personName))];
  return {
    ...bag,
    key: ERASED,
    facts: Object.fromEntries(
      Object.entries(bag.facts).map(([fact, value]) => [
        fact,
        FACTS_ABOUT_THE_ORDER.has(fact) || value === '' ? value : ERASED,
      ]),
    ),
    meals: bag.meals.map((meal) => ({
      ...meal,
      personName: erasedName(names.indexOf(meal.personName) + 1),
      key: ERASED,
    })),
  };
}

const RULE = 'G10 a printout that counts as up to date says which bags are on hold';

/** For printouts of today and later: the nightly and the health check ask. */
export async function findPrintoutFaults(
  tx: Transaction,
  now: Instant,
): Promise<{ rule: string; example: string }[]> {
  const business = await readFacts(tx);
  const { date: today } = wallTimeAt(now, business.timeZone);
  const days = await tx
    .selectDistinct({ date: printedDocuments.date })
    .from(printedDocuments)
    .where(gte(printedDocuments.date, today));
  const faults: { rule: string; example: string }[] = [];
  for (const { date } of days) {
    const bags = await listBags(tx, { date }, business);
    for (const { printout, slip, unprinted } of await statusesOn(tx, date, {
      bags: async () => bags,
    })) {
      if (hasChanges(unprinted)) continue;
      const printed = (slip ?? printout).state;
      for (const order of saysOtherwise(printout.kind, printed, bags))
        faults.push({ rule: RULE, example: `${printout.kind} of ${date}: ${order}` });
    }
  }
  return faults;
}

/** 404: empty sheets are not printed. Names the field that matches nothing. */
export class NoDeliveries extends ServiceError {
  constructor(date: PlainDate, window: DeliveryWindow | null = null) {
    const when = [formatDate(date), ...(window ? [windowLabel(window)] : [])].join(', ');
    const message = `No deliveries on ${when}.`;
    super(404, 'no_deliveries', message, { fields: { [window ? 'window' : 'date']: message } });
  }
}
