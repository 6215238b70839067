/** How each kind of document is drawn. Runs in the drawing thread. */
import type { Pdf } from './pdf/draw-pdf.ts';
import { drawGiftCards } from './cards/draw-gift-cards.ts';
import { drawChangeSlip } from './sheets/draw-change-slip.ts';
import { drawLabels } from './labels/draw-labels.ts';
import { drawPlan } from './sheets/draw-plan.ts';
import { drawPrepSheet } from './sheets/draw-prep-sheet.ts';
import { drawReceipt } from './receipt/draw-receipt.ts';
import { drawRunSheet } from './sheets/draw-run-sheet.ts';
import { drawShoppingList } from './sheets/draw-shopping-list.ts';
import { drawTemperatureRecord } from './sheets/draw-temperature-record.ts';
import type { PrintedDocument } from '#server/ports/drawer.ts';

/** Draws the whole document onto the paper, without finishing it. */
export function drawKind(pdf: Pdf, document: PrintedDocument): void {
  switch (document.kind) {
    case 'labels':
      return drawLabels(pdf, document.content);
    case 'prep_sheet':
      return drawPrepSheet(pdf, document.content);
    case 'run_sheet':
      return drawRunSheet(pdf, document.content);
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
