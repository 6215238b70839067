/**
 * Sends events to the shop's webhook URL until it answers 2xx. Pending deliveries are in the store, so a killed sandbox
 * continues at its next start and repeats any attempt that was cut off: receivers must accept duplicates.
 */
import { createHmac } from 'node:crypto';
import type { Store } from '../store.ts';
import { findEvent, readWebhookUrl } from './events.ts';

export type WebhookDelivery = {
  /** Aborts the attempts in flight; their deliveries stay pending. */
  stop(): Promise<void>;
};

type DueDelivery = { seq: number; event: string; attempts: number; dueAtMs: number };

const ATTEMPT_TIMEOUT_MS = 10_000;
const MAX_IN_FLIGHT = 32;
/** Delay after each failed attempt. The last one repeats, so that attempts go on hourly for three days. */
const FIRST_DELAYS_SECONDS = [1, 5, 30, 120, 600, 3600];
const HOURLY_ATTEMPTS = 71;

export function startWebhookDelivery(store: Store): WebhookDelivery {
  const inFlight = new Map<number, Promise<void>>();
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let scheduled: NodeJS.Immediate | undefined;

  /** Sends after the answer to the request that committed, once for all commits in a turn of the event loop. */
  function scheduleSend(): void {
    scheduled ??= setImmediate(sendDue);
  }

  function sendDue(): void {
    scheduled = undefined;
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    const url = readWebhookUrl(store);
    if (url === null) return;
    for (const delivery of earliestPending(store)) {
      if (inFlight.has(delivery.seq)) continue;
      const waitMs = delivery.dueAtMs - Date.now();
      if (waitMs > 0) {
        timer = setTimeout(sendDue, waitMs);
        return;
      }
      if (inFlight.size >= MAX_IN_FLIGHT) return;
      inFlight.set(delivery.seq, attempt(url, delivery).catch(reportUnsavedResult));
    }
  }

  async function attempt(url: string, delivery: DueDelivery): Promise<void> {
    const startedAtMs = Date.now();
    const isDelivered = await send(store, url, delivery.event, stopping.signal);
    inFlight.delete(delivery.seq);
    if (stopping.signal.aborted && !isDelivered) return;
    // The commit schedules the next send.
    store.transact(() =>
      isDelivered ? markDelivered(store, delivery) : markFailed(store, delivery, startedAtMs),
    );
  }

  async function stop(): Promise<void> {
    stopping.abort();
    clearTimeout(timer);
    clearImmediate(scheduled);
    await Promise.all(inFlight.values());
  }

  store.onCommit(scheduleSend);
  scheduleSend();
  return { stop };
}

/** Writing to the store failed, so the delivery is still pending and will be repeated. */
function reportUnsavedResult(error: unknown): void {
  console.error('Payment sandbox: could not save the result of a webhook delivery', error);
}

/** Never throws: an unreachable URL is a failed attempt like any other. */
async function send(
  store: Store,
  url: string,
  eventId: string,
  stopping: AbortSignal,
): Promise<boolean> {
  try {
    const payload = JSON.stringify(findEvent(store, eventId));
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Stripe-Signature': webhookSignature(
          payload,
          store.keys.webhookSecret,
          Math.floor(Date.now() / 1000),
        ),
      },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** The `Stripe-Signature` header of a payload sent at `sentAt` (seconds since 1970). https://docs.stripe.com/webhooks/signature */
function webhookSignature(payload: string, secret: string, sentAt: number): string {
  const signature = createHmac('sha256', secret).update(`${sentAt}.${payload}`).digest('hex');
  return `t=${sentAt},v1=${signature}`;
}

/** Twice the limit in flight, so that some are left when those in flight are skipped. */
function earliestPending(store: Store): DueDelivery[] {
  const rows = store.sql.all`
    SELECT seq, event, attempts, due_at_ms FROM webhook_deliveries
    WHERE state = 'pending' ORDER BY due_at_ms, seq LIMIT ${MAX_IN_FLIGHT * 2}`;
  return rows.map((row) => ({
    seq: Number(row['seq']),
    event: String(row['event']),
    attempts: Number(row['attempts']),
    dueAtMs: Number(row['due_at_ms']),
  }));
}

function markDelivered(store: Store, { seq }: DueDelivery): void {
  store.sql
    .run`UPDATE webhook_deliveries SET state = 'delivered', attempts = attempts + 1 WHERE seq = ${seq}`;
}

function markFailed(store: Store, { seq, attempts }: DueDelivery, startedAtMs: number): void {
  const state = attempts < FIRST_DELAYS_SECONDS.length + HOURLY_ATTEMPTS ? 'pending' : 'failed';
  const delaySeconds = FIRST_DELAYS_SECONDS[attempts] ?? FIRST_DELAYS_SECONDS.at(-1) ?? 0;
  // A due time after the start of this attempt comes from a new webhook URL, which must be tried immediately.
  store.sql.run`
    UPDATE webhook_deliveries
    SET state = ${state}, attempts = attempts + 1,
      due_at_ms = CASE WHEN due_at_ms > ${startedAtMs} THEN due_at_ms ELSE ${Date.now() + delaySeconds * 1000} END
    WHERE seq = ${seq}`;
}
