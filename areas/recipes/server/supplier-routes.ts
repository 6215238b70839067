import type { FastifyInstance } from 'fastify';
import * as calls from '#areas/recipes/calls/suppliers.ts';
import type { Context } from '#platform/server/context.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { listSuppliers, archiveSupplier, createSupplier, updateSupplier } from './save-supplier.ts';
import { addPack, removePack, updatePack } from './save-pack.ts';

export function registerSupplierRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, calls.listSuppliers, () => listSuppliers(context.db));
  staffRoute(app, calls.createSupplier, ({ body, staff }) => createSupplier(context, staff, body));
  staffRoute(app, calls.updateSupplier, ({ params, body, staff }) =>
    updateSupplier(context, staff, params.id, body),
  );
  staffRoute(app, calls.archiveSupplier, ({ params, body, staff }) =>
    archiveSupplier(context, staff, params.id, body.version),
  );
  staffRoute(app, calls.addPack, ({ params, body, staff }) =>
    addPack(context, staff, params.id, body),
  );
  staffRoute(app, calls.updatePack, ({ params, body, staff }) =>
    updatePack(context, staff, params, body),
  );
  staffRoute(app, calls.removePack, ({ params, body, staff }) =>
    removePack(context, staff, params, body.version),
  );
}
