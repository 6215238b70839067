import { useId } from 'react';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { ItemRow } from './item-row.tsx';
import { addItem } from './order-edit.ts';
import { OrderPanel } from '#areas/orders/web/portal/detail/order-panel.tsx';
import type { OrderEditing } from './use-order-edit.ts';

type ItemFieldsProps = {
  order: AdminOrderReply;
  meals: readonly MealReply[];
  editing: OrderEditing;
};

/** The meals of an order, one row each. Rows keep their order while they are edited. */
export function ItemFields({ order, meals, editing }: ItemFieldsProps) {
  const { edit, problems, change } = editing;
  const namesId = useId();
  const names = [...new Set(edit.items.map(({ personName }) => personName))];
  return (
    <OrderPanel title="Meals">
      <datalist id={namesId}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <ul className="grid gap-3">
        {edit.items.map((item, index) => (
          <ItemRow
            key={item.key}
            item={item}
            index={index}
            order={order}
            meals={meals}
            namesId={namesId}
            editing={editing}
          />
        ))}
      </ul>
      {problems['orderItems'] && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {problems['orderItems']}
        </p>
      )}
      <Button
        variant="secondary"
        size="small"
        className="justify-self-start max-md:min-h-11"
        onClick={() => change(addItem)}
      >
        Add a meal
      </Button>
    </OrderPanel>
  );
}
