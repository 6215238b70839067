/** How staff find a delivery of the day: by words of name, street, suburb, phone and order number, in any sequence. */
import { formatPhone } from '#areas/business/rules/australian-phone.ts';
import { fold } from '#areas/order-book/rules/order-search.ts';

type SearchableDelivery = {
  orderNumber: string;
  firstName: string;
  lastName: string;
  phone: string;
  address: string;
  suburb: string;
};

/** Every word of the search stands somewhere in it. An empty search finds all. */
export function isFoundBy(query: string, delivery: SearchableDelivery): boolean {
  const { orderNumber, firstName, lastName, phone, address, suburb } = delivery;
  const national = formatPhone(phone);
  const text = fold(
    [
      orderNumber,
      firstName,
      lastName,
      address,
      suburb,
      national,
      national.replaceAll(' ', ''),
    ].join(' '),
  );
  return fold(query)
    .split(' ')
    .every((word) => text.includes(word));
}
