import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
  date,
} from 'drizzle-orm/pg-core';
import { WEBHOOK_OFF_REASONS, type WebhookEventName } from '#platform/rules/webhooks.ts';
import { createdAt, dueColumns, isOneOf } from '#platform/server/db/tables/column-rules.ts';
import type { StaffRight } from '#platform/rules/roles.ts';
import { staff } from '#platform/server/db/tables/staff.ts';

export const webhookEndpoints = pgTable(
  'webhooks',
  {
    id: uuid().primaryKey().defaultRandom(),
    url: text().notNull(),
    events: jsonb().$type<WebhookEventName[]>().notNull(),
    /** As it is: signing needs it. */
    secret: text().notNull(),
    /** Signs too until then. */
    oldSecret: text(),
    oldSecretUntil: timestamp({ withTimezone: true }),
    isActive: boolean().notNull().default(true),
    offReason: text({ enum: WEBHOOK_OFF_REASONS }),
    failingSince: timestamp({ withTimezone: true }),
    createdAt: createdAt(),
  },
  (webhook) => [
    isOneOf('webhooks_off_reason', webhook.offReason, WEBHOOK_OFF_REASONS),
    check('webhooks_off', sql`${webhook.offReason} is null or not ${webhook.isActive}`),
  ],
);

export type WebhookRow = typeof webhookEndpoints.$inferSelect;

const MESSAGE_STATES = ['waiting', 'sent', 'failed'] as const;

/** Written by triggers, in the transaction of the change: see the function tell_webhooks. */
export const webhookMessages = pgTable(
  'webhook_messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    webhookId: uuid()
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    /**
     * The header `webhook-id`, by which a receiver knows what it has had. Of a paid order and of a refund, made from what
     * outlives our database, so that they keep it when they are rebuilt after a restore.
     */
    key: uuid().notNull().defaultRandom(),
    type: text().notNull(),
    body: jsonb().notNull(),
    state: text({ enum: MESSAGE_STATES }).notNull().default('waiting'),
    ...dueColumns(),
    createdAt: createdAt(),
  },
  (message) => [
    isOneOf('webhook_messages_state', message.state, MESSAGE_STATES),
    unique('webhook_messages_key').on(message.webhookId, message.key),
    index('webhook_messages_log').on(message.webhookId, message.id),
    index('webhook_messages_open')
      .on(message.webhookId, message.id)
      .where(sql`${message.state} = 'waiting'`),
  ],
);

export type WebhookMessageRow = typeof webhookMessages.$inferSelect;

export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    messageId: integer()
      .notNull()
      .references(() => webhookMessages.id, { onDelete: 'cascade' }),
    at: timestamp({ withTimezone: true }).notNull(),
    status: integer(),
    ms: integer().notNull(),
    answer: text().notNull(),
    error: text(),
  },
  (attempt) => [index('webhook_attempts_message').on(attempt.messageId)],
);

/** Personal API tokens. Only a hash is stored: the token itself is shown once, to the person who makes it. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: uuid().primaryKey().defaultRandom(),
    staffId: uuid()
      .notNull()
      .references(() => staff.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** SHA-256: a token has 256 random bits, so nothing slower is needed. */
    tokenHash: text().notNull().unique('api_tokens_hash'),
    lastFour: text().notNull(),
    rights: jsonb().$type<StaffRight[]>().notNull(),
    createdAt: createdAt(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    /** In UTC; null: never used. */
    lastUsedOn: date(),
    revokedAt: timestamp({ withTimezone: true }),
  },
  (token) => [
    index('api_tokens_staff').on(token.staffId),
    // A leap year is 366 days.
    check(
      'api_tokens_year_at_most',
      sql`${token.expiresAt} <= ${token.createdAt} + interval '366 days'`,
    ),
  ],
);
