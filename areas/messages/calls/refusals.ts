/** What calls of this area, and of those above, may answer instead of doing it. */
import { refusal, type Refusals } from '#platform/calls/refusals.ts';

export const messagesRefusals = {
  not_resendable: refusal(409, 'This email cannot be sent once more.', 'Write it again.'),
} satisfies Refusals;

type MessagesRefusals = typeof messagesRefusals;
declare module '#platform/calls/refusals.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions, typescript/no-empty-object-type -- added to the list
  interface DeclaredRefusals extends MessagesRefusals {}
}
