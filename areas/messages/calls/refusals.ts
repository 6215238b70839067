import { refusal, type Refusals } from '#platform/calls/refusals.ts';

const SHOW_ITS_WORDS = 'Show `message`, which has its words.';

export const messagesRefusals = {
  not_resendable: refusal(409, 'This email cannot be sent once more.', 'Write it again.'),
  email_refused: refusal(
    409,
    'The mail server did not take the email or the settings.',
    SHOW_ITS_WORDS,
  ),
  texts_refused: refusal(409, 'The text service did not take the settings.', SHOW_ITS_WORDS),
  no_pages: refusal(409, 'This process shows no pages.', 'Ask one that serves the site.'),
} satisfies Refusals;

type MessagesRefusals = typeof messagesRefusals;
declare module '#platform/calls/refusals.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions, typescript/no-empty-object-type -- added to the list
  interface DeclaredRefusals extends MessagesRefusals {}
}
