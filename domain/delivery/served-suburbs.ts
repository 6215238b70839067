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

const ABBREVIATIONS: [RegExp, string][] = [
  [/\bmt\.?(?=\s)/gi, 'Mount'],
  [/\b(pt|pnt)\.?(?=$|[\s,])/gi, 'Point'],
];

/** What a visitor may type to ask whether we come: a suburb, in words of theirs, or a postcode, which may be that of several. */
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
