import { date, index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { MISSED_CHOICES } from '#areas/order-book/rules/missed-choices.ts';
import { createdAt, isNotNegative, isOneOf } from '#platform/server/db/tables/column-rules.ts';
import { isWindow } from '#areas/business/server/tables/window-column.ts';
import { orders } from './orders.ts';

/** What a customer was told they may choose after we could not leave their meals, and what they chose. */
export const missedChoices = pgTable(
  'missed_choices',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Not a foreign key: an edit of the order may remove the row. */
    deliveryId: integer().notNull(),
    /** The nth time that it was driven. */
    attempt: integer().notNull(),
    /** As the message said it. */
    offered: text({ enum: MISSED_CHOICES }).array().notNull(),
    until: timestamp({ withTimezone: true }).notNull(),
    createdAt: createdAt(),
    /** Null: nothing yet. */
    chosen: text({ enum: MISSED_CHOICES }),
    chosenAt: timestamp({ withTimezone: true }),
    toDate: date(),
    toWindow: text('to_time_slot').$type<DeliveryWindow>(),
    refundCents: integer(),
  },
  (choice) => [
    unique('missed_choices_once').on(choice.deliveryId, choice.attempt),
    index('missed_choices_order').on(choice.orderId),
    isOneOf('missed_choices_chosen', choice.chosen, MISSED_CHOICES),
    isWindow('missed_choices_to_time_slot', choice.toWindow),
    isNotNegative('missed_choices_refund', choice.refundCents),
  ],
);

export type MissedChoiceRow = typeof missedChoices.$inferSelect;
