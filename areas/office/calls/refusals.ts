import { refusal, type Refusals } from '#platform/calls/refusals.ts';

export const officeRefusals = {
  cannot_wait: refusal(409, 'Someone could be hurt, or go without meals.', 'Do it now.'),
  backup_running: refusal(409, 'A backup is running.', 'Wait until it is done.'),
  file_gone: refusal(404, 'A file is kept for an hour.', 'Send it again.'),
  real_orders: refusal(
    409,
    'A real order has been paid.',
    'Nothing: test orders stay, marked, and no figure counts them.',
  ),
  paying_now: refusal(
    409,
    'An order is being paid, or its money is still to be taken.',
    'Try again when they have finished, or close new orders first.',
  ),
  not_asked: refusal(409, 'This step is checked, not answered.', 'Do what it says.'),
  copies_refused: refusal(
    409,
    'The bucket did not take a file, or gave back another.',
    'Show `message`.',
  ),
  address_elsewhere: refusal(
    409,
    'PUBLIC_URL does not lead to this installation.',
    'Show `message`; who runs the server sets PUBLIC_URL.',
  ),
} satisfies Refusals;

type OfficeRefusals = typeof officeRefusals;
declare module '#platform/calls/refusals.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions, typescript/no-empty-object-type -- added to the list
  interface DeclaredRefusals extends OfficeRefusals {}
}
