/** The suburbs that we serve, each with its one postcode. Spec 9. */
import type { ServedSuburb } from '#areas/business/rules/fact-lists.ts';
import { canBeInState, STATE_NAMES } from '#areas/business/rules/australia.ts';

export const SUBURB_MESSAGE = 'Please select a valid suburb from the list';

const STATE = `(${STATE_NAMES.join('|')})`;
const WITH_STATE = new RegExp(String.raw`^(.*?)(?:[\s,]+${STATE})?(?:[\s,]+(\d{4}))?$`, 'i');
const POSTCODE = new RegExp(String.raw`^(?:${STATE}\s*)?(\d{4})$`, 'i');

function plain(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** The served suburb that has this name, or had it before, ignoring case and spacing; undefined if we do not serve it. */
export function findServedSuburb(
  name: string,
  suburbs: readonly ServedSuburb[],
): ServedSuburb | undefined {
  const asked = plain(name);
  return (
    suburbs.find((suburb) => plain(suburb.name) === asked) ??
    suburbs.find(({ aliases = [] }) => aliases.some((alias) => plain(alias) === asked))
  );
}

/** All names of the same place: the one it has now, then those before. A suburb that we do not serve has its own. */
export function namesOfSuburb(name: string, suburbs: readonly ServedSuburb[]): string[] {
  const served = findServedSuburb(name, suburbs);
  return served ? [served.name, ...(served.aliases ?? [])] : [name.trim().replaceAll(/\s+/g, ' ')];
}

/** What a suburb is called now, whatever an address of another day says. */
export function suburbNow(name: string, suburbs: readonly ServedSuburb[]): string {
  return namesOfSuburb(name, suburbs)[0] ?? name;
}

/** Whether both name one place, in whatever spelling, now or before. */
export function isSameSuburb(a: string, b: string, suburbs: readonly ServedSuburb[]): boolean {
  return plain(suburbNow(a, suburbs)) === plain(suburbNow(b, suburbs));
}

/** The same list, on which `is`, and no other, was called `was` before. Null: none was. */
export function withAlias(
  suburbs: readonly ServedSuburb[],
  { was, is }: { was: string; is: string | null },
): ServedSuburb[] {
  return suburbs.map(({ aliases: before = [], ...suburb }) => {
    const others = before.filter((alias) => plain(alias) !== plain(was));
    const aliases = suburb.name === is ? [...others, was] : others;
    return { ...suburb, ...(aliases.length > 0 && { aliases }) };
  });
}

/**
 * Parses "Sandy Bay", "Sandy Bay 7005" or "Sandy Bay TAS 7005"; undefined if not served, or if the
 * postcode or the state is another's.
 */
export function parseSuburb(
  text: string,
  suburbs: readonly ServedSuburb[],
): ServedSuburb | undefined {
  const [, name = '', state, postcode] = WITH_STATE.exec(text.trim()) ?? [];
  const suburb = findServedSuburb(name, suburbs);
  if (!suburb || !canBeInState(suburb.postcode, state)) return undefined;
  return postcode === undefined || postcode === suburb.postcode ? suburb : undefined;
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
  const [, state, postcode] = POSTCODE.exec(asked) ?? [];
  if (postcode !== undefined && canBeInState(postcode, state))
    return suburbs.filter((suburb) => suburb.postcode === postcode);
  const suburb = parseSuburb(asked, suburbs);
  return suburb ? [suburb] : [];
}
