import { useDeferredValue, useState } from 'react';
import { DeliverySection } from '#areas/checkout/web/site/delivery-section.tsx';
import { MealPicker } from '#areas/checkout/web/site/order-meals/meal-picker.tsx';
import { useCellFocus } from '#areas/checkout/web/site/order-meals/use-cell-focus.ts';
import { type OpenCell, useOpenCell } from '#areas/checkout/web/site/order-meals/use-open-cell.ts';
import { WeekTable } from '#areas/checkout/web/site/order-meals/week-table.tsx';
import { PersonTabs } from '#areas/checkout/web/site/person-tabs.tsx';
import { DeferredOrder, OrderProvider, useOrder } from '#areas/checkout/web/site/order-context.tsx';
import type { OrderMenu } from '#areas/checkout/web/site/order-menu.ts';

type ChangeTableProps = {
  /** What is sold today: the picker offers nothing else. */
  menuToday: OrderMenu;
  /** The cell that a refusal leads to. */
  shown: OpenCell | null;
};

/** The wizard's table with the order's meals, and how they arrive. */
export function ChangeTable({ menuToday, shown }: ChangeTableProps) {
  const order = useOrder();
  const { draft, week } = order;
  const { pick, openPick, movePick, closePick } = useOpenCell(draft.people.length, week.days);
  const [seat, setSeat] = useState(pick?.personIndex ?? 0);
  const [lastShown, setLastShown] = useState(shown);
  if (shown !== lastShown) {
    setLastShown(shown);
    if (shown) setSeat(shown.personIndex);
  }
  const personIndex = Math.min(seat, draft.people.length - 1);
  // The week of fourteen meals takes longer to draw than a tap may wait.
  const drawnIndex = useDeferredValue(personIndex);
  // What a link leads to must be there to take the focus.
  const shownIndex = personIndex === shown?.personIndex ? personIndex : drawnIndex;
  useCellFocus(pick, shown);

  function moveTo(cell: OpenCell) {
    setSeat(cell.personIndex);
    movePick(cell);
  }

  return (
    <>
      <div className="grid gap-4">
        <DeferredOrder>
          <PersonTabs seat={personIndex} onChoose={setSeat} />
        </DeferredOrder>
        <DeferredOrder>
          <WeekTable personIndex={shownIndex} onPick={openPick} />
        </DeferredOrder>
      </div>
      <DeferredOrder isAtOnce={pick === null}>
        <DeliverySection ref={null} />
      </DeferredOrder>
      <OrderProvider order={{ ...order, menu: menuToday }}>
        <MealPicker pick={pick} wishId={null} onMove={moveTo} onClose={closePick} />
      </OrderProvider>
    </>
  );
}
