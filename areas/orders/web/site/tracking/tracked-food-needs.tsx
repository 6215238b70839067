import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { NEEDS_TITLE } from '#areas/needs/rules/food-needs-text.ts';
import { NeedsList } from '#areas/needs/web/needs-list.tsx';
import { useConfig } from '#areas/business/web/page-data.ts';

/** What each person may not eat, so that the customer can see that we know. */
export function TrackedFoodNeeds({ people }: Pick<TrackedOrderReply, 'people'>) {
  const { phone } = useConfig().business;
  if (people.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h3 className="text-lg">{NEEDS_TITLE}</h3>
      <NeedsList people={people} phone={phone} />
    </section>
  );
}
