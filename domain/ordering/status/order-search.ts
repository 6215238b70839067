/** How staff find an order: by any part of a name, email, phone or order number, however it is spelled. Spec 2. */

type SearchableOrder = {
  number: string;
  firstName: string;
  lastName: string;
  email: string;
  /** +61 and nine digits. */
  phone: string;
};

/** Letters that Unicode does not decompose into a plain letter and a mark. */
const PLAIN_CHARACTERS: Record<string, string> = {
  đ: 'd',
  ð: 'd',
  ø: 'o',
  ł: 'l',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  '’': "'",
};

/** Lower case without accents, single spaces: "Nguyễn,  Mia" -> "nguyen mia". */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[đðøłıßæœ’]/g, (character) => PLAIN_CHARACTERS[character] ?? character)
    .replaceAll(/[\s,]+/g, ' ')
    .trim();
}

function squeeze(text: string): string {
  return text.toLowerCase().replaceAll(/[^0-9a-z]/g, '');
}

/** Searchable text of an order: one value per line, so no match spans two. */
export function searchTextOf(order: SearchableOrder): string {
  const national = order.phone.slice('+61'.length);
  return [
    // The first name again at the end: both "mia nguyen" and "nguyen mia" match.
    fold(`${order.firstName} ${order.lastName} ${order.firstName}`),
    fold(order.email),
    `0${national}`,
    `61${national}`,
    squeeze(order.number),
  ].join('\n');
}

const A_PHONE = /^[\d ()+./-]+$/;
const AN_ORDER_NUMBER = /^[0-9a-z -]+$/;

/** Alternatives, one of which an order's search text must contain; empty if there is nothing to search for. */
export function searchTermsOf(query: string): string[] {
  const folded = fold(query);
  const terms = new Set([folded]);
  if (AN_ORDER_NUMBER.test(folded)) terms.add(squeeze(folded));
  if (A_PHONE.test(folded)) {
    const digits = squeeze(folded);
    terms.add(digits);
    // +61 (0)412 and 061 412 are spellings of 0412.
    terms.add(digits.replace(/^(?:610|061)/, '61'));
  }
  terms.delete('');
  return [...terms];
}
