/**
 * How staff find an order: by any part of a name, email, phone, order number (spec 2), street, suburb or postcode,
 * however it is spelled.
 */

import type { ServedSuburb } from '#areas/business/rules/fact-lists.ts';
import { namesOfSuburb } from '#areas/business/rules/served-suburbs.ts';
import { searchableText, searchKey, wordInText } from '#platform/rules/search-key.ts';

type SearchableOrder = {
  number: string;
  firstName: string;
  lastName: string;
  email: string;
  /** +61 and nine digits. */
  phone: string;
  recipient?: { firstName: string; lastName: string; phone: string } | null | undefined;
  address: { line1: string; line2: string; suburb: { name: string; postcode: string } };
};

/**
 * Begins the search text of this form of `searchKey`. When the key changes, raise its number and change the index
 * `orders_to_refill`, which reads it: all are refilled.
 */
export const FORM_OF_SEARCH_TEXT = '§2';

/** Searchable text of an order: one value per line, so no word matches across two. */
export function searchTextOf(order: SearchableOrder): string {
  const { line1, line2, suburb } = order.address;
  return [
    FORM_OF_SEARCH_TEXT,
    ...whoLines(order),
    searchableText(order.email),
    searchableText(order.number),
    searchableText(`${line1} ${line2} ${suburb.name} ${suburb.postcode}`),
    ...(order.recipient ? whoLines(order.recipient) : []),
  ].join('\n');
}

function whoLines({
  firstName,
  lastName,
  phone,
}: Pick<SearchableOrder, 'firstName' | 'lastName' | 'phone'>): string[] {
  return [searchableText(`${firstName} ${lastName}`), searchableText(phone)];
}

/** The query, then as it reads with the other names of a suburb in it: an address keeps the name it was sold with. */
export function readingsOf(query: string, suburbs: readonly ServedSuburb[]): string[] {
  const asked = ` ${searchKey(query)} `;
  const others = suburbs.flatMap(({ name }) => {
    const names = namesOfSuburb(name, suburbs).map(searchKey);
    return names
      .filter((one) => asked.includes(` ${one} `))
      .flatMap((one) =>
        names
          .filter((other) => other !== one)
          .map((other) => asked.replace(` ${one} `, ` ${other} `)),
      );
  });
  return [query, ...others];
}

/** What the search text must contain, all of it. Empty if there is nothing to search for. */
export function searchTermsOf(query: string): string[] {
  const words = searchKey(query)
    .split(' ')
    .filter((word) => word !== '');
  return [...new Set(words)].map(wordInText);
}
