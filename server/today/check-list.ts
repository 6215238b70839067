import { formatDate } from '#domain/calendar/plain-date.ts';
import { RECORD_KIND_NAMES } from '#domain/kitchen/temperatures/record-kinds.ts';
import type { Context } from '#server/context.ts';
import { describeFoodSafety } from '#server/kitchen/food-safety/describe-food-safety.ts';
import { type FoundList, foundList } from '#server/today/found-list.ts';

/** What should have been checked in the last days and was not. */
export async function listMissingChecks(context: Context): Promise<FoundList> {
  const { gaps } = await describeFoodSafety(context);
  return foundList(
    gaps.map(({ date, kind, place, half }) => ({
      id: `${date} ${kind} ${place} ${half ?? ''}`,
      label: `${RECORD_KIND_NAMES[kind]}: ${[place, formatDate(date), half].filter(Boolean).join(', ')}`,
      date,
      orderId: null,
    })),
  );
}
