import { DAY_MS } from '#platform/rules/durations.ts';
import { eq, and, inArray, isNotNull, lt, ne, or } from 'drizzle-orm';
import type { Instant } from '#platform/rules/zoned-time.ts';
import {
  type DeliveryMessageKind,
  type GivenFieldsOf,
  toRecipientOf,
} from '#areas/messages/rules/delivery-messages.ts';
import { isMobile } from '#areas/business/rules/australia.ts';
import { type Recipient, tellsPayer, tellsRecipient } from '#areas/business/rules/recipient.ts';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { MessageChannel, MessageKind } from '#areas/messages/rules/messages.ts';
import { judgeMessage } from '#areas/messages/server/send-state.ts';
import {
  type MessageFacts,
  textRefusals,
  messages,
} from '#areas/messages/server/tables/messages.ts';
import { writeMessage, writeToStaff } from '#areas/messages/server/write-message.ts';
import type { NewMatter } from '#areas/order-book/server/follow-food.ts';
import { isHold } from '#areas/order-book/rules/food-matters.ts';

type News<Kind extends DeliveryMessageKind> = {
  kind: Kind;
  order: { id: number; email: string; phone: string; recipient: Recipient | null };
  /** Null: it is gone from its order. */
  deliveryId: number | null;
  /**
   * The nth time that this delivery is driven, or whatever else tells one such news from the next: a sent message is never
   * repeated within one.
   */
  attempt: number | string;
  /** What its words are filled with, besides what is read when it is sent. */
  fields: GivenFieldsOf<Kind>;
  /** The rows that the rest is read from. */
  from?: Pick<MessageFacts, 'eventId' | 'refundIds' | 'itemIds' | 'choiceIds' | 'cause'>;
  timeZone: string;
  /** Not sent before; until then `withdrawMessages` takes it back. */
  sendAfter?: Instant;
  /** False: staff chose to tell nobody. Nothing is written. True: also of another day. Omitted: as `maySend` says. */
  notify?: boolean | undefined;
};

/**
 * Tells the customer by email, and by text when theirs is a mobile phone that takes our texts; of how the delivery goes,
 * whom the payer chose: them, whom the food goes to, or both. In the transaction of the change it reports. News that a delivery has arrived replaces what still waits to say that it is on its way or late.
 */
export async function tellCustomer<Kind extends DeliveryMessageKind>(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  news: News<Kind>,
): Promise<void> {
  const { kind, order, deliveryId, attempt, sendAfter, notify } = news;
  if (notify === false) return;
  if (kind === 'delivery_delivered' && deliveryId !== null) {
    await withdrawMessages(tx, { deliveryId, kinds: ['delivery_out', 'delivery_late'] });
  }
  const facts = { fields: news.fields, ...news.from, ...(notify && { isAsked: true }) };
  const message = {
    kind,
    about: `${deliveryId ?? `order ${order.id}`}:${attempt}`,
    orderId: order.id,
    deliveryId,
    facts,
    ...(sendAfter !== undefined && { sendAfter }),
  };
  const when = { now: context.clock(), timeZone: news.timeZone };
  const write: Write = async (channel, recipient) => {
    const asked = { ...message, channel, createdAt: new Date(when.now) };
    const verdict = await judgeMessage(tx, asked, when);
    const withdrawn = verdict.may ? undefined : verdict.why;
    await writeMessage(tx, context, { ...message, channel, recipient, withdrawn });
  };
  const isToldInstead = await tellWhomItIsFor(tx, order, kind, write);
  if (isToldInstead && !tellsPayer(order)) return;
  await write('email', order.email);
  if (await takesTexts(tx, order.phone)) await write('text', order.phone);
}

/** Staff see what may not be sent, and why. */
type Write = (channel: MessageChannel, recipient: string) => Promise<void>;

/** True when they are told, and the payer need not be: a phone that takes no texts leaves it to the payer. */
async function tellWhomItIsFor(
  tx: Transaction,
  { recipient }: Pick<News<DeliveryMessageKind>['order'], 'recipient'>,
  kind: DeliveryMessageKind,
  write: Write,
): Promise<boolean> {
  const about = toRecipientOf(kind);
  if (!about || recipient === null || !tellsRecipient({ recipient })) return false;
  if (!(await takesTexts(tx, recipient.phone))) return false;
  await write('recipient_text', recipient.phone);
  return about.insteadOfPayer;
}

