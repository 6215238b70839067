/** What happened to deliveries, written down in the transaction in which it happens. */
import { asc, inArray } from 'drizzle-orm';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { Confirmable } from '#areas/order-book/rules/judge-step.ts';
import type { DeliveryStatus } from '#areas/order-book/rules/delivery-status.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import type { DeliveryRow } from '#areas/order-book/server/tables/deliveries.ts';
import {
  type DeliveryEventRow,
  deliveryEvents,
  type FoodBefore,
} from '#areas/order-book/server/tables/delivery-events.ts';
import type { StaffMember } from '#platform/server/staff-member.ts';

export type NewDeliveryEvent = {
  /** As it was before. */
  delivery: Pick<DeliveryRow, 'id' | 'status' | 'date' | 'window'>;
  status: DeliveryStatus;
  isDecisive: boolean;
  at: Instant;
  /** Omitted: yes. */
  isTimeKnown?: boolean | undefined;
  receivedAt: Instant;
  /** Null: the system, or the customer. */
  staff: StaffMember | null;
  key?: string | undefined;
  changeId: string;
  undoes?: number;
  corrects?: number | undefined;
  reason?: string;
  place?: string;
  note?: string;
  confirmed?: Confirmable[];
  foodBefore?: FoodBefore | null;
  deviceId?: string | undefined;
};

/** Their ids, in the sequence given. */
export async function recordDeliveryEvents(
  tx: Transaction,
  events: readonly NewDeliveryEvent[],
): Promise<number[]> {
  if (events.length === 0) return [];
  const rows = await tx
    .insert(deliveryEvents)
    .values(
      events.map(({ delivery, staff, at, receivedAt, ...event }) => ({
        ...event,
        deliveryId: delivery.id,
        statusBefore: delivery.status,
        date: delivery.date,
        window: delivery.window,
        at: new Date(at),
        receivedAt: new Date(receivedAt),
        staffId: staff?.id ?? null,
        staffName: staff && `${staff.firstName} ${staff.lastName}`,
      })),
    )
    .returning({ id: deliveryEvents.id });
  return rows.map(({ id }) => id);
}

/** Of these deliveries, in the sequence in which we heard of them. */
export async function listDeliveryEvents(
  db: Database | Transaction,
  deliveryIds: readonly number[],
): Promise<DeliveryEventRow[]> {
  if (deliveryIds.length === 0) return [];
  return db
    .select()
    .from(deliveryEvents)
    .where(inArray(deliveryEvents.deliveryId, [...deliveryIds]))
    .orderBy(asc(deliveryEvents.id));
}

/** What decided something and was not taken back; the last one stands. */
export function standingOf(events: readonly DeliveryEventRow[]): DeliveryEventRow[] {
  const undone = new Set(events.flatMap(({ undoes }) => undoes ?? []));
  return events.filter(
    ({ id, isDecisive, undoes }) => isDecisive && undoes === null && !undone.has(id),
  );
}
