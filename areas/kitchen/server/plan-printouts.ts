/** The printed plan: printed, listed while it is in use, and brought up to date by change slips. */
import { and, asc, eq, gte, isNull } from 'drizzle-orm';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { isPlanState } from '#areas/printouts/rules/printout-state.ts';
import { LONGEST_PLAN_DAYS } from '#areas/kitchen/rules/plan/cook-days.ts';
import {
  newestPlans,
  type PlanState,
  printedRange,
  withPastOf,
} from '#areas/printouts/rules/printed-plan.ts';
import type { Context } from '#platform/server/context.ts';
import {
  type PrintedDocumentRow,
  printedDocuments,
} from '#areas/printouts/server/tables/printed-documents.ts';
import { sheetStamp } from '#areas/printouts/server/sheet-table.ts';
import { NotFound } from '#platform/server/errors.ts';
import {
  findSheet,
  listPrintoutRows,
  type PrintoutStatus,
  statusOf,
  printoutVersion,
} from '#areas/printouts/server/printouts.ts';
import { makeSlipOf } from '#areas/printouts/server/make-change-slip.ts';
import {
  type SheetContext,
  sheetFile,
  type SheetFile,
} from '#areas/printouts/server/make-sheet.ts';
import { describeProductionPlan } from './describe-plan.ts';
import { planSheetDays, printedPlan } from './plan-sheet.ts';
import { type PlanQuestion, readPlan } from './read-plan.ts';

/** As PDF, recorded unless it is a preview. An empty plan is a page that says which days it is of. */
export async function makePlanSheet(
  context: SheetContext,
  asked: PlanQuestion,
  { isPreview }: { isPreview: boolean },
): Promise<SheetFile> {
  const plan = await readPlan(context, asked);
  const reply = describeProductionPlan(plan, asked);
  const state = printedPlan(asked, reply, plan.book);
  const { from, to } = asked;
  const body = await context.documents.draw({
    title: `Plan ${from} to ${to}`,
    kind: 'plan',
    content: {
      stamp: sheetStamp({
        title: 'Plan',
        date: from,
        until: to,
        part: null,
        business: plan.business,
        version: printoutVersion(state),
        printedAt: context.clock(),
        isPreview,
      }),
      days: planSheetDays(reply),
    },
  });
  const printout = { kind: 'plan', format: 'pdf', date: from, window: null, amends: null } as const;
  return sheetFile(context, { ...printout, state }, body, isPreview);
}

/** Printouts in use for these days: deliveries of theirs are still to come, and no newer printout has all of them. */
export async function listPlanPrintouts(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  { from, to }: { from: PlainDate; to: PlainDate },
): Promise<PrintoutStatus[]> {
  const today = await todayOf(context);
  const rows = await context.db
    .select()
    .from(printedDocuments)
    .where(
      and(
        eq(printedDocuments.kind, 'plan'),
        isNull(printedDocuments.amends),
        gte(printedDocuments.date, addDays(today, -LONGEST_PLAN_DAYS)),
      ),
    )
    .orderBy(asc(printedDocuments.printedAt), asc(printedDocuments.id));
  const plans = rows.flatMap((printout) =>
    isPlanState(printout.state) ? [{ printout, state: printout.state }] : [],
  );
  const inUse = newestPlans(plans).filter(({ state }) => {
    const range = printedRange(state);
    return range.to >= today && range.from <= to && range.to >= from;
  });
  const statuses: PrintoutStatus[] = [];
  for (const plan of inUse) statuses.push(await statusOfPlan(context, plan, today));
  return statuses;
}

/** Every change since a plan was printed. Throws NotFound. */
export async function makePlanSlip(
  context: SheetContext,
  id: number,
  how: { isPreview: boolean },
): Promise<SheetFile> {
  const printout = await findSheet(context.db, id);
  if (!printout || !isPlanState(printout.state)) throw new NotFound('This printout');
  const plan = { printout, state: printout.state };
  return makeSlipOf(context, await statusOfPlan(context, plan, await todayOf(context)), how);
}

async function statusOfPlan(
  context: Pick<Context, 'db' | 'clock' | 'site'>,
  { printout, state }: { printout: PrintedDocumentRow; state: PlanState },
  today: PlainDate,
): Promise<PrintoutStatus> {
  const { from, to, forecast } = printedRange(state);
  const asked = { from, to, forecast };
  const plan = await readPlan(context, asked);
  const now = printedPlan(asked, describeProductionPlan(plan, asked), plan.book, state);
  const rows = await listPrintoutRows(context.db, printout.date);
  return statusOf(printout, rows, withPastOf(state, now, today));
}

async function todayOf({ clock, site }: Pick<Context, 'clock' | 'site'>): Promise<PlainDate> {
  const { business } = await site.current();
  return wallTimeAt(clock(), business.timeZone).date;
}
