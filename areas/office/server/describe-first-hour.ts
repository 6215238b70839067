import { sql, eq } from 'drizzle-orm';
import type { FirstHourReply } from '#areas/office/calls/first-hour.ts';
import {
  type CardMode,
  type FirstHourFacts,
  isFirstHourOver,
  missingBeforeLive,
  reportFirstHour,
  type FirstHourStep,
  FIRST_HOUR_STEPS,
} from '#areas/office/rules/first-hour.ts';
import type { Context } from '#platform/server/context.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import { Conflict } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import { z } from 'zod';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { settings } from '#areas/business/server/tables/settings.ts';

type Needs = Pick<Context, 'db' | 'site' | 'gateway' | 'mailer'>;

/** The checklist as it stands: from the settings, the menu, the orders, and what was proved. */
export async function describeFirstHour(context: Needs): Promise<FirstHourReply> {
  const { business, menu } = await context.site.current();
  const [kept, counted] = await Promise.all([readAnswers(context.db), countStarted(context)]);
  const { order, isOwnMenu } = counted;
  const facts: FirstHourFacts = {
    business,
    menu: {
      meals: menu.length,
      undeclared: menu.filter(({ allergens }) => allergens === null).length,
      isOwn: isOwnMenu,
    },
    ...provedIn(context, kept),
    paidOrder: order?.number ?? null,
  };
  const steps = reportFirstHour(facts);
  const { emailSentAt } = kept;
  return {
    steps,
    isOver: isFirstHourOver(steps),
    missingBeforeLive: missingBeforeLive(facts),
    payments: cardModeOf(context),
    email: {
      mode: context.mailer.mode,
      sentAt: emailSentAt === null ? null : new Date(emailSentAt).toISOString(),
    },
    order,
  };
}

export function cardModeOf({ gateway }: Pick<Context, 'gateway'>): CardMode {
  if (gateway.mode !== 'stripe') return gateway.mode;
  return gateway.livemode ? 'live' : 'test';
}

/** Another mode needs a proof of its own. */
function provedIn(
  context: Pick<Context, 'gateway' | 'mailer'>,
  kept: KeptAnswers,
): Pick<FirstHourFacts, 'cards' | 'email' | 'labelPrinted' | 'later' | 'right'> {
  const { later, right, labelPrinted } = kept;
  const cardMode = cardModeOf(context);
  const emailMode = context.mailer.mode;
  return {
    later,
    right,
    labelPrinted,
    cards: { mode: cardMode, answered: kept.cardsAnswered === cardMode },
    email: { mode: emailMode, arrived: kept.emailArrived === emailMode },
  };
}

type Started = { isOwnMenu: boolean; order: { id: number; number: string } | null };

async function countStarted({ db }: Pick<Context, 'db'>): Promise<Started> {
  const { rows } = await db.execute<Started>(sql`
    select
      exists (select 1 from audit_log where entity = 'meal' and staff_id is not null) as "isOwnMenu",
      (select json_build_object('id', o.id, 'number', o.number) from orders o
        where exists (select 1 from payments p where p.order_id = o.id)
        order by o.id desc limit 1) as "order"`);
  const [found] = rows;
  if (!found) throw new Error('the database returned nothing about the first hour');
  return found;
}

type AnswerStepNeeds = Pick<Context, 'db' | 'clock' | 'site' | 'gateway' | 'mailer'>;

/** `right`: the example suits them. Throws Conflict `not_asked` for a step that we can check ourselves. */
export async function answerStep(
  context: AnswerStepNeeds,
  staff: StaffMember,
  step: FirstHourStep,
  answer: 'later' | 'now' | 'right',
): Promise<FirstHourReply> {
  if (answer === 'right') await requireAsked(context, step);
  await recordAnswers(context, staff, step, (kept) => ({
    ...kept,
    later: answer === 'later' ? including(kept.later, step) : without(kept.later, step),
    right: answer === 'right' ? including(kept.right, step) : kept.right,
  }));
  return describeFirstHour(context);
}

async function requireAsked(context: AnswerStepNeeds, step: FirstHourStep): Promise<void> {
  const { steps } = await describeFirstHour(context);
  const report = steps.find((each) => each.step === step);
  if (report?.state === 'done' || report?.mayKeep) return;
  throw new Conflict('not_asked', 'This step can’t be answered: it is checked.');
}

/** With a line in the audit trail if it changes anything. */
export async function recordAnswers(
  context: Pick<Context, 'db' | 'clock'>,
  staff: StaffMember,
  step: FirstHourStep,
  change: (kept: KeptAnswers) => KeptAnswers,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { before, after } = await changeAnswers(tx, context.clock(), change);
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    await recordChange(tx, context, {
      staff,
      action: 'settings.first_hour',
      entity: 'settings',
      entityId: step,
      before: changedOf(before, after),
      after: changedOf(after, before),
    });
  });
}

function changedOf(kept: KeptAnswers, other: KeptAnswers): Partial<KeptAnswers> {
  const keys = Object.keys(kept) as (keyof KeptAnswers)[];
  const changed = keys.filter((key) => JSON.stringify(kept[key]) !== JSON.stringify(other[key]));
  return Object.fromEntries(changed.map((key) => [key, kept[key]]));
}

function including(steps: readonly FirstHourStep[], step: FirstHourStep): FirstHourStep[] {
  return [...without(steps, step), step];
}

function without(steps: readonly FirstHourStep[], step: FirstHourStep): FirstHourStep[] {
  return steps.filter((each) => each !== step);
}

/** What the owner answered and proved in the first hour: one row among the settings. */
const KEY = 'firstHour';

const Steps = z.array(z.enum(FIRST_HOUR_STEPS)).catch([]);

const KeptAnswers = z.object({
  later: Steps,
  right: Steps,
  /** The mode in which the card provider answered. */
  cardsAnswered: z.enum(['sandbox', 'test', 'live']).nullable().catch(null),
  /** When the latest test email was sent, in milliseconds; its code follows from it. */
  emailSentAt: z.number().nullable().catch(null),
  /** The mode in which its code was typed in. */
  emailArrived: z.enum(['smtp', 'kept']).nullable().catch(null),
  labelPrinted: z.boolean().catch(false),
});
type KeptAnswers = z.infer<typeof KeptAnswers>;

export async function readAnswers(db: Database | Transaction): Promise<KeptAnswers> {
  const [row] = await db.select().from(settings).where(eq(settings.key, KEY));
  return KeptAnswers.parse(row?.value ?? {});
}

/** Two owners who answer at once take turns, so neither loses an answer. */
async function changeAnswers(
  tx: Transaction,
  now: number,
  change: (kept: KeptAnswers) => KeptAnswers,
): Promise<{ before: KeptAnswers; after: KeptAnswers }> {
  await tx.insert(settings).values({ key: KEY, value: {} }).onConflictDoNothing();
  const [row] = await tx.select().from(settings).where(eq(settings.key, KEY)).for('update');
  const before = KeptAnswers.parse(row?.value ?? {});
  const after = change(before);
  await tx
    .update(settings)
    .set({ value: after, updatedAt: new Date(now) })
    .where(eq(settings.key, KEY));
  return { before, after };
}
