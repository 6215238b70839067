import {
  createContext,
  type Dispatch,
  type ReactNode,
  useContext,
  useDeferredValue,
  useCallback,
  useEffect,
  useRef,
} from 'react';
import type { OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { ForCaller } from '#areas/checkout/web/for-caller.ts';
import type { OrderMenu } from './order-menu.ts';
import type { DraftAction } from './order-reducer.ts';
import type { Step } from './order-steps.ts';
import type { OrderState } from './restore-order.ts';

/** What every step works with: the order, how to change it, and what the kitchen offers. */
export type OrderInWizard = OrderState & {
  dispatch: Dispatch<DraftAction>;
  goTo: (step: Step) => void;
  /** Refetches week, windows and meals. */
  refreshKitchen: () => void;
  facts: BusinessFacts;
  week: OrderingWeekReply;
  menu: OrderMenu;
  forCaller?: ForCaller | undefined;
};

const OrderContext = createContext<OrderInWizard | null>(null);

export function OrderProvider({ order, children }: { order: OrderInWizard; children: ReactNode }) {
  return <OrderContext value={order}>{children}</OrderContext>;
}

/**
 * Below it, who eats what follows once the tap that changed it has been answered on the screen; all else at once. Its
 * children are memoized, or they would not wait.
 */
export function DeferredOrder({ children }: { children: ReactNode }) {
  const order = useOrder();
  const later = useDeferredValue(order);
  const isWaiting = later.draft.people !== order.draft.people;
  return <OrderContext value={isWaiting ? later : order}>{children}</OrderContext>;
}

export function useOrder(): OrderInWizard {
  const order = useContext(OrderContext);
  if (!order) throw new Error('This belongs inside the order wizard');
  return order;
}

/** The same function for good, so that what is given it need not be drawn again. */
export function useStableCall<Arguments extends unknown[]>(
  call: (...args: Arguments) => void,
): (...args: Arguments) => void {
  const latest = useRef(call);
  useEffect(() => {
    latest.current = call;
  });
  return useCallback((...args: Arguments) => latest.current(...args), []);
}
