import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { ProblemDecision, ProblemKind } from '#areas/order-book/rules/problem-kinds.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import type { FieldValues } from '#areas/messages/rules/fill-text.ts';
import type { Tone } from '#areas/messages/rules/may-send.ts';
import { MESSAGE_CHANNELS, MESSAGE_KINDS, MESSAGE_STATES } from '#areas/messages/rules/messages.ts';
import type { WebhookOffReason } from '#platform/rules/webhooks.ts';
import {
  createdAt,
  dueColumns,
  isNotNegative,
  isOneOf,
} from '#platform/server/db/tables/column-rules.ts';
import { TEXT_REFUSAL_REASONS } from '#areas/order-book/rules/check-customer.ts';

/** Why money that a bank had approved was not taken. */
export type NotChanged = 'slot_full' | 'meal_sold_out' | 'hold_ended';

export type NotOrdered =
  | 'slot_full'
  | 'meal_sold_out'
  | 'recipe_changed'
  | 'past_cutoff'
  | 'amount_differs'
  | 'ended';

/** Details that a message needs beyond its order or waitlist entry. */
export type MessageFacts = {
  /** What happened at the door, with its time. */
  eventId?: number;
  /** All parts of the money that goes back; empty: none does. */
  refundIds?: number[];
  /** The portions that it takes off, which may have been paid back before. */
  itemIds?: number[];
  /** Why a delivery moves, in staff's words. */
  cause?: string;
  /** The payment that it confirms. */
  paymentIntentId?: string;
  /** What was asked when a meal ran out. */
  choiceIds?: number[];
  /** Staff want it told although it is of another day. */
  isAsked?: boolean;
  /** In which it was written; one that is sent in another is written again. */
  tone?: Tone;
  /** What was changed, in words, which name people. `isRefused`: it was paid for, and could no longer be made. */
  change?: { what: string[]; isRefused?: boolean };
  /** An invitation's one-time link; cleared once the email is written. */
  inviteUrl?: string;
  staffName?: string;
  /** Sentences for the customer: how a recipe changed, and what we did about it. */
  news?: string[];
  /** For staff: which recipe changed, and how many it concerns. */
  recipe?: { change: string; people: number; deliveries: number; stops: number };
  /** Food that someone was given although it is on hold for them, and why. */
  food?: { orderNumber: string; mealName: string; personName: string; why: string };
  /** For owners: which meals are not public, and why. */
  mealsAtOdds?: { id: number; name: string; why: string }[];
  /** For owners: which webhook was switched off. `since` is ISO text, `last` what became of the last attempt. */
  webhook?: { host: string; reason: WebhookOffReason; since: string; last: string; lost: number };
  /** What staff wrote themselves: the email, or the words of the text. */
  written?: { subject: string; text: string };
  /** For a message about a delivery: what its words are filled with, besides what is read when it is sent. */
  fields?: FieldValues;
  /** What a customer reported as wrong, and what was decided. */
  problem?: {
    kind: ProblemKind;
    orderNumber?: string;
    dueAt?: string;
    decision?: ProblemDecision;
    answer?: string;
    toDate?: string;
    toWindow?: DeliveryWindow;
  };
  /** A place that came free, or what someone asked to be told of and has to confirm. */
  bell?: { id: number; isToConfirm?: true };
  /** An unpaid order that came to nothing after a bank had approved it. */
  notOrdered?: { checkoutId: string; why: NotOrdered };
  /** The same of a change that costs more. */
  notChanged?: { topUpId: string; why: NotChanged };
  /** An order to a supplier, or what has changed of it. */
  supplierOrder?: {
    supplier: string;
    arrives: string;
    isChange: boolean;
    /** For the same day something else was ordered, which stays. */
    isOneMore: boolean;
    /** `was`: packs when it was sent before; null: as now, or the first time. `packs` 0: not needed any more. */
    lines: { ingredient: string; pack: string; code: string; packs: number; was: number | null }[];
    note: string;
    by: string;
  };
  /** The checkout of an order that staff took on the phone. */
  phoneOrder?: { checkoutId: string };
};

export type EmailAttachment = { name: string; type: string; text: string };

/** The email itself, written before the first attempt and never changed: every attempt sends the same email. */
export type WrittenEmail = {
  messageId: string;
  from: string;
  /** Where replies go when `from` is not the business itself. */
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
  attachments?: EmailAttachment[];
};

/** The text message itself, written before the first attempt and never changed. */
export type WrittenText = {
  from: string;
  /** One or two texts in the GSM alphabet. */
  body: string;
  validSeconds: number;
};

/** The outbox of emails and text messages; a message is written in the same transaction as the change it reports. */
export const messages = pgTable(
  'messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: MESSAGE_KINDS }).notNull(),
    channel: text({ enum: MESSAGE_CHANNELS }).notNull().default('email'),
    /** Unique: a second attempt at the same message finds it exists. */
    dedupeKey: text().notNull().unique('messages_dedupe_key'),
    /** Without foreign keys: the outbox stays when test orders are removed. Those about orders go with them. */
    orderId: integer(),
    /** Null when it is not about one delivery, or that delivery is gone. */
    deliveryId: integer(),
    /** For the waitlist, which stands above: removing someone from it removes their messages too. */
    waitlistEntryId: bigint({ mode: 'number' }),
    /** An email address, or for a text a phone number. */
    recipient: text().notNull(),
    facts: jsonb().$type<MessageFacts>().notNull().default({}),
    /** Null before the first attempt, and again once the email is purged. */
    mail: jsonb().$type<WrittenEmail>(),
    /** For a text message, as `mail` for an email. */
    textMessage: jsonb().$type<WrittenText>(),
    /** The text service's own name for it, by which it reports what became of it. */
    textSid: text().unique('messages_text_sid'),
    /**
     * The latest attempt that the text service has surely not accepted. An attempt without an answer may have been:
     * only after looking for it there may it be repeated.
     */
    refusedAttempt: integer().notNull().default(0),
    linkHash: text(),
    state: text({ enum: MESSAGE_STATES }).notNull().default('waiting'),
    ...dueColumns(),
    /** The last error, from the mail server, the text service or our program; of a withdrawn one, why it is not sent. */
    lastError: text(),
    createdAt: createdAt(),
    sentAt: timestamp({ withTimezone: true }),
  },
  (message) => [
    isOneOf('messages_kind', message.kind, MESSAGE_KINDS),
    isOneOf('messages_channel', message.channel, MESSAGE_CHANNELS),
    isOneOf('messages_state', message.state, MESSAGE_STATES),
    isNotNegative('messages_tries', message.tries),
    index('messages_waiting')
      .on(message.id)
      .where(sql`${message.state} = 'waiting'`),
    index('messages_order').on(message.orderId),
    index('messages_delivery').on(message.deliveryId),
    index('messages_link_hash').on(message.linkHash),
    index('messages_waitlist_entry').on(message.waitlistEntryId),
    index('messages_state_newest').on(message.state, message.id),
  ],
);

export type MessageRow = typeof messages.$inferSelect;

/** Phone numbers that get no texts: their owner replied STOP, or no text can reach them. */
export const textRefusals = pgTable(
  'text_refusals',
  {
    phone: text().primaryKey(),
    reason: text({ enum: TEXT_REFUSAL_REASONS }).notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (refusal) => [isOneOf('text_refusals_reason', refusal.reason, TEXT_REFUSAL_REASONS)],
);

export type TextRefusal = typeof textRefusals.$inferSelect;
