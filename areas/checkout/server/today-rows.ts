import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { formatDollars } from '#platform/rules/money.ts';
import { customerName } from '#areas/order-book/rules/order.ts';
import { payUntilText } from '#areas/order-book/rules/phone-order.ts';
import { checkouts, ENDED_UNPAID, phoneOrders } from '#areas/order-book/server/tables/checkouts.ts';
import { portalLink, type TodayRows } from '#areas/order-book/server/today-rows.ts';

/** Phone orders whose places were given back, until someone has seen it or their customer is forgotten. */
export const checkoutToday: readonly TodayRows[] = [
  {
    kinds: {
      unpaid_phone_order: {
        level: 'answer',
        many: 'phone orders not paid',
        page: 'phone',
        right: 'takePhoneOrders',
      },
    },
    async find({ db }, { business: { timeZone } }) {
      const rows = await db
        .select({
          id: checkouts.id,
          frozenOrder: checkouts.frozenOrder,
          totalCents: checkouts.totalCents,
          holdUntil: checkouts.holdUntil,
        })
        .from(phoneOrders)
        .innerJoin(checkouts, eq(checkouts.id, phoneOrders.checkoutId))
        .where(
          and(
            inArray(checkouts.state, ENDED_UNPAID),
            isNull(phoneOrders.cancelledAt),
            isNull(phoneOrders.seenAt),
            isNull(checkouts.purgedAt),
          ),
        )
        .orderBy(asc(checkouts.holdUntil), asc(checkouts.id));
      return rows.map(({ id, frozenOrder, totalCents, holdUntil }) => ({
        kind: 'unpaid_phone_order',
        id,
        title: `${customerName(frozenOrder.customer)} did not pay a phone order`,
        detail: [formatDollars(totalCents), `until ${payUntilText(holdUntil.getTime(), timeZone)}`],
        since: holdUntil.getTime(),
        link: portalLink({ tab: 'phone' }),
        action: 'Call',
      }));
    },
  },
];
