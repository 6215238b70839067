import type { FastifyInstance } from 'fastify';
import {
  addCustomerNote,
  deleteCustomerNote,
  eraseCustomer as eraseCustomerCall,
  eraseCustomerById,
  exportCustomers as exportCustomersCall,
  getCustomer as getCustomerCall,
  getCustomerFile,
  listCustomers as listCustomersCall,
  mergeCustomers as mergeCustomersCall,
} from '#areas/customers/calls/customers.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import { recordChange } from '#platform/server/audit/record-change.ts';
import type { Context } from '#platform/server/context.ts';
import { writeCustomerNote, deleteNote } from '#areas/customers/server/customer-notes.ts';
import { describeCustomer } from '#areas/customers/server/describe-customer.ts';
import { eraseCustomer } from '#areas/customers/server/erase-customer.ts';
import { exportCustomers } from '#areas/customers/server/export-customers.ts';
import { emailOfCustomer } from '#areas/customers/server/customer-emails.ts';
import { getCustomer } from '#areas/customers/server/get-customer.ts';
import { listCustomers } from '#areas/customers/server/list-customers.ts';
import { mergeCustomers } from '#areas/customers/server/merge-customers.ts';
import { sendCsv } from '#platform/server/drawing/send-csv.ts';
import { offerFile } from '#platform/server/http/offer-file.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { requireRecentSignIn } from '#areas/staff/server/session.ts';

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
    offerFile(reply, { name: `customer-${date}.json`, type: 'application/json; charset=utf-8' });
    return file;
  });

  staffRoute(app, eraseCustomerCall, async ({ body, reply, staff }) => {
    await requireRecentSignIn(context, reply.request);
    return eraseCustomer(context, staff, body.email);
  });

  staffRoute(app, eraseCustomerById, async ({ params, reply, staff }) => {
    await requireRecentSignIn(context, reply.request);
    return eraseCustomer(context, staff, await emailOfCustomer(context.db, params.id));
  });

  staffRoute(app, listCustomersCall, ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return listCustomers(context.db, query);
  });

  staffRoute(app, getCustomerCall, ({ params, reply }) => {
    reply.header('cache-control', 'no-store');
    return getCustomer(context, params.id);
  });
  registerCustomerChanges(app, context);
}

function registerCustomerChanges(app: FastifyInstance, context: Context): void {
  staffRoute(app, addCustomerNote, ({ params, body, staff }) =>
    writeCustomerNote(context, staff, { orderId: params.id, text: body.text }),
  );

  staffRoute(app, deleteCustomerNote, ({ params, staff }) =>
    deleteNote(context, staff, { orderId: params.id, noteId: params.noteId }),
  );

  staffRoute(app, mergeCustomersCall, ({ params, body, staff }) =>
    mergeCustomers(context, staff, { orderId: params.id, ...body }),
  );

  staffRoute(app, exportCustomersCall, async ({ reply, staff }) => {
    await requireRecentSignIn(context, reply.request);
    return sendCsv(reply, 'customers.csv', await exportCustomers(context, staff));
  });
}
