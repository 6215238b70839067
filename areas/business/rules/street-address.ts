/** Where a delivery goes: on the wire, one string of line 1, optional line 2 and suburb. Spec 3, 5. */
import type { ServedSuburb } from '#areas/business/rules/fact-lists.ts';
import { parseSuburb } from '#areas/business/rules/served-suburbs.ts';

export const ADDRESS_MESSAGE = 'Please enter your street address';
export const LONGEST_ADDRESS = 250;
const SHORTEST_LINE = 5;

export type StreetAddress = { line1: string; line2: string; suburb: ServedSuburb };

export type AddressProblem = 'line1' | 'suburb';

export function isStreetAddressLine(text: string): boolean {
  return text.trim().length >= SHORTEST_LINE;
}

/** "12 Shore St, Unit 3, Cleveland". */
export function joinAddress(address: { line1: string; line2: string; suburb: string }): string {
  return [address.line1, address.line2, address.suburb]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ');
}

/** "12 Shore St, Unit 3, Cleveland 4163": as it is printed, with the postcode. */
export function formatAddress({ line1, line2, suburb }: StreetAddress): string {
  return joinAddress({ line1, line2, suburb: `${suburb.name} ${suburb.postcode}` });
}

/** Splits the string again, from its end: the suburb is the last part, with or without state and postcode. */
export function parseAddress(
  address: string,
  suburbs: readonly ServedSuburb[],
): { address: StreetAddress } | { problem: AddressProblem } {
  const suburbStart = address.lastIndexOf(',');
  const served = parseSuburb(address.slice(suburbStart + 1), suburbs);
  if (!served) return { problem: 'suburb' };
  const suburb = { name: served.name, postcode: served.postcode };
  const street = address.slice(0, Math.max(suburbStart, 0)).trim();
  if (!isStreetAddressLine(street)) return { problem: 'line1' };
  const lines = street.split(',').map((line) => line.trim());
  const [line1 = '', ...rest] = lines.filter((line) => line !== '');
  return isStreetAddressLine(line1)
    ? { address: { line1, line2: rest.join(', '), suburb } }
    : { address: { line1: street, line2: '', suburb } };
}
