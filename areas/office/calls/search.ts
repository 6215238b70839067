import { z } from 'zod';
import { endpoint } from '#platform/calls/endpoint.ts';
import { FOUND_KINDS } from '#areas/office/rules/search.ts';

export const SHORTEST_QUERY = 2;
export const LONGEST_QUERY = 80;
export const MOST_IN_GROUP = 5;
export const MOST_FOUND = 20;

const FoundItemReply = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  /** The words of title and detail that fit, as they stand there. */
  marks: z.array(z.string()),
  /** An address of the portal. */
  link: z.string(),
});
export type FoundItemReply = z.infer<typeof FoundItemReply>;

export const SearchReply = z.object({
  /** What was asked for: an answer is shown for these words alone. */
  q: z.string(),
  /** The group with the best item first. */
  groups: z.array(
    z.object({
      kind: z.enum(FOUND_KINDS),
      items: z.array(FoundItemReply),
      /** How well its best item fits: `RANK` of `platform/rules/search-key.ts`. */
      rank: z.number(),
      /** Where more of them are listed; null: there are no more. */
      more: z.string().nullable(),
    }),
  ),
  /** Some are only spelled nearly so. */
  nearly: z.boolean(),
  /** These did not answer in time: that nothing of them is found says nothing. */
  late: z.array(z.enum(FOUND_KINDS)),
});
export type SearchReply = z.infer<typeof SearchReply>;

/** With a body, because names must stand in no address and no log. */
export const searchPortal = endpoint({
  method: 'POST',
  path: '/api/admin/search',
  right: 'seeDeliveries',
  summary: 'What these words find, of all that the role may see. 429 beyond 20 in 10 seconds',
  body: z.strictObject({ q: z.string().trim().min(SHORTEST_QUERY).max(LONGEST_QUERY) }),
  reply: SearchReply,
});
