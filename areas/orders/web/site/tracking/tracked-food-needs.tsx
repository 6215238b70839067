import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { foodNeedsText } from '#areas/needs/rules/food-needs-text.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';

/** What each person may not eat, so that the customer can see that we know. */
export function TrackedFoodNeeds({ people }: Pick<TrackedOrderReply, 'people'>) {
  const { phone } = useConfig().business;
  if (people.length === 0) return null;
  return (
    <Card as="section" className="grid gap-2">
      <h2 className="text-xl">Allergies and diets</h2>
      <ul className="grid gap-1">
        {people.map((person) => (
          <li key={person.name} className="break-words">
            <strong>{person.name}</strong>: {foodNeedsText(person)}
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-soft">
        Our kitchen has this, and labels show who has which allergies. If anything has changed,
        please call us:{' '}
        <a href={paths.phone(phone)} className="font-semibold underline">
          {phone}
        </a>
        .
      </p>
    </Card>
  );
}
