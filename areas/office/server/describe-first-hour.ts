import { sql } from 'drizzle-orm';
import type { FirstHourReply } from '#areas/office/calls/first-hour.ts';
import {
  type CardMode,
  type FirstHourFacts,
  isFirstHourOver,
  missingBeforeLive,
  reportFirstHour,
} from '#areas/office/rules/first-hour.ts';
import type { Context } from '#platform/server/context.ts';
import { type KeptAnswers, readAnswers } from '#areas/office/server/kept-answers.ts';

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
  if (gateway.mode === 'sandbox') return 'sandbox';
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
