/** What the made-up business is played on: the real services, a clock that can be moved, and the payment sandbox. */
import { sql } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { UndeliverableEmail } from '#areas/messages/server/mailer-port.ts';
import type { SandboxProcess } from '#platform/server/gateway/sandbox-process.ts';
import type { StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';
import { openSandboxBank, type SandboxBank } from '#app/server/sandbox-bank.ts';
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
