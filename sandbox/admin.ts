/** Calls that Stripe does not have, for the program that runs the sandbox and for checks of its ledger. */
import { type Answer, jsonAnswer } from './http/answer.ts';
import type { Call } from './http/call.ts';
import type { Charge } from './intents/charge.ts';
import type { PaymentIntent } from './intents/payment-intent.ts';
import { moveClock } from './store/unix-time.ts';
import type { Refund } from './refunds/refund.ts';

export function reportHealth(): Answer {
  return jsonAnswer(200, { ok: true, pid: process.pid });
}

const OF_ITS_OWN = ['secret_key', 'publishable_key', 'webhook_secret'].map((name) => `'${name}'`);

/** As if it were new, with the same keys: for programs that run many tests on one sandbox. */
export function purgeEverything({ store: { database, sql } }: Call): Answer {
  const tables = sql.all`SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'settings'`;
  for (const { name } of tables) database.exec(`DELETE FROM ${String(name)}`);
  database.exec(`DELETE FROM settings WHERE name NOT IN (${OF_ITS_OWN.join()})`);
  moveClock(0);
  return jsonAnswer(200, { ok: true });
}

/** Every intent, charge (including failed ones) and refund, oldest first. Stripe's field names; amounts in minor units. */
export function reportLedger({ store: { sql } }: Call): Answer {
  const parsed = <Record>(rows: readonly { [column: string]: unknown }[]) =>
    rows.map((row) => JSON.parse(String(row['body'])) as Record);
  const intents = parsed<PaymentIntent>(sql.all`SELECT body FROM payment_intents ORDER BY seq`);
  const charges = parsed<Charge>(sql.all`SELECT body FROM charges ORDER BY seq`);
  const refunds = parsed<Refund>(sql.all`SELECT body FROM refunds ORDER BY seq`);
  return jsonAnswer(200, {
    payment_intents: intents.map((intent) => ({
      id: intent.id,
      created: intent.created,
      status: intent.status,
      amount: intent.amount,
      amount_received: intent.amount_received,
      currency: intent.currency,
      latest_charge: intent.latest_charge,
      metadata: intent.metadata,
    })),
    charges: charges.map((charge) => ({
      id: charge.id,
      created: charge.created,
      status: charge.status,
      payment_intent: charge.payment_intent,
      amount: charge.amount,
      amount_captured: charge.amount_captured,
      amount_refunded: charge.amount_refunded,
      currency: charge.currency,
    })),
    refunds: refunds.map((refund) => ({
      id: refund.id,
      created: refund.created,
      status: refund.status,
      payment_intent: refund.payment_intent,
      charge: refund.charge,
      amount: refund.amount,
      currency: refund.currency,
      reason: refund.reason,
      metadata: refund.metadata,
    })),
  });
}
