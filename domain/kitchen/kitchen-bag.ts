/** What one order gets in one window of a day, with everything that any printout says about it. */
import type { PackedItem, PackedOrder } from '#domain/kitchen/daily-totals.ts';

export type KitchenItem = PackedItem & {
  /** Weight of one serving. Null: not weighed yet. */
  servingGrams: number | null;
};

export type KitchenBag = Omit<PackedOrder, 'items'> & {
  orderId: number;
  customerName: string;
  /** As +61 and nine digits. */
  phone: string;
  addressLine1: string;
  addressLine2: string;
  suburb: string;
  postcode: string;
  items: readonly KitchenItem[];
};
