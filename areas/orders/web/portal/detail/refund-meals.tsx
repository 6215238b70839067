import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { Price } from '#platform/web/ui/price.tsx';
import { itemText } from './refund-choice.ts';

type MealsProps = {
  order: AdminOrderReply;
  chosen: readonly number[];
  onChoose: (items: number[]) => void;
};

export function RefundMeals({ order, chosen, onChoose }: MealsProps) {
  return (
    <fieldset className="grid min-w-0">
      <legend className="mb-1 font-semibold">Which meals</legend>
      {order.orderItems.map((item) => {
        const isRefunded = order.refundedItems.includes(item.id);
        return (
          <label
            key={item.id}
            className={classNames(
              'flex min-h-12 items-center gap-3 border-t border-line py-1.5',
              isRefunded && 'text-ink-soft',
            )}
          >
            <input
              type="checkbox"
              className="size-5 shrink-0"
              disabled={isRefunded}
              checked={chosen.includes(item.id)}
              onChange={(event) =>
                onChoose(
                  event.target.checked
                    ? [...chosen, item.id]
                    : chosen.filter((id) => id !== item.id),
                )
              }
            />
            <span className="min-w-0 grow leading-tight">
              <span className="block break-words">{item.meal.name}</span>
              <span className="block text-sm text-ink-soft">{itemText(item)}</span>
            </span>
            {isRefunded ? (
              <span className="shrink-0 text-sm">Paid back</span>
            ) : (
              <Price amount={item.price} className="shrink-0" />
            )}
          </label>
        );
      })}
    </fieldset>
  );
}
