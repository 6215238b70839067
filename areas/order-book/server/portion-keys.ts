/** How portions and bags are called: one answer for labels, sheets, tablets and phones. */
import { inArray, sql } from 'drizzle-orm';
import { type KeyedPortion, portionKeyText } from '#areas/order-book/rules/portion-key.ts';
import type { SlotKey } from '#areas/business/rules/delivery-slots.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import { deliveries } from '#areas/order-book/server/tables/deliveries.ts';
import { orders } from '#areas/order-book/server/tables/orders.ts';

export type KeyOf = (portion: KeyedPortion & SlotKey) => string;

/**
 * For what goes out in these windows. Cancelled deliveries count too: otherwise a cancellation would shorten the key that
 * is on a printed label.
 */
export async function readPortionKeys(
  db: Database | Transaction,
  slots: Iterable<SlotKey>,
): Promise<KeyOf> {
  const names = [...new Set(Array.from(slots, nameOf))];
  const rows =
    names.length === 0
      ? []
      : await db
          .selectDistinct({ slot: SLOT_NAME, number: orders.number })
          .from(deliveries)
          .innerJoin(orders, sql`${orders.id} = ${deliveries.orderId}`)
          .where(
            sql`${inArray(deliveries.date, [...new Set(names.map(dateOf))])} and ${inArray(SLOT_NAME, names)}`,
          );
  const numbersOf = new Map(
    [...Map.groupBy(rows, ({ slot }) => slot)].map(([slot, same]) => [
      slot,
      same.map(({ number }) => number),
    ]),
  );
  return ({ date, window, ...portion }) =>
    portionKeyText(portion, numbersOf.get(nameOf({ date, window })) ?? []);
}

const SLOT_NAME = sql<string>`${deliveries.date} || ' ' || ${deliveries.window}`;

function nameOf({ date, window }: SlotKey): string {
  return `${date} ${window}`;
}

function dateOf(name: string): string {
  return name.slice(0, 'yyyy-MM-dd'.length);
}
