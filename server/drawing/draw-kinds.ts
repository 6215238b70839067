/** How each kind of document is drawn. Runs in the drawing thread. */
import type { Paper } from './pdf/draw-paper.ts';
import { drawChangeSlip } from './sheets/draw-change-slip.ts';
import { drawLabels } from './labels/draw-labels.ts';
import { drawPrepSheet } from './sheets/draw-prep-sheet.ts';
import { drawReceipt } from './receipt/draw-receipt.ts';
import { drawRunSheet } from './sheets/draw-run-sheet.ts';
import type { PrintedDocument } from '#server/ports/drawer.ts';

/** Draws the whole document onto the paper, without finishing it. */
export function drawKind(paper: Paper, document: PrintedDocument): void {
  switch (document.kind) {
    case 'labels':
      return drawLabels(paper, document.content);
    case 'prep_sheet':
      return drawPrepSheet(paper, document.content);
    case 'run_sheet':
      return drawRunSheet(paper, document.content);
    case 'change_slip':
      return drawChangeSlip(paper, document.content);
    case 'receipt':
      return drawReceipt(paper, document.content);
  }
}
