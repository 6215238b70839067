import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { orderQuery } from '#areas/orders/web/portal/admin-orders-queries.ts';
import { CancelDialog } from '#areas/orders/web/portal/cancel-dialog.tsx';
import { refreshAround } from '#areas/orders/web/portal/list/order-cache.ts';
import { isIn } from './describe-order.ts';
import { MealTicks } from './meal-ticks.tsx';

type Item = AdminOrderReply['orderItems'][number];

type CancelMealsProps = {
  order: AdminOrderReply;
  /** Of the dialog: "Zoe’s meals". */
  name: string;
  label: string;
  /** Which of its meals. */
  of: (item: Item) => boolean;
};

/** Of what is not on the road yet and has not arrived. */
export function CancelMealsButton({ order, name, label, of }: CancelMealsProps) {
  const mayCancel = useMayDo('refundOrders');
  const [isOpen, setIsOpen] = useState(false);
  const items = cancellable(order).filter(of);
  if (!mayCancel || items.length === 0 || order.status !== 'confirmed') return null;
  return (
    <>
      <button
        type="button"
        className="inline-flex min-h-11 items-center text-left underline underline-offset-4"
        onClick={() => setIsOpen(true)}
      >
        {label}
      </button>
      {isOpen && (
        <CancelMeals order={order} name={name} items={items} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

function cancellable({ orderItems, deliveries }: AdminOrderReply): Item[] {
  const open = deliveries.filter(
    ({ status }) => !['out', 'delivered', 'cancelled'].includes(status),
  );
  return orderItems.filter((item) => open.some((delivery) => isIn(item, delivery)));
}

type CancelMealsDialogProps = {
  order: AdminOrderReply;
  name: string;
  items: readonly Item[];
  onClose: () => void;
};

function CancelMeals({ order, name, items, onClose }: CancelMealsDialogProps) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<readonly number[]>(() => items.map(({ id }) => id));
  const stays = order.orderItems.some(({ id }) => !chosen.includes(id));
  return (
    <CancelDialog
      name={name}
      what={chosen.length === 0 ? null : { itemIds: [...chosen] }}
      endsOrder={!stays}
      onDone={() => {
        onClose();
        void client.invalidateQueries({ queryKey: orderQuery(order.id).queryKey });
        refreshAround(client, order.id);
      }}
      onClose={onClose}
    >
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
