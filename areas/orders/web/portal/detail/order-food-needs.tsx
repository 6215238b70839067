import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { agreedText, allergyBand, dietsAndNote } from '#areas/order-book/rules/allergy-band.ts';
import { hasFoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { AllergyBand } from '#areas/needs/web/allergy-band.tsx';

/** What each person may not eat, before anything else of the order, with what was agreed against it. */
export function OrderFoodNeeds({ order }: { order: AdminOrderReply }) {
  const { business } = useConfig();
  const people = order.people.filter(hasFoodNeeds);
  const agreed = order.orderItems.flatMap(({ id, personName, meal, override }) =>
    override
      ? [{ id, text: `${personName}, ${meal.name}: ${agreedText(override, business)}` }]
      : [],
  );
  if (people.length === 0 && agreed.length === 0) return null;
  return (
    <section
      aria-label="Allergies and diets"
      className="grid gap-2 rounded-2xl border-2 border-danger bg-danger-soft p-4"
    >
      {people.map((person) => (
        <AllergyBand key={person.name} band={allergyBand(person)} rest={dietsAndNote(person)} />
      ))}
      {agreed.map(({ id, text }) => (
        <p key={id} className="font-bold break-words">
          {text}
        </p>
      ))}
    </section>
  );
}