/** A mobile phone whose owner has not refused our texts. */
export async function takesTexts(tx: Transaction, phone: string): Promise<boolean> {
  return isMobile(phone) && !(await isRefused(tx, phone));
}

async function isRefused(tx: Transaction, phone: string): Promise<boolean> {
  const rows = await tx.select().from(textRefusals).where(eq(textRefusals.phone, phone));
  return rows.length > 0;
}

/**
 * Emails every active member of staff that food concerns people who have paid. It names none of them. `change`: what changed;
 * left out, what holds the meals.
 */
export async function announceHolds(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  matters: readonly NewMatter[],
  { about, change = holdsOf(matters) }: { about: string; change?: string },
): Promise<void> {
  if (matters.length === 0) return;
  await writeToStaff(tx, context, null, {
    kind: 'recipe_alert',
    about,
    facts: { recipe: { change, ...countConcerned(matters) } },
  });
}

/** "Butter Chicken: contains ALMOND". */
function holdsOf(matters: readonly NewMatter[]): string {
  return [...new Set(matters.map(({ mealName, why }) => `${mealName}: ${why}`))].join('; ');
}

type Concerned = Pick<NewMatter, 'kind' | 'orderId' | 'deliveryId' | 'personName'>;

/** "This concerns 2 people in 3 deliveries": people of different orders are different people. */
export function countConcerned(matters: readonly Concerned[]): {
  people: number;
  deliveries: number;
  stops: number;
} {
  return {
    people: new Set(matters.map(({ orderId, personName }) => `${orderId} ${personName}`)).size,
    deliveries: new Set(matters.map(({ deliveryId }) => deliveryId)).size,
    stops: matters.filter(({ kind }) => isHold(kind)).length,
  };
}

/** Messages by their keys (`messageKey`), or all of these kinds about a delivery. */
type Withdrawn =
  | { keys: readonly string[] }
  | { deliveryId: number; kinds: readonly MessageKind[] };

const OVERTAKEN = 'It was overtaken by what happened since.';

type Which = {
  kind: MessageKind;
  channel: MessageChannel;
  key: string;
  /** What it tells of. */
  eventId: number | null;
};

/**
 * Takes back messages that still wait. `sent`: what the customer has, or may have because it was tried; anyone who takes back
 * such news must correct it.
 */
export async function withdrawMessages(
  tx: Transaction,
  which: Withdrawn,
): Promise<{ withdrawn: Which[]; sent: Which[] }> {
  const isMeant =
    'keys' in which
      ? inArray(messages.dedupeKey, [...which.keys])
      : and(eq(messages.deliveryId, which.deliveryId), inArray(messages.kind, [...which.kinds]));
  const rows = await tx
    .select({
      id: messages.id,
      kind: messages.kind,
      channel: messages.channel,
      key: messages.dedupeKey,
      state: messages.state,
      tries: messages.tries,
      facts: messages.facts,
    })
    .from(messages)
    .where(and(isMeant, inArray(messages.state, ['waiting', 'sent', 'kept'])))
    .orderBy(messages.id)
    .for('update');
  const waiting = rows.filter(({ state }) => state === 'waiting');
  await tx
    .update(messages)
    .set({ state: 'withdrawn', lastError: OVERTAKEN })
    .where(
      inArray(
        messages.id,
        waiting.map(({ id }) => id),
      ),
    );
  const described = (some: typeof rows) =>
    some.map(({ kind, channel, key, facts }) => ({
      kind,
      channel,
      key,
      eventId: facts.eventId ?? null,
    }));
  const isOut = ({ state, tries }: (typeof rows)[number]) =>
    state === 'sent' || state === 'kept' || (state === 'waiting' && tries > 0);
  return { withdrawn: described(waiting), sent: described(rows.filter(isOut)) };
}

const KEPT_DAYS = 90;

/** Deletes the words of emails and texts sent long ago, and lets links in texts end; the order keeps the record of when and to whom. Returns how many. */
export async function purgeOldEmails(context: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const emptied = await context.db
    .update(messages)
    .set({ mail: null, textMessage: null, linkHash: null, facts: {} })
    .where(
      and(
        inArray(messages.state, ['sent', 'kept', 'withdrawn']),
        or(
          isNotNull(messages.mail),
          isNotNull(messages.textMessage),
          // For one that was withdrawn before it was written.
          ne(messages.facts, {}),
        ),
        lt(messages.createdAt, new Date(context.clock() - KEPT_DAYS * DAY_MS)),
      ),
    )
    .returning({ id: messages.id });
  return emptied.length;
}
