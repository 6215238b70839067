import { formatDate } from '#platform/rules/plain-date.ts';
import { RECORD_KIND_NAMES } from '#areas/kitchen/rules/record-kinds.ts';
import type { Context } from '#platform/server/context.ts';
import { describeFoodSafety } from '#areas/kitchen/server/describe-food-safety.ts';
import { type FoundList, foundList } from '#areas/office/server/found-list.ts';

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
