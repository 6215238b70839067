import { OrderPeople } from '#areas/checkout/web/site/people-list.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useRemovePeople } from '#areas/checkout/web/site/use-remove-people.tsx';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';

/** Who eats, and what they may not eat: the wizard's cards. */
export function ChangePeople() {
  const { draft, facts } = useOrder();
  const { remove, resize, dialog } = useRemovePeople();
  const { people } = draft;

  return (
    <div className="grid gap-4">
      <OrderPeople remove={remove} />
      {people.length < facts.people.max && (
        <div className="grid justify-items-start gap-1">
          <Button variant="secondary" size="small" onClick={() => resize(people.length + 1)}>
            Add a person
          </Button>
          <p className="text-sm text-ink-soft">Then choose their meals in the table above.</p>
        </div>
      )}
      {dialog}
    </div>
  );
}
