import type { WaitlistEntryReply } from '#areas/waitlist/calls/waitlist.ts';
import type { ServedSuburb } from '#areas/business/rules/fact-lists.ts';
import { namesOfSuburb } from '#areas/business/rules/served-suburbs.ts';
import { isFoundBy } from '#platform/rules/search-key.ts';

/** The entries that match in name, email, phone or suburb, by any of its names; all of them without a search. */
export function findEntries(
  entries: readonly WaitlistEntryReply[],
  query: string,
  suburbs: readonly ServedSuburb[],
): readonly WaitlistEntryReply[] {
  return entries.filter(({ name, email, phone, suburb }) =>
    isFoundBy(query, name, email, phone, suburb, ...namesOfSuburb(suburb, suburbs)),
  );
}
