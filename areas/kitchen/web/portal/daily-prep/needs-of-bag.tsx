import type { PackedBagReply } from '#areas/kitchen/calls/daily-prep.ts';
import { allergyBand, dietsAndNote } from '#areas/order-book/rules/allergy-band.ts';
import { AllergyBand } from '#areas/needs/web/allergy-band.tsx';

export function NeedsOfBag({ needs }: Pick<PackedBagReply, 'needs'>) {
  return (
    <div className="grid gap-1.5 empty:hidden">
      {needs.map((person) => (
        <AllergyBand key={person.name} band={allergyBand(person)} rest={dietsAndNote(person)} />
      ))}
    </div>
  );
}

/** Apart from every other portion of its bag. */
export function keyOfPortion(item: PackedBagReply['items'][number]): string {
  const { personName, mealId, mealDate, mealType, helping } = item;
  return `${personName} ${mealId} ${mealDate} ${mealType} ${helping ?? ''}`;
}
