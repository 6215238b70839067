import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { orderQuery } from '#areas/orders/web/portal/admin-orders-queries.ts';
import { CancelDialog } from '#areas/orders/web/portal/cancel-dialog.tsx';
import { refreshAround } from '#areas/orders/web/portal/list/order-cache.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { isIn } from './describe-order.ts';
import { MealTicks } from './meal-ticks.tsx';

type Item = AdminOrderReply['orderItems'][number];

/** Meals of what is not on the road yet and has not arrived. */
export function cancellable({ orderItems, deliveries, status }: AdminOrderReply): Item[] {
  if (status !== 'confirmed') return [];
  const open = deliveries.filter(
    (delivery) => !['out', 'delivered', 'cancelled'].includes(delivery.status),
  );
  return orderItems.filter((item) => open.some((delivery) => isIn(item, delivery)));
}

type CancelMealsProps = { order: AdminOrderReply; deliveryId: number; onClose: () => void };

/** A delivery, what one person is still to get, or any of these meals. */
export function CancelMeals({ order, deliveryId, onClose }: CancelMealsProps) {
  const client = useQueryClient();
  const all = cancellable(order);
  const delivery = order.deliveries.find(({ id }) => id === deliveryId);
  const people = [...new Set(all.map(({ personName }) => personName))];
  /** Empty: the delivery. */
  const [person, setPerson] = useState('');
  const itemsOf = (name: string) =>
    all.filter((item) =>
      name === '' ? delivery !== undefined && isIn(item, delivery) : item.personName === name,
    );
  const items = itemsOf(person);
  const [chosen, setChosen] = useState<readonly number[]>(() => items.map(({ id }) => id));
  const day = delivery ? formatDayAndMonth(delivery.date) : '';
  const isWhole = chosen.length === items.length;
  return (
    <CancelDialog
      name={isWhole ? (person === '' ? day : `${person}’s meals`) : mealsText(chosen.length)}
      what={chosen.length === 0 ? null : { itemIds: [...chosen] }}
      endsOrder={order.orderItems.every(({ id }) => chosen.includes(id))}
      onDone={() => {
        onClose();
        void client.invalidateQueries({ queryKey: orderQuery(order.id).queryKey });
        refreshAround(client, order.id);
      }}
      onClose={onClose}
    >
      {people.length > 1 && (
        <PillChoice
          legend="What is cancelled"
          value={person}
          pills={[
            { value: '', label: day },
            ...people.map((name) => ({ value: name, label: `${name}’s meals`, note: 'every day' })),
          ]}
          onChange={(name) => {
            setPerson(name);
            setChosen(itemsOf(name).map(({ id }) => id));
          }}
        />
      )}
      <MealTicks
        legend="Which meals"
        items={items}
        chosen={chosen}
        noteOf={({ id }) => (order.refundedItems.includes(id) ? 'Paid back' : null)}
        onChoose={setChosen}
      />
    </CancelDialog>
  );
}

function mealsText(count: number): string {
  return count === 1 ? '1 meal' : `${count} meals`;
}
