import { useQuery } from '@tanstack/react-query';
import type { PackedBagReply } from '#areas/kitchen/calls/daily-prep.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { mealRequests } from '#areas/order-book/rules/order-questions.ts';
import { specialBagsQuery } from '#areas/kitchen/web/portal/kitchen-queries.ts';

export type Specials = {
  /** Null: not known, and nobody may take that for none. */
  bags: readonly PackedBagReply[] | null;
  error: Error | null;
  isFetching: boolean;
  /** Beside a meal: "1 for Mia (all tree nuts, peanut): clean bench"; in one window, or on the whole day. */
  requestsOf: (mealId: number, window?: DeliveryWindow) => string[];
  onRetry: () => void;
};

/** For whom a day's meals are made with care: it comes after the totals, which are quicker. */
export function useSpecials(date: PlainDate): Specials {
  const { data, error, isFetching, refetch } = useQuery(specialBagsQuery(date));
  const bags = data?.bags ?? null;
  return {
    bags,
    error,
    isFetching,
    requestsOf: (mealId, window) =>
      mealRequests(
        mealId,
        (bags ?? []).filter(({ timeSlot }) => window === undefined || timeSlot === window),
      ),
    onRetry: () => void refetch(),
  };
}
