import { eq } from 'drizzle-orm';
import { erasePrintout } from '#areas/printouts/server/printouts.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { type CustomerRows, type KeptTable, keep } from '#platform/server/db/kept-table.ts';
import {
  type PrintedDocumentRow,
  printedDocuments,
} from '#areas/printouts/server/tables/printed-documents.ts';

declare module '#platform/server/db/kept-table.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface CustomerRows {
    /** Printouts that name them, among others. */
    printouts: PrintedDocumentRow[];
  }
}

export const printoutsTables: readonly KeptTable[] = [
  keep(printedDocuments, {
    class: 'trade',
    nobody: 'id kind format date time_slot amends version work printed_at',
    customer: 'state',
    days: '30 days after its day (`areas/printouts/server/printouts.ts`)',
    erased: 'their part is blanked',
    erase: erasePrintouts,
    file: 'printouts',
  }),
];

async function erasePrintouts(
  tx: Transaction,
  { printouts, orderIds }: Pick<CustomerRows, 'printouts' | 'orderIds'>,
): Promise<void> {
  for (const { id, state } of printouts) {
    await tx
      .update(printedDocuments)
      .set({ state: erasePrintout(state, new Set(orderIds)) })
      .where(eq(printedDocuments.id, id));
  }
}
