/** How staff find an order: by any part of a name, e-mail, phone or order number, however it is spelled. Spec 2. */

type SearchableOrder = {
  number: string;
  firstName: string;
  lastName: string;
  email: string;
  /** +61 and nine digits. */
  phone: string;
};

/** Letters that Unicode does not take apart into a plain letter and a mark. */
const PLAIN_LETTERS: Record<string, string> = {
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

/** Small letters without accents, single spaces: "Nguyễn,  Mia" -> "nguyen mia". */
function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[đðøłıßæœ’]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replaceAll(/[\s,]+/g, ' ')
    .trim();
}

function squeeze(text: string): string {
  return text.toLowerCase().replaceAll(/[^0-9a-z]/g, '');
}

/** What the database keeps of an order to search in: one thing a line, so that no match runs from one into the next. */
export function searchTextOf(order: SearchableOrder): string {
  const national = order.phone.slice('+61'.length);
  return [
    // The first name again at the end: "mia nguyen" and "nguyen mia" are both part of it.
    fold(`${order.firstName} ${order.lastName} ${order.firstName}`),
    fold(order.email),
    `0${national}`,
    `61${national}`,
    squeeze(order.number),
  ].join('\n');
}

const A_PHONE = /^[\d ()+./-]+$/;
const AN_ORDER_NUMBER = /^[0-9a-z -]+$/;

/** The texts of which one must be part of an order's search text; empty when there is nothing to search for. */
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
