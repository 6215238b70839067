/**
 * Refunds to two of the test cards change a few seconds after they were made. The changes due are in the store, so a
 * killed sandbox makes them at its next start.
 */
import { behaviourOf } from '../cards/payment-method.ts';
import type { Charge } from '../intents/charge.ts';
import type { Store } from '../store/store.ts';
import { endRefund } from './refund-outcomes.ts';
import { type FinalStatus, getRefund, type Refund, type RefundOutcome } from './refund.ts';

export type LaterRefunds = { stop(): void };

type LaterChange = { from: RefundOutcome; to: FinalStatus };

const CHANGES: Record<'succeed_later' | 'fail_later', LaterChange> = {
  succeed_later: { from: 'pending', to: 'succeeded' },
  fail_later: { from: 'succeeded', to: 'failed' },
};
/** Long enough to be seen by a person, short enough to wait for. */
const DELAY_MS = 5000;

/** How a refund of this charge will change; null for most cards. */
export function laterRefundChange(store: Store, charge: Charge): LaterChange | null {
  const { refunds } = behaviourOf(store, charge.payment_method ?? '');
  return refunds ? CHANGES[refunds] : null;
}

export function changeLater(store: Store, refund: Refund, status: FinalStatus): void {
  store.sql.run`
    INSERT INTO refund_changes (refund, status, due_at_ms) VALUES (${refund.id}, ${status}, ${Date.now() + DELAY_MS})`;
}

export function startLaterRefunds(store: Store): LaterRefunds {
  let timer: NodeJS.Timeout | undefined;

  function schedule(): void {
    clearTimeout(timer);
    const next = store.sql.get`SELECT min(due_at_ms) AS due FROM refund_changes`;
    if (typeof next?.['due'] !== 'number') return;
    timer = setTimeout(changeDue, next['due'] - Date.now());
  }

  /** The commit schedules the next change. */
  function changeDue(): void {
    store.transact(() => {
      for (const row of store.sql.all`
        DELETE FROM refund_changes WHERE due_at_ms <= ${Date.now()} RETURNING refund, status`) {
        const refund = getRefund(store, String(row['refund']));
        const status = row['status'] === 'failed' ? 'failed' : 'succeeded';
        const cause = { store, requestId: null, idempotencyKey: null };
        if (refund.status !== status) endRefund(cause, refund, status);
      }
    });
  }

  store.onCommit(schedule);
  schedule();
  return { stop: () => clearTimeout(timer) };
}
