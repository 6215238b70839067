import type { ReactNode } from 'react';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import type { DraftKey } from '#areas/order-book/web/kept-order-draft.ts';

/** What the wizard of customers does otherwise for staff with a caller: where the order is kept, and how it ends. */
export type ForCaller = {
  draftKey: DraftKey;
  sendLabel: string;
  /** Why it cannot be sent now. */
  blocker: string | null;
  /** Shown above the summary. */
  panel: (order: PreparedOrder) => ReactNode;
  /** `onRefused`: what the summary says is out of date. */
  onSend: (order: PreparedOrder, onRefused: () => void) => void;
};
