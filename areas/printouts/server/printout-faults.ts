import { gte } from 'drizzle-orm';
import { readFacts } from '#areas/business/server/load-business.ts';
import { hasChanges } from '#areas/printouts/rules/printout-changes.ts';
import { bagsOnPrintout, saysOtherwise } from '#areas/printouts/rules/printout-state.ts';
import { listBags } from '#areas/printouts/server/list-bags.ts';
import { statusesOn } from '#areas/printouts/server/list-printouts.ts';
import { printedDocuments } from '#areas/printouts/server/tables/printed-documents.ts';
import { type Instant, wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { Transaction } from '#platform/server/db/client.ts';

const RULE = 'G10 a printout that counts as up to date says which bags are on hold';

/** Of printouts of today and later: the nightly and the health check ask. */
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
    for (const { printout, slip, unprinted } of await statusesOn(tx, date, async () => bags)) {
      if (printout.kind === 'plan' || hasChanges(unprinted)) continue;
      const printed = bagsOnPrintout((slip ?? printout).state);
      for (const order of saysOtherwise(printout.kind, printed, bags))
        faults.push({ rule: RULE, example: `${printout.kind} of ${date}: ${order}` });
    }
  }
  return faults;
}
