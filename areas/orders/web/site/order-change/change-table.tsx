import { useRef } from 'react';
import { DeliverySection } from '#areas/checkout/web/site/delivery-section.tsx';
import { ChoosingTable } from '#areas/checkout/web/site/order-meals/choosing-table.tsx';
import type { OpenCell } from '#areas/checkout/web/site/order-meals/use-open-cell.ts';
import { DeferredOrder } from '#areas/checkout/web/site/order-context.tsx';
import type { OrderMenu } from '#areas/checkout/web/site/order-menu.ts';

type ChangeTableProps = {
  /** What is sold today: the cards offer nothing else. */
  menuToday: OrderMenu;
  /** The cell that a refusal leads to. */
  shown: OpenCell | null;
};

/** The wizard's table with the order's meals, and how they arrive. */
export function ChangeTable({ menuToday, shown }: ChangeTableProps) {
  const delivery = useRef<HTMLElement>(null);
  return (
    <>
      <ChoosingTable
        menuToday={menuToday}
        shown={shown}
        onDone={() => delivery.current?.scrollIntoView({ block: 'start' })}
      />
      <DeferredOrder>
        <DeliverySection ref={delivery} />
      </DeferredOrder>
    </>
  );
}
