/** What goes to the drawing thread and what comes back. */
import type { PrintedDocument } from '#areas/printouts/server/drawer-port.ts';

/** Sent to the drawing thread: one at a time. */
export type DrawingRequest = { id: number; document: PrintedDocument };

/** Sent by the drawing thread: chunks, then `done`; or `failed` at any time. */
export type DrawingReply =
  | { id: number; chunk: Uint8Array }
  | { id: number; done: true }
  | { id: number; failed: string };
