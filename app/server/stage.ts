/** What the made-up business is played on: the real services, a clock that can be moved, and the payment sandbox. */
import { MINUTE_MS, DAYS_IN_WEEK } from '#platform/rules/durations.ts';
import { sql, eq } from 'drizzle-orm';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { type Instant, instantOf, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { UndeliverableEmail } from '#areas/messages/server/mailer.ts';
import type { SandboxProcess } from '#platform/server/gateway/sandbox-process.ts';
import type { StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';
import { addDays, daysBetween, type PlainDate, weekFrom } from '#platform/rules/plain-date.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import { cutoffOf, orderingWeekAt, weekStartOf } from '#areas/business/rules/ordering-week.ts';
import { createHash, randomInt } from 'node:crypto';
import type { StaffRole } from '#platform/rules/roles.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import { createAccount } from '#areas/staff/server/accounts/create-account.ts';
import { hashPassword } from '#areas/staff/server/sign-in/passwords.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';

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

type StageParts = {
  context: StaffContext;
  sandbox: SandboxProcess;
  business: BusinessFacts;
  seed: string;
};

/** Emails to this customer never arrive. */
export const FULL_MAILBOX = 'mailbox.full';

export function openStage({ context, sandbox, business, seed }: StageParts): EmptyStage {
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

/** The weeks of the story: last week, this one, and those up to the one that customers can order now. */
export type DemoWeek = {
  weekStart: PlainDate;
  weekEnd: PlainDate;
  /** 0: the week under way. */
  index: number;
  /** When customers can begin to order it, and when it closes or now, whichever comes first. */
  opensAt: Instant;
  until: Instant;
  cutoff: Instant;
};

export function demoWeeks(now: Instant, facts: BusinessFacts): DemoWeek[] {
  const today = todayAt(now, facts);
  const current = weekStartOf(today, facts);
  const last = orderingWeekAt(now, facts).weekStart;
  const count = 2 + daysBetween(current, last) / DAYS_IN_WEEK;
  return Array.from({ length: count }, (_, position) => {
    const index = position - 1;
    const weekStart = addDays(current, index * DAYS_IN_WEEK);
    const cutoff = cutoffOf(weekStart, facts);
    return {
      index,
      weekStart,
      weekEnd: addDays(weekStart, DAYS_IN_WEEK - 1),
      opensAt: cutoffOf(addDays(weekStart, -DAYS_IN_WEEK), facts),
      cutoff,
      until: Math.min(now, cutoff - MINUTE_MS),
    };
  });
}

/** Its days on which the kitchen delivers, the earliest first. */
export function deliveryDays(
  { weekStart }: Pick<DemoWeek, 'weekStart'>,
  facts: BusinessFacts,
): PlainDate[] {
  return weekFrom(weekStart).filter((date) => windowsOn(facts, date).length > 0);
}

export function todayAt(now: Instant, { timeZone }: BusinessFacts): PlainDate {
  return wallTimeAt(now, timeZone).date;
}

/** `minute` since midnight on the kitchen's clock. */
export function atMinute(date: PlainDate, minuteOfDay: number, facts: BusinessFacts): Instant {
  return instantOf({ date, minuteOfDay }, facts.timeZone);
}

/** Repeatable randomness: everything a run decides comes from its seed. */
export type Random = {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from 0 up to, but not including, `end`. */
  below(end: number): number;
  /** True in this share of the cases: 0.1 is one in ten. */
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
};

/**
 * The same seed gives the same sequence. Give each actor its own source, so that the order in which they act changes
 * nothing.
 */
export function seededRandom(seed: string): Random {
  const hash = createHash('sha256').update(seed).digest();
  let a = hash.readInt32LE(0);
  let b = hash.readInt32LE(4);
  let c = hash.readInt32LE(8);
  let counter = 1;

  /** sfc32, by Chris Doty-Humphrey; in the public domain. */
  function next(): number {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  }

  const below = (end: number) => Math.floor(next() * end);

  function pick<T>(list: readonly T[]): T {
    const picked = list[below(list.length)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  }

  function shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((entry) => ({ entry, rank: next() }))
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ entry }) => entry);
  }

  return { next, below, chance: (share) => next() < share, pick, shuffled };
}

type DemoCrew = {
  owner: StaffMember;
  manager: StaffMember;
  kitchen: StaffMember;
  packer: StaffMember;
  phone: StaffMember;
  drivers: [StaffMember, StaffMember];
};

export type DemoSignIn = { email: string; password: string };

const WORDS =
  'pelican mangrove jetty melaleuca lorikeet ferry mango banksia dugong tide curlew pandanus'.split(
    ' ',
  );

/** A new one for each demo: anyone who finds its address must not get in. */
export function makeDemoPassword(): string {
  const word = () => WORDS[randomInt(WORDS.length)] ?? '';
  return `${word()}-${word()}-${word()}-${randomInt(1_000_000, 10_000_000)}`;
}

/** The owner is the account that exists, of STAFF_EMAIL, or a new one. */
export async function hireCrew(
  context: StaffContext,
  { email: ownerEmail, password }: DemoSignIn,
): Promise<DemoCrew> {
  const passwordHash = await hashPassword(context.signIn, password);
  const hire = async (name: string, role: StaffRole, email = emailOf(name)) => {
    const [firstName = '', lastName = ''] = name.split(' ');
    const [existing] = await context.db.select().from(staff).where(eq(staff.email, email));
    const account = { email, firstName, lastName, role, passwordHash };
    const row =
      existing ??
      (await context.db.transaction((tx) =>
        createAccount(tx, context, account, role === 'owner' ? 'first_start' : 'invite'),
      ));
    return {
      id: row.id,
      email: row.email,
      firstName: row.firstName,
      lastName: row.lastName,
      role: row.role,
    };
  };
  return {
    owner: await hire('Robin Whitlock', 'owner', ownerEmail),
    manager: await hire('Grace Tanaka', 'manager'),
    kitchen: await hire('Matteo Ricci', 'kitchen'),
    packer: await hire('Tilly Brooks', 'packer'),
    phone: await hire('Anjali Menon', 'phone'),
    drivers: [await hire('Dan Kowalski', 'driver'), await hire('Sefina Leota', 'driver')],
  };
}

export function emailOf(name: string): string {
  return `${name.toLowerCase().replaceAll(' ', '.')}@demo-kitchen.example`;
}
