import { PersonName } from '#platform/web/ui/person-name.tsx';
import { type Allergen, TREE_NUTS } from '#areas/needs/rules/allergens.ts';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';
import type { AddedNeeds } from '#areas/needs/rules/unite-people.ts';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';
import type { OrderNotice } from '#areas/order-book/web/kept-order-draft.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { personKey } from '#platform/rules/customer-name.ts';

type NeedsAdded = Extract<OrderNotice, { kind: 'needs-added' }>;

/** Who can't have what more than was known here; each taken off again by its own tap alone. */
export function NeedsAddedNotice({ notice: { added, as } }: { notice: NeedsAdded }) {
  return (
    <ul className="grid gap-3">
      {added.map((one) => (
        <Added key={one.personName} added={one} as={as} />
      ))}
    </ul>
  );
}

function Added({ added, as }: { added: AddedNeeds; as: string }) {
  const { draft, menu, dispatch } = useOrder();
  const index = draft.people.findIndex(
    ({ name }) => personKey(name) === personKey(added.personName),
  );
  const person = draft.people[index];
  if (!person) return null;
  const names = [...added.allergens, ...added.avoid];
  const still = tapsOf(added).filter((tap) =>
    tap.some((name) => [...person.allergens, ...person.avoid].includes(name)),
  );
  const isEaten = (tap: readonly string[], name: string) => tap.includes(name);
  return (
    <li className="grid min-w-0 gap-1.5 wrap-anywhere">
      <span>
        <PersonName name={person.name} className="font-semibold" />: {namesText(names)} added, {as}.
      </span>
      <span className="flex flex-wrap gap-2">
        {still.map((tap) => (
          <Button
            key={namesText(tap)}
            variant="secondary"
            size="small"
            className="py-1.5"
            onClick={() =>
              dispatch({
                type: 'food needs changed',
                index,
                changes: {
                  allergens: person.allergens.filter((name) => !isEaten(tap, name)),
                  avoid: person.avoid.filter((name) => !isEaten(tap, name)),
                },
                menu,
              })
            }
          >
            <PersonName name={person.name} /> can eat {namesText(tap)} again
          </Button>
        ))}
      </span>
    </li>
  );
}

const NUTS: readonly Allergen[] = TREE_NUTS;

/** One tap for each, and one for all tree nuts, as they are chosen. */
function tapsOf({ allergens, avoid }: AddedNeeds): string[][] {
  const isAllNuts = NUTS.every((nut) => allergens.includes(nut));
  const single = allergens.filter((name) => !isAllNuts || !NUTS.includes(name));
  return [...(isAllNuts ? [[...NUTS]] : []), ...[...single, ...avoid].map((name) => [name])];
}
