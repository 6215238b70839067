import type { FastifyInstance } from 'fastify';
import {
  getShopping,
  getShoppingFile,
  printShopping,
  sendShoppingOrder,
  type ShoppingReply,
} from '#areas/kitchen/calls/shopping.ts';
import { countStock, getStock, wasteStock } from '#areas/kitchen/calls/stock.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { wallTimeAt } from '#platform/rules/zoned-time.ts';
import type { Context } from '#platform/server/context.ts';
import { sendCsv } from '#platform/server/drawing/send-csv.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { throttleCaller } from '#platform/server/http/throttle.ts';
import { sendPrintout } from '#areas/printouts/server/send-printout.ts';
import { describeShopping } from './describe-shopping.ts';
import { drawShopping } from './print-shopping.ts';
import { readShopping, type ShoppingQuestion } from './read-shopping.ts';
import { sendOrder } from './send-order.ts';
import { shoppingCsv } from './shopping-csv.ts';
import { recordCount, recordWaste } from './change-stock.ts';
import { describeStock } from './read-stock.ts';

export function registerShoppingRoutes(app: FastifyInstance, context: Context): void {
  const list = async (asked: ShoppingQuestion) =>
    describeShopping(await readShopping(context, asked), asked);
  const stock = async () => {
    const { business } = await context.site.current();
    const { date } = wallTimeAt(context.clock(), business.timeZone);
    return describeStock(context.db, date);
  };

  staffRoute(app, getShopping, ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return list(query);
  });

  staffRoute(app, getShoppingFile, async ({ query, reply }) =>
    sendCsv(reply, `${fileName(query)}.csv`, shoppingCsv(only(await list(query), query))),
  );

  staffRoute(app, printShopping, async ({ query, reply }) => {
    await throttleCaller(context, 'documents', reply.request);
    const body = await drawShopping(context, only(await list(query), query), query.by);
    return sendPrintout(reply, { name: `${fileName(query)}.pdf`, format: 'pdf', body });
  });

  staffRoute(app, sendShoppingOrder, async ({ body, staff }) => {
    await sendOrder(context, staff, body);
    return list(body);
  });

  staffRoute(app, getStock, ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return stock();
  });

  staffRoute(app, countStock, async ({ params, body, staff }) => {
    await recordCount(context, staff, params.id, body);
    return stock();
  });

  staffRoute(app, wasteStock, async ({ params, body, staff }) => {
    await recordWaste(context, staff, params.id, body);
    return stock();
  });
}

function fileName({ from, to }: Pick<ShoppingQuestion, 'from' | 'to'>): string {
  return `shopping-${from}-to-${to}`;
}

type Part = { supplierId?: number | undefined; arrives?: PlainDate | undefined };

/** One supplier's, or one order of theirs; without what is in no order then. */
function only(list: ShoppingReply, { supplierId, arrives }: Part): ShoppingReply {
  if (supplierId === undefined) return list;
  const orders = list.orders.filter(
    (order) =>
      order.supplierId === supplierId && (arrives === undefined || order.arrives === arrives),
  );
  return { ...list, orders, short: [], withoutPack: [], missing: [] };
}
