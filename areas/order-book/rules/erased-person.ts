/** What is left of an order's people once they are erased: amounts, meals and dates, and nobody's details. */
import type { CheckedCustomer } from './check-customer.ts';
import type { CheckedOrder } from '#areas/order-book/rules/check-order.ts';
import type { FeeLine, OrderPrice } from './order-pricing.ts';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import { personKey } from '#platform/rules/customer-name.ts';

export const ERASED = 'erased';

/** Where a customer's details were. Warm or cold stays: it tells of the meals. */
export function erasedCustomer({
  deliveryPreference,
}: Pick<CheckedCustomer, 'deliveryPreference'>): CheckedCustomer {
  return {
    firstName: 'Erased',
    lastName: 'customer',
    email: '',
    phone: '',
    address: { line1: '', line2: '', suburb: { name: '', postcode: '' } },
    deliveryPreference,
    specialInstructions: '',
  };
}

/** "Person 2": `position` counts from 1, as in the wizard. */
export function erasedName(position: number): string {
  return `Person ${position}`;
}

function erasedFees(fees: readonly FeeLine[], names: readonly string[]): FeeLine[] {
  return fees.map((fee) => ({ ...fee, personName: nameIn(names, fee.personName) }));
}

/** An order that was never paid, or its copy as it was paid for. */
export function erasePeople<Frozen extends CheckedOrder & { price: OrderPrice }>(
  order: Frozen,
): Frozen {
  const names = order.people.map(({ name }) => name);
  return {
    ...order,
    customer: erasedCustomer(order.customer),
    ...(order.recipient && { recipient: null }),
    ...(order.foodAnswers && { foodAnswers: [] }),
    people: order.people.map((person, index) => ({
      ...person,
      ...NO_FOOD_NEEDS,
      name: erasedName(index + 1),
    })),
    items: order.items.map((item) => ({ ...item, personName: nameIn(names, item.personName) })),
    price: { ...order.price, fees: erasedFees(order.price.fees, names) },
  };
}

function nameIn(names: readonly string[], name: string): string {
  const index = names.findIndex((one) => personKey(one) === personKey(name));
  return index === -1 ? 'Person' : erasedName(index + 1);
}
