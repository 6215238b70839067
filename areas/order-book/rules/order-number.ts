/** Order numbers such as RT-7K3F-9Q2X: random, no date, no look-alike characters. */

/** 32 characters, so the low 5 bits of a random byte pick each with equal probability. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 8;

/** Eight random bytes -> an order number (40 random bits). */
export function orderNumberFrom(randomBytes: Uint8Array, prefix: string): string {
  if (randomBytes.length < CODE_LENGTH)
    throw new RangeError(`an order number needs ${CODE_LENGTH} random bytes`);
  const characters = Array.from(
    randomBytes.subarray(0, CODE_LENGTH),
    (byte) => ALPHABET[byte % ALPHABET.length],
  ).join('');
  return `${prefix}-${characters.slice(0, 4)}-${characters.slice(4)}`;
}

/** Parses a number however it was typed ("rt 7k3f9q2x") into its one form; null if it cannot be one. */
export function parseOrderNumber(text: string, prefix: string): string | null {
  const characters = text.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
  const isWithPrefix =
    characters.length === prefix.length + CODE_LENGTH && characters.startsWith(prefix);
  const bare = isWithPrefix ? characters.slice(prefix.length) : characters;
  const isNumber =
    bare.length === CODE_LENGTH && [...bare].every((character) => ALPHABET.includes(character));
  return isNumber ? `${prefix}-${bare.slice(0, 4)}-${bare.slice(4)}` : null;
}

/** Numbers are typed with spaces and dashes. */
export const LONGEST_TYPED_NUMBER = 40;
export const NUMBER_MISSING_MESSAGE = 'Please enter your order number (e.g., RT-7K3F-9Q2X)';

/**
 * The eight characters that tell one order from another, however the number was typed and whatever prefix orders had when
 * it was given; null if it cannot be one.
 */
export function orderCodeOf(typed: string): string | null {
  const characters = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
  const [, code = ''] = /^[A-Z]{0,3}(.{8})$/.exec(characters) ?? [];
  const isCode =
    code.length === CODE_LENGTH && [...code].every((character) => ALPHABET.includes(character));
  return isCode ? code : null;
}
