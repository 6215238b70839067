/** The mainland Redlands suburbs that we serve, each with its one postcode. Spec 9. */
import type { ServedSuburb } from '#domain/business.ts';

export const SUBURB_MESSAGE = 'Please select a valid suburb from the list';

function plain(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** The served suburb of this name, ignoring case and spacing; undefined if we do not serve it. */
export function findServedSuburb(
  name: string,
  suburbs: readonly ServedSuburb[],
): ServedSuburb | undefined {
  return suburbs.find((suburb) => plain(suburb.name) === plain(name));
}

/**
 * Parses "Cleveland", "Cleveland 4163" or "Cleveland QLD 4163"; undefined if not served or if the postcode is
 * another's.
 */
export function parseSuburb(
  text: string,
  suburbs: readonly ServedSuburb[],
): ServedSuburb | undefined {
  const match = /^(.*?)(?:[\s,]+qld)?(?:[\s,]+(\d{4}))?$/i.exec(text.trim());
  const suburb = findServedSuburb(match?.[1] ?? '', suburbs);
  const postcode = match?.[2];
  return suburb && (postcode === undefined || postcode === suburb.postcode) ? suburb : undefined;
}

const ABBREVIATIONS: [RegExp, string][] = [
  [/\bmt\.?(?=\s)/gi, 'Mount'],
  [/\b(pt|pnt)\.?(?=$|[\s,])/gi, 'Point'],
];

/**
 * A visitor's search for where we deliver: a suburb, however it is written, or a postcode, which several suburbs may
 * share.
 */
export function servedSuburbsFor(
  text: string,
  suburbs: readonly ServedSuburb[],
): readonly ServedSuburb[] {
  const asked = ABBREVIATIONS.reduce(
    (words, [short, long]) => words.replaceAll(short, long),
    text.trim(),
  );
  const postcode = /^(?:qld\s*)?(\d{4})$/i.exec(asked)?.[1];
  if (postcode !== undefined) return suburbs.filter((suburb) => suburb.postcode === postcode);
  const suburb = parseSuburb(asked, suburbs);
  return suburb ? [suburb] : [];
}
