/** Order numbers such as RT-7K3F-9Q2X: random, no date, no look-alike characters. */

/** 32 characters, so the low 5 bits of a random byte pick each with equal probability. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const SIGNS = 8;

/** Eight random bytes -> an order number (40 random bits). */
export function orderNumberFrom(randomBytes: Uint8Array, prefix: string): string {
  if (randomBytes.length < SIGNS)
    throw new RangeError(`an order number needs ${SIGNS} random bytes`);
  const signs = Array.from(
    randomBytes.subarray(0, SIGNS),
    (byte) => ALPHABET[byte % ALPHABET.length],
  ).join('');
  return `${prefix}-${signs.slice(0, 4)}-${signs.slice(4)}`;
}

/** Parses a number however it was typed ("rt 7k3f9q2x") into its one form; null if it cannot be one. */
export function parseOrderNumber(text: string, prefix: string): string | null {
  const signs = text.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
  const isWithPrefix = signs.length === prefix.length + SIGNS && signs.startsWith(prefix);
  const bare = isWithPrefix ? signs.slice(prefix.length) : signs;
  const isNumber = bare.length === SIGNS && [...bare].every((sign) => ALPHABET.includes(sign));
  return isNumber ? `${prefix}-${bare.slice(0, 4)}-${bare.slice(4)}` : null;
}
