/** The mainland Redlands suburbs that are delivered to, each with its one postcode. Spec 9. */
import type { ServedSuburb } from '#domain/business.ts';

export const SUBURB_MESSAGE = 'Please select a valid suburb from the list';

function plain(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** The served suburb of this name, whatever its capitals and spaces; undefined when it is not served. */
export function findServedSuburb(
  name: string,
  suburbs: readonly ServedSuburb[],
): ServedSuburb | undefined {
  return suburbs.find((suburb) => plain(suburb.name) === plain(name));
}

/** Reads "Cleveland", "Cleveland 4163" or "Cleveland QLD 4163"; undefined when not served or the postcode belongs elsewhere. */
export function parseSuburb(
  text: string,
  suburbs: readonly ServedSuburb[],
): ServedSuburb | undefined {
  const match = /^(.*?)(?:[\s,]+qld)?(?:[\s,]+(\d{4}))?$/i.exec(text.trim());
  const suburb = findServedSuburb(match?.[1] ?? '', suburbs);
  const postcode = match?.[2];
  return suburb && (postcode === undefined || postcode === suburb.postcode) ? suburb : undefined;
}
