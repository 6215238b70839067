import { asc, eq } from 'drizzle-orm';
import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import { staff } from '#platform/server/db/tables/staff.ts';
import type { NewAlert } from '#areas/order-book/server/recipe-alerts.ts';
import { writeMessage } from '#areas/messages/server/write-message.ts';

/** Emails every active member of staff that a recipe concerns people who have paid. It names none of them. */
export async function announceAlerts(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  alerts: readonly NewAlert[],
  { about, change }: { about: string; change: string },
): Promise<void> {
  if (alerts.length === 0) return;
  const recipients = await tx
    .select({ id: staff.id, email: staff.email })
    .from(staff)
    .where(eq(staff.isActive, true))
    .orderBy(asc(staff.id));
  for (const { id, email } of recipients) {
    await writeMessage(tx, context, {
      kind: 'recipe_alert',
      about: `${about}:${id}`,
      recipient: email,
      facts: { recipe: { change, ...countConcerned(alerts) } },
    });
  }
}

/** "This concerns 2 people in 3 deliveries": people of different orders are different people. */
export function countConcerned(alerts: readonly NewAlert[]): {
  people: number;
  deliveries: number;
  stops: number;
} {
  return {
    people: new Set(alerts.map(({ personId }) => personId)).size,
    deliveries: new Set(alerts.map(({ deliveryId }) => deliveryId)).size,
    stops: alerts.filter(({ finding }) => finding.kind === 'stop').length,
  };
}
