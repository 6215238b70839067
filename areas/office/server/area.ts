import { officeRefusals } from '#areas/office/calls/refusals.ts';
import type { Area } from '#platform/server/area.ts';
import { copiesConnection, copyBackups } from './copies-connection.ts';
import { rehearseMonthly } from '#areas/office/server/rehearse-restore.ts';
import { purgeOldThrottles } from '#platform/server/http/throttle.ts';
import { reportLowDisks } from '#areas/office/server/metrics-routes.ts';
import { registerAuditRoutes } from './list-trail.ts';
import { registerExportRoutes } from '#areas/office/server/write-export.ts';
import { registerFigureRoutes } from './figure-routes.ts';
import {
  registerConnectionRoutes,
  registerGoingLiveRoutes,
  renewCertificateEnd,
} from './going-live-routes.ts';
import { backUpOnSchedule, registerBackupRoutes } from '#areas/office/server/backups.ts';
import { registerImportRoutes, purgeImportFiles } from './imports.ts';
import { registerSystemRoutes } from './check-system.ts';
import { officeTables } from '#areas/office/server/kept-tables.ts';
import { purgeWaits } from '#areas/office/server/put-off.ts';
import { registerTodayRoutes } from './describe-today.ts';
import { officeToday } from './find-alarms.ts';

export const officeArea: Area = {
  name: 'office',
  refusals: officeRefusals,
  tables: officeTables,
  today: officeToday,
  routes(app, context) {
    registerAuditRoutes(app, context);
    registerConnectionRoutes(app, context);
    registerGoingLiveRoutes(app, context);
    registerSystemRoutes(app, context);
    registerBackupRoutes(app, context);
    registerTodayRoutes(app, context);
    registerExportRoutes(app, context);
    registerFigureRoutes(app, context);
    registerImportRoutes(app, context);
  },
  connections: [copiesConnection],
  jobs: [
    { name: 'forget_import_files', every: 'three minutes', run: purgeImportFiles },
    { name: 'forget_old_throttles', every: 'hour', run: purgeOldThrottles },
    { name: 'forget_old_waits', every: 'hour', run: purgeWaits },
    { name: 'check_certificate', every: 'night', run: renewCertificateEnd },
    { name: 'report_low_disks', every: 'hour', run: reportLowDisks },
    { name: 'make_scheduled_backup', every: 'hour', run: backUpOnSchedule },
    { name: 'copy_backups', every: 'hour', run: copyBackups },
    { name: 'rehearse_restore', every: 'night', run: rehearseMonthly },
  ],
};
