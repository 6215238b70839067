/** How each kind of paper is drawn. Runs in the drawing thread. */
import type { Paper } from './draw-paper.ts';
import { drawChangeSlip } from './draw-change-slip.ts';
import { drawLabels } from './draw-labels.ts';
import { drawPrepSheet } from './draw-prep-sheet.ts';
import { drawReceipt } from './draw-receipt.ts';
import { drawRunSheet } from './draw-run-sheet.ts';
import type { PrintedDocument } from './printed-document.ts';

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
