import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { type Window, nameOfWindow, windowsInstead, withOtherWindow } from './other-windows.ts';

type WindowButtonsProps = {
  orderData: PreparedOrder;
  /** Of its deliveries, those that need another window. */
  from: readonly Window[];
  free: readonly Window[];
  isBusy?: boolean;
  onChoose: (orderData: PreparedOrder) => void;
};

/** Other windows for a basket, one tap each. */
export function WindowButtons({ orderData, from, free, isBusy, onChoose }: WindowButtonsProps) {
  const choices = from.flatMap((one) =>
    windowsInstead(orderData, one, free).map((to) => ({ one, to })),
  );
  return (
    <>
      {choices.map(({ one, to }) => (
        <Button
          key={nameOfWindow(one) + nameOfWindow(to)}
          variant="secondary"
          size="small"
          disabled={isBusy}
          onClick={() => onChoose(withOtherWindow(orderData, one, to))}
        >
          {from.length > 1 && `${nameOfWindow(one)}: `}
          {nameOfWindow(to)}
        </Button>
      ))}
    </>
  );
}
