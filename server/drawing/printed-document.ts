/**
 * Everything that can be printed, as plain data, since it crosses to the drawing thread. Add a new kind of document
 * here and in draw-kinds.ts.
 */
import type { ChangeSlipContent } from './sheets/draw-change-slip.ts';
import type { LabelsContent } from './labels/draw-labels.ts';
import type { PrepSheetContent } from './sheets/draw-prep-sheet.ts';
import type { RunSheetContent } from './sheets/draw-run-sheet.ts';
import type { ReceiptContent } from '../orders/receipt-content.ts';

/** `title` is shown by viewers in their tab. */
export type PrintedDocument = { title: string } & (
  | { kind: 'labels'; content: LabelsContent }
  | { kind: 'prep_sheet'; content: PrepSheetContent }
  | { kind: 'run_sheet'; content: RunSheetContent }
  | { kind: 'change_slip'; content: ChangeSlipContent }
  | { kind: 'receipt'; content: ReceiptContent }
);

/** Sent to the drawing thread: one at a time. */
export type DrawingRequest = { id: number; document: PrintedDocument };

/** Sent by the drawing thread: chunks, then `done`; or `failed` at any time. */
export type DrawingReply =
  | { id: number; chunk: Uint8Array }
  | { id: number; done: true }
  | { id: number; failed: string };
