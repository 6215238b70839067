import type { WaitlistEntryReply } from '#areas/waitlist/calls/waitlist.ts';
import { isFoundBy } from '#platform/rules/search-key.ts';

/** The entries that match in name, email, phone or suburb; all of them without a search. */
export function findEntries(
  entries: readonly WaitlistEntryReply[],
  query: string,
): readonly WaitlistEntryReply[] {
  return entries.filter(({ name, email, phone, suburb }) =>
    isFoundBy(query, name, email, phone, suburb),
  );
}
