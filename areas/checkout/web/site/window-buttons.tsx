import { useConfig } from '#areas/business/web/page-data.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { useMenu } from '#areas/menu/web/menu-data.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import {
  type OtherWindow,
  keepsOnMenu,
  lateIn,
  nameOfWindow,
  placesText,
  type Window,
  windowsInstead,
  withOtherWindow,
} from './other-windows.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { closedDeliveries } from './deliveries.ts';
import type { WizardNotice } from '#areas/checkout/web/site/order/notices.ts';
import type { OrderInWizard } from './order-context.tsx';

type WindowButtonsProps = {
  orderData: PreparedOrder;
  /** Among its deliveries, those that need another window. */
  from: readonly Window[];
  free: readonly OtherWindow[];
  /** Their day stands above. */
  isUnderDay?: boolean;
  isBusy?: boolean;
  onChoose: (orderData: PreparedOrder) => void;
};

/** Each delivery’s other windows that suit its meals. */
export function useWindowsInstead({
  orderData,
  from,
  free,
}: Pick<WindowButtonsProps, 'orderData' | 'from' | 'free'>) {
  const { business } = useConfig();
  const keeps = keepsOnMenu(useMenu(), business);
  return from.flatMap((one) =>
    windowsInstead(orderData, one, free, keeps).map((to) => ({ one, to })),
  );
}

/** Other windows for a basket, one tap each. */
export function WindowButtons(props: WindowButtonsProps) {
  const { orderData, from, isUnderDay = false, isBusy, onChoose } = props;
  const choices = useWindowsInstead(props);
  const { business } = useConfig();
  const late = new Set(choices.map(({ one, to }) => lateIn(orderData, one, to, business)));
  late.delete(null);
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
          {[
            isUnderDay && to.date === one.date ? windowLabel(to.timeSlot) : nameOfWindow(to),
            placesText(to),
          ]
            .filter(Boolean)
            .join(', ')}
        </Button>
      ))}
      {[...late].map((words) => (
        <p key={words} className="w-full text-sm text-ink-soft">
          {words}
        </p>
      ))}
    </>
  );
}

/**
 * For windows that filled up after they were chosen; empty: none. The checkout decides: the last place may be held for this
 * very order.
 */
export function fullWindowNotices(
  { draft, facts, week }: Pick<OrderInWizard, 'draft' | 'facts' | 'week'>,
  onChoose: () => void,
): WizardNotice[] {
  const full = closedDeliveries(draft, week, facts);
  if (full.length === 0) return [];
  const names = full.map(
    ({ date, window }) => `${formatDayAndMonth(date)}, ${windowLabel(window)}`,
  );
  return [
    {
      kind: 'place',
      tone: 'warning',
      words: `A delivery window has filled up: ${new Intl.ListFormat('en-AU').format(names)}`,
      action: { label: 'Choose another', onPress: onChoose },
    },
  ];
}
