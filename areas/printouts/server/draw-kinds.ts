/** How each kind of document is drawn. Runs in the drawing thread. */
import type { Pdf } from './draw-pdf.ts';
import { drawGiftCards } from './draw-gift-cards.ts';
import { drawChangeSlip } from './draw-change-slip.ts';
import { drawLabels } from './draw-labels.ts';
import { drawPlan } from '#areas/printouts/server/draw-plan.ts';
import { drawPrepSheet } from './draw-prep-sheet.ts';
import { drawReceipt } from './draw-receipt.ts';
import { drawRunSheet } from './draw-run-sheet.ts';
import { drawShoppingList } from '#areas/printouts/server/draw-shopping-list.ts';
import { drawTemperatureRecord } from '#areas/printouts/server/draw-temperature-record.ts';
import type { PrintedDocument } from '#areas/printouts/server/drawer-port.ts';

/** Draws the whole document onto the paper, without finishing it. */
export function drawKind(pdf: Pdf, document: PrintedDocument): void {
  switch (document.kind) {
    case 'labels':
      return drawLabels(pdf, document.content);
    case 'prep_sheet':
      return drawPrepSheet(pdf, document.content);
    case 'run_sheet':
      return drawRunSheet(pdf, document.content);
    case 'day_printouts':
      drawPrepSheet(pdf, document.content.prepSheet);
      for (const sheet of document.content.runSheets) drawRunSheet(pdf, sheet);
      return undefined;
    case 'plan':
      return drawPlan(pdf, document.content);
    case 'change_slip':
      return drawChangeSlip(pdf, document.content);
    case 'shopping_list':
      return drawShoppingList(pdf, document.content);
    case 'temperature_record':
      return drawTemperatureRecord(pdf, document.content);
    case 'gift_cards':
      return drawGiftCards(pdf, document.content);
    case 'receipt':
      return drawReceipt(pdf, document.content);
  }
}
