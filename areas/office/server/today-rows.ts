import type { AlarmId } from '#platform/rules/alarms.ts';
import { portalLink, type TodayRows } from '#areas/order-book/server/today-rows.ts';
import type { Context } from '#platform/server/context.ts';
import { readMigrationState } from '#platform/server/db/migrate.ts';
import { findAlarms } from '#areas/office/server/find-alarms.ts';
import { readMetrics } from '#areas/office/server/read-metrics.ts';

/** Alarms of the machine: those that no other row stands for. */
export const officeToday: readonly TodayRows[] = [
  {
    kinds: { alarm: { level: 'shop', many: 'alarms', page: 'system', right: 'manageSystem' } },
    async find(context) {
      const [metrics, { isCurrent }] = await Promise.all([
        readMetrics(context),
        readMigrationState(context.db),
      ]);
      const alarms = findAlarms(context, metrics, { isCurrent, upForSeconds: process.uptime() });
      const ofRows = alarmsOfRows(context);
      return alarms
        .filter(({ id }) => !ofRows.has(id))
        .map(({ id, title, detail, whatToDo }) => ({
          kind: 'alarm',
          id,
          title,
          detail: [whatToDo],
          measured: detail,
          link: portalLink({ tab: 'help', page: 'alarms', section: id }),
          action: 'What to do',
        }));
    },
  },
];

function alarmsOfRows({ today }: Pick<Context, 'today'>): Set<AlarmId> {
  return new Set(
    today.flatMap(({ kinds }) => Object.values(kinds).flatMap(({ alarms = [] }) => alarms)),
  );
}
