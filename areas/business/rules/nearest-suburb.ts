/** The served suburb that a misspelled one was probably meant to be. Ours. */
import type { ServedSuburb } from '#areas/business/rules/fact-lists.ts';
import { editDistance } from '#platform/rules/edit-distance.ts';

/** One wrong character for each so many of the name. */
const CHARACTERS_PER_SLIP = 4;

/** Undefined if nothing on the list is near. The nearest wins, then the first on the list. */
export function nearestSuburb(
  text: string,
  suburbs: readonly ServedSuburb[],
): ServedSuburb | undefined {
  const asked = suburbKey(text);
  let best: { suburb: ServedSuburb; slips: number } | undefined;
  for (const suburb of suburbs) {
    const name = suburbKey(suburb.name);
    const limit = Math.floor(name.length / CHARACTERS_PER_SLIP);
    const slips = editDistance(asked, name, limit);
    if (slips <= limit && slips < (best?.slips ?? Infinity)) best = { suburb, slips };
  }
  return best?.suburb;
}

/** "Wellington Pt 4160" and "wellingtonpt" are typed alike. */
function suburbKey(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]/g, '');
}
