import type { Context } from '#platform/server/context.ts';
import type { Transaction } from '#platform/server/db/client.ts';
import type { NewAlert } from '#areas/order-book/server/recipe-alerts.ts';
import { writeToStaff } from '#areas/messages/server/write-to-staff.ts';

/** Emails every active member of staff that a recipe concerns people who have paid. It names none of them. */
export async function announceAlerts(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  alerts: readonly NewAlert[],
  { about, change }: { about: string; change: string },
): Promise<void> {
  if (alerts.length === 0) return;
  await writeToStaff(tx, context, null, {
    kind: 'recipe_alert',
    about,
    facts: { recipe: { change, ...countConcerned(alerts) } },
  });
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
