/** What the made-up business is played on: the real services, a clock that can be moved, and the payment sandbox. */
import { sql } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { UndeliverableEmail } from '#areas/messages/server/mailer-port.ts';
import type { SandboxProcess } from '#platform/server/gateway/sandbox-process.ts';
import type { StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';
import type { DemoCrew } from '#app/server/demo-crew.ts';

export type EmptyStage = {
  /** The app's own, with a clock that stands where `moveTo` put it. */
  context: StaffContext;
  bank: SandboxBank;
  business: BusinessFacts;
  seed: string;
  /** When the story ends: the server's clock at the start. */
  now: Instant;
  /** An instant of the story by real time, which the card provider keeps: another one under MEALRUN_NOW. */
  inRealTime: (at: Instant) => Instant;
  /** Each stretch of the story, and when the database's own clock says that it was played. */
  played: { at: Instant; from: Date }[];
  moveTo(at: Instant): Promise<void>;
};

export type Stage = EmptyStage & { crew: DemoCrew };

/** Something that happens; scenes are played in the sequence of their time. */
export type Scene = { at: Instant; play: () => Promise<void> };

type Given = {
  context: StaffContext;
  sandbox: SandboxProcess;
  business: BusinessFacts;
  seed: string;
};

/** Emails to this customer never arrive. */
export const FULL_MAILBOX = 'mailbox.full';

export function openStage({ context, sandbox, business, seed }: Given): EmptyStage {
  const now = context.clock();
  const ahead = Date.now() - now;
  const inRealTime = (instant: Instant) => instant + ahead;
  let at = now;
  const bank = openSandboxBank(sandbox);
  const played: EmptyStage['played'] = [];
  return {
    context: {
      ...context,
      // Its alarms are part of the story, not news to the operator.
      log: { info() {}, warn() {}, error() {} },
      throttle: false,
      clock: () => at,
      mailer: {
        ...context.mailer,
        async deliver(email) {
          if (email.recipient.startsWith(FULL_MAILBOX))
            throw new UndeliverableEmail('550 5.2.2 The mailbox is full');
          await context.mailer.deliver(email);
        },
      },
    },
    bank,
    business,
    seed,
    now,
    inRealTime,
    played,
    async moveTo(instant) {
      at = Math.min(instant, now);
      const { rows } = await context.db.execute<{ now: Date }>(
        sql`select clock_timestamp() as now`,
      );
      const from = new Date(rows[0]?.now ?? Date.now());
      played.push({ at, from });
      await bank.moveClock(Math.round((inRealTime(at) - Date.now()) / 1000));
    },
  };
}

/** The customers' side of the payment sandbox: paying by card, and what their banks do later. */
type Address = Pick<SandboxProcess, 'baseUrl' | 'secretKey'>;

type SandboxBank = {
  /** Pays with a test card that always works. */
  pay(intent: { id: string; clientSecret: string }): Promise<void>;
  /** New objects are dated this many seconds from real time. */
  moveClock(seconds: number): Promise<void>;
  /** The next refunds end like this. */
  setRefundOutcome(outcome: 'succeeded' | 'failed'): Promise<void>;
  openDispute(paymentIntentId: string, reason: string): Promise<void>;
};

function openSandboxBank({ baseUrl, secretKey }: Address): SandboxBank {
  async function send(path: string, form: Record<string, string>, key: string | null) {
    const reply = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: key === null ? {} : { authorization: `Bearer ${key}` },
      body: new URLSearchParams(form),
    });
    if (!reply.ok) throw new Error(`The payment sandbox refused ${path}: ${await reply.text()}`);
    await reply.body?.cancel();
  }
  return {
    pay: ({ id, clientSecret }) =>
      send(
        `/v1/payment_intents/${id}/confirm`,
        {
          client_secret: clientSecret,
          'payment_method_data[type]': 'card',
          'payment_method_data[card][number]': '4242424242424242',
          'payment_method_data[card][exp_month]': '12',
          'payment_method_data[card][exp_year]': '2040',
          'payment_method_data[card][cvc]': '123',
        },
        null,
      ),
    moveClock: (seconds) => send('/_sandbox/clock', { offset_seconds: String(seconds) }, secretKey),
    setRefundOutcome: (outcome) =>
      send('/_sandbox/refund-outcomes', { outcomes: outcome }, secretKey),
    openDispute: (paymentIntentId, reason) =>
      send('/_sandbox/disputes', { payment_intent: paymentIntentId, reason }, secretKey),
  };
}
