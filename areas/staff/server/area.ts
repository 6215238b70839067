import { staffRefusals } from '#areas/staff/calls/refusals.ts';
import type { Area } from '#platform/server/area.ts';
import { ownAccount, registerSecurityRoutes } from './own-account.ts';
import { purgeOldSignIns, registerTokenRoutes } from './manage-tokens.ts';
import { listWebhooksDue, sendWebhooks, webhookWork } from './send-webhooks.ts';
import { purgeWebhookLog } from '#areas/staff/server/webhook-log.ts';
import { staffTables } from '#areas/staff/server/kept-tables.ts';
import { registerStaffRoutes } from '#areas/staff/server/accounts/staff-routes.ts';
import {
  registerLoginRoutes,
  registerOidcRoutes,
  registerPasskeyRoutes,
  registerSignInRoutes,
} from '#areas/staff/server/sign-in/sign-in-routes.ts';
import { registerTrainingRoutes, staffToday } from './food-training.ts';
import { registerOutgoingWebhookRoutes } from '#areas/staff/server/webhook-routes.ts';
import type { StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';

export const staffArea: Area = {
  name: 'staff',
  refusals: staffRefusals,
  today: staffToday,
  tables: staffTables,
  about: { ownAccount },
  routes(app, context: StaffContext) {
    registerLoginRoutes(app, context);
    registerOidcRoutes(app, context);
    registerSignInRoutes(app, context);
    registerSecurityRoutes(app, context);
    registerPasskeyRoutes(app, context);
    registerStaffRoutes(app, context);
    registerTokenRoutes(app, context);
    registerTrainingRoutes(app, context);
    registerOutgoingWebhookRoutes(app, context);
  },
  due: [{ kind: 'webhooks', work: webhookWork, lines: listWebhooksDue, run: sendWebhooks }],
  jobs: [
    { name: 'forget_old_webhooks', every: 'hour', run: purgeWebhookLog },
    { name: 'forget_old_sign_ins', every: 'hour', run: purgeOldSignIns },
  ],
};
