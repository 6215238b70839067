/** What calls of this area, and of those above, may answer instead of doing it. */
import { z } from 'zod';
import { refusal, type Refusals } from '#platform/calls/refusals.ts';

export const menuRefusals = {
  stale_version: refusal(
    409,
    'Someone saved this meal since you read it.',
    'Compare with `meal`, then save with its `version`.',
    z.object({
      changedBy: z.string().nullable(),
      changedFields: z.array(z.string()),
      meal: z.unknown(),
    }),
  ),
  name_taken: refusal(
    409,
    'Another component has the name of one that would come back.',
    'Rename that one first.',
  ),
} satisfies Refusals;

type MenuRefusals = typeof menuRefusals;
declare module '#platform/calls/refusals.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions, typescript/no-empty-object-type -- added to the list
  interface DeclaredRefusals extends MenuRefusals {}
}
