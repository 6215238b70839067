import { officeRefusals } from '#areas/office/calls/refusals.ts';
import type { Area } from '#platform/server/area.ts';
import { makeScheduledBackup } from '#platform/server/backup/make-backup.ts';
import { purgeOldThrottles } from '#platform/server/http/throttle.ts';
import { reportLowDisks } from '#areas/office/server/metrics-routes.ts';
import { registerAuditRoutes } from '#areas/office/server/audit-routes.ts';
import { registerExportRoutes } from '#areas/office/server/write-export.ts';
import { registerFigureRoutes } from '#areas/office/server/figure-routes.ts';
import { registerFirstHourRoutes } from '#areas/office/server/first-hour-routes.ts';
import { registerImportRoutes } from '#areas/office/server/import-routes.ts';
import { purgeImportFiles } from '#areas/office/server/imports.ts';
import { registerSystemRoutes } from '#areas/office/server/describe-system.ts';
import { officeTables } from '#areas/office/server/kept-tables.ts';
import { purgeWaits } from '#areas/office/server/put-off.ts';
import { registerTodayRoutes } from '#areas/office/server/describe-today.ts';
import { officeToday } from '#areas/office/server/today-rows.ts';

export const officeArea: Area = {
  name: 'office',
  refusals: officeRefusals,
  tables: officeTables,
  today: officeToday,
  routes(app, context) {
    registerAuditRoutes(app, context);
    registerFirstHourRoutes(app, context);
    registerSystemRoutes(app, context);
    registerTodayRoutes(app, context);
    registerExportRoutes(app, context);
    registerFigureRoutes(app, context);
    registerImportRoutes(app, context);
  },
  jobs: [
    { name: 'forget_import_files', every: 'three minutes', run: purgeImportFiles },
    { name: 'forget_old_throttles', every: 'hour', run: purgeOldThrottles },
    { name: 'forget_old_waits', every: 'hour', run: purgeWaits },
    { name: 'report_low_disks', every: 'hour', run: reportLowDisks },
    { name: 'make_scheduled_backup', every: 'hour', run: makeScheduledBackup },
  ],
};
