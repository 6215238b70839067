/** The filters of the order list in words. */
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import type { OpenOrderBalance } from '#areas/order-book/rules/order-account.ts';
import type { OrderListFilter } from '#areas/orders/web/portal/admin-orders-queries.ts';

export const BALANCE_LABELS: Record<OpenOrderBalance, string> = {
  owed: 'Money owed',
  refund: 'To be refunded',
};

/** Each filter that is on; the status has its own tabs. Without its name, a meal is only called one. */
export function chosenTexts(filter: OrderListFilter, mealName = 'one meal'): string[] {
  const { q, deliveryDate, window, suburb, mealId, allergies, balance } = filter;
  return [
    q === '' ? '' : `“${q}”`,
    deliveryDate === '' ? '' : formatDayAndMonth(deliveryDate),
    window === '' ? '' : windowLabel(window),
    suburb,
    mealId === '' ? '' : mealName,
    allergies === '' ? '' : 'with allergies or diets',
    balance === '' ? '' : BALANCE_LABELS[balance],
  ].filter((text) => text !== '');
}
