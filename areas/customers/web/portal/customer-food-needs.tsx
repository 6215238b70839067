import type { CustomerReply } from '#areas/customers/calls/customers.ts';
import { allergyBand, dietsAndNote } from '#areas/order-book/rules/allergy-band.ts';
import { AllergyBand } from '#areas/needs/web/allergy-band.tsx';

/** What was told in any order within a year, before anything else about the customer. */
export function CustomerFoodNeeds({ foodNeeds }: Pick<CustomerReply, 'foodNeeds'>) {
  if (foodNeeds.length === 0) return null;
  return (
    <section
      aria-label="Allergies and diets"
      className="grid gap-2 rounded-2xl border-2 border-danger bg-danger-soft p-4"
    >
      {foodNeeds.map((person) => (
        <AllergyBand key={person.name} band={allergyBand(person)} rest={dietsAndNote(person)} />
      ))}
      <p className="text-sm">
        From all orders of the last 12 months together. The latest order may say less: ask the
        customer.
      </p>
    </section>
  );
}
