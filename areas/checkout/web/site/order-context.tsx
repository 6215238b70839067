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
import type { DraftAction, OrderState } from './order-reducer.ts';

export type OrderInWizard = OrderState & {
  dispatch: Dispatch<DraftAction>;
  goTo: (step: Step) => void;
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

/** The four steps of the wizard, and the current one from the URL. Spec 2, 4. */

export const STEP_TITLES = [
  'Number of People',
  'Meal Selection',
  'Customer Info',
  'Order Summary',
] as const;

export type Step = 1 | 2 | 3 | 4;

/** The step that `?step=` requests, limited to those allowed so far; anything unreadable is the first. */
export function stepFrom(asked: string | null, furthest: Step): Step {
  const wished = ([1, 2, 3, 4] as const).find((step) => String(step) === asked) ?? 1;
  return wished > furthest ? furthest : wished;
}

/** Where to fix a problem found by the server; `field` is a path in the order, such as `customer.phone`. */
export function stepForField(field: string): Step {
  if (field.startsWith('customer') || field.startsWith('recipient')) return 3;
  return field.startsWith('people') ? 1 : 2;
}
