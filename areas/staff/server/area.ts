import { staffRefusals } from '#areas/staff/calls/refusals.ts';
import type { Area } from '#platform/server/area.ts';
import { ownAccount } from '#areas/staff/server/own-account.ts';
import { purgeOldSignIns } from '#areas/staff/server/purge-old-sign-ins.ts';
import { listWebhooksDue, sendWebhooks, webhookWork } from '#areas/staff/server/webhook-work.ts';
import { purgeWebhookLog } from '#areas/staff/server/webhook-log.ts';
import { staffTables } from '#areas/staff/server/kept-tables.ts';
import { registerSecurityRoutes } from '#areas/staff/server/accounts/security-routes.ts';
import { registerStaffRoutes } from '#areas/staff/server/accounts/staff-routes.ts';
import { registerLoginRoutes } from '#areas/staff/server/sign-in/login-routes.ts';
import { registerOidcRoutes } from '#areas/staff/server/sign-in/oidc-routes.ts';
import { registerPasskeyRoutes } from '#areas/staff/server/sign-in/passkey-routes.ts';
import { registerSignInRoutes } from '#areas/staff/server/sign-in/sign-in-routes.ts';
import { registerTokenRoutes } from '#areas/staff/server/token-routes.ts';
import { registerTrainingRoutes } from '#areas/staff/server/food-training.ts';
import { registerOutgoingWebhookRoutes } from '#areas/staff/server/webhook-routes.ts';
import type { StaffContext } from '#areas/staff/server/sign-in/sign-in.ts';
import { staffToday } from '#areas/staff/server/today-rows.ts';

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
