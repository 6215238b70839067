/** How staff find a delivery of the day: by words of name, street, suburb, phone and order number, in any sequence. */
import { isFoundBy } from '#platform/rules/search-key.ts';

type SearchableDelivery = {
  orderNumber: string;
  firstName: string;
  lastName: string;
  phone: string;
  address: string;
  suburb: string;
};

/** An empty search finds all. */
export function isDeliveryFoundBy(query: string, delivery: SearchableDelivery): boolean {
  const { orderNumber, firstName, lastName, phone, address, suburb } = delivery;
  return isFoundBy(query, orderNumber, `${firstName} ${lastName}`, phone, address, suburb);
}
