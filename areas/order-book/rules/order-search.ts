/**
 * How staff find an order: by any part of a name, email, phone, order number (spec 2), street, suburb or postcode,
 * however it is spelled.
 */

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

/** Searchable text of an order: one value per line, so no word matches across two. */
export function searchTextOf(order: SearchableOrder): string {
  const { line1, line2, suburb } = order.address;
  return [
    nameLine(order),
    fold(order.email),
    ...phoneLines(order),
    squeeze(order.number),
    // The same in migration 0015.
    fold(`${line1} ${line2} ${suburb.name} ${suburb.postcode}`),
    ...(order.recipient ? [nameLine(order.recipient), ...phoneLines(order.recipient)] : []),
  ].join('\n');
}

/** The first name again at the end: both "mia nguyen" and "nguyen mia" match. */
function nameLine({
  firstName,
  lastName,
}: Pick<SearchableOrder, 'firstName' | 'lastName'>): string {
  return fold(`${firstName} ${lastName} ${firstName}`);
}

function phoneLines({ phone }: Pick<SearchableOrder, 'phone'>): string[] {
  const national = phone.slice('+61'.length);
  return [`0${national}`, `61${national}`];
}

const A_PHONE = /^[\d ()+./-]+$/;
const AN_ORDER_NUMBER = /^[0-9a-z -]+$/;

/**
 * What an order's search text must contain: of each word one of its spellings. Digits alone are one number however
 * they are grouped. Empty if there is nothing to search for.
 */
export function searchTermsOf(query: string): string[][] {
  const folded = fold(query);
  if (folded === '') return [];
  const words = A_PHONE.test(folded) ? [folded] : folded.split(' ');
  return [...new Set(words)].map(spellingsOf);
}

function spellingsOf(word: string): string[] {
  const spellings = new Set([word]);
  if (AN_ORDER_NUMBER.test(word)) spellings.add(squeeze(word));
  if (A_PHONE.test(word)) {
    const digits = squeeze(word);
    spellings.add(digits);
    // +61 (0)412 and 061 412 are spellings of 0412.
    spellings.add(digits.replace(/^(?:610|061)/, '61'));
  }
  spellings.delete('');
  return [...spellings];
}
