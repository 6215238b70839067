import { createHmac } from 'node:crypto';
import type { OrderItem } from '#domain/ordering/order.ts';

type Portion = Pick<OrderItem, 'id' | 'mealId' | 'personName' | 'deliveryDate' | 'deliveryWindow'>;

/**
 * What the code on a portion's label ends with. It cannot be guessed by counting, and is another once the portion is of
 * another meal, person, day or window: the label that was printed before is an old one then.
 */
export function portionCheck(portion: Portion, trackingSecret: string): string {
  const { id, mealId, personName, deliveryDate, deliveryWindow } = portion;
  return createHmac('sha256', trackingSecret)
    .update(['portion', id, mealId, personName, deliveryDate, deliveryWindow].join(':'))
    .digest('base64url')
    .slice(0, 8);
}
