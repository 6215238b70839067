import type { FastifyInstance } from 'fastify';
import { eraseCustomer as eraseCustomerCall, getCustomerFile } from '#contract/customers.ts';
import { wallTimeAt } from '#domain/calendar/zoned-time.ts';
import { recordChange } from '#server/audit/record-change.ts';
import type { Context } from '#server/context.ts';
import { describeCustomer } from '#server/customers/describe-customer.ts';
import { eraseCustomer } from '#server/customers/erase-customer.ts';
import { staffRoute } from '#server/http/route.ts';
import { requireRecentSignIn } from '#server/staff/session/session.ts';

export function registerCustomerRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, getCustomerFile, async ({ body, reply, staff }) => {
    await requireRecentSignIn(context, reply.request);
    const file = await describeCustomer(context, body.email);
    await context.db.transaction((tx) =>
      recordChange(tx, context, {
        staff,
        action: 'customer.download',
        entity: 'customer',
        entityId: 'one',
        before: null,
        after: { orders: file.orders.map(({ number }) => number) },
      }),
    );
    const { timeZone } = (await context.site.current()).business;
    const { date } = wallTimeAt(context.clock(), timeZone);
    reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="customer-${date}.json"`);
    return file;
  });

  staffRoute(app, eraseCustomerCall, async ({ body, reply, staff }) => {
    await requireRecentSignIn(context, reply.request);
    return eraseCustomer(context, staff, body.email);
  });
}
