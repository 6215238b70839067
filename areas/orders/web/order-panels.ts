import { type ComponentType, createContext, useContext } from 'react';

/** What areas above add to the pages of an order; each is loaded with the first page that shows it. */
export type OrderPanels = {
  /** Above an order in the portal: what its customer reported as wrong. */
  Problems: ComponentType<{ filter: { orderId: string } }>;
  /** Beside it, about its customer: how many orders, and what was noted. */
  KnownCustomer: ComponentType<{ orderId: number }>;
  /** On the customer's own page: rating, and saying what was wrong. */
  Aftercare: ComponentType<{ token: string }>;
};

export const OrderPanelsContext = createContext<OrderPanels | null>(null);

export function useOrderPanels(): OrderPanels {
  const panels = useContext(OrderPanelsContext);
  if (!panels) throw new Error('an order is shown without its panels');
  return panels;
}
