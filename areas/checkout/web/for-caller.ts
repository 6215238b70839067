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
  onSend: (sending: Sending) => void;
};

export type Sending = {
  order: PreparedOrder;
  /** The public cannot order now, and staff said that they sell all the same. */
  evenIfClosed: boolean;
  /** What the summary says is out of date. */
  onRefused: () => void;
};
