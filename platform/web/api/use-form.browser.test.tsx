/** The kit of forms and changes, with the errors that servers and connections answer. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { changeOwnName, OwnNameRequest, type SignedInReply } from '#platform/calls/sign-in.ts';
import { call } from '#platform/web/api/client.ts';
import { NotConfirmed, NotDone } from './failure.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { fakeServer, refused, UNREACHABLE } from '#platform/web/testing/fake-server.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';
import { signedInAs } from '#platform/web/testing/open-portal-page.tsx';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

const server = fakeServer();

function NameForm() {
  const form = useForm({
    initial: { firstName: '', lastName: 'Chef' },
    check: OwnNameRequest,
    send: (body) => call(changeOwnName, { body }),
    says: 'Name Changed',
  });
  return (
    <form {...form.props}>
      <TextField label="First name" {...form.text('firstName')} />
      <TextField label="Last name" {...form.text('lastName')} />
      <FailureNotice failure={form.failure} />
      <Button type="submit" busy={form.isBusy}>
        Save
      </Button>
    </form>
  );
}

const first = page.getByLabelText('First name');
const last = page.getByLabelText('Last name');
const save = page.getByRole('button', { name: 'Save' });
const openForm = () => openPage(<NameForm />, { at: '/' });

test('nothing is wrong before sending; then the first wrong field says why, has the focus, and nothing is sent', async () => {
  await openForm();
  await last.fill('');
  expect(page.getByText(/Please/).query()).toBeNull();
  await save.click();
  await expect.element(first).toHaveAccessibleDescription(/Please/);
  await expect.element(first).toHaveFocus();
  expect(server.sent(changeOwnName)).toEqual([]);
  await first.fill('Nora');
  await expect.element(first).not.toHaveAccessibleDescription(/./);
  await save.click();
  await expect.element(last).toHaveFocus();
});

test('what the server finds in a field stands there with the focus until that field is changed', async () => {
  server.answers(changeOwnName, () =>
    refused(400, {
      message: 'Check the name',
      code: 'invalid_request',
      fields: { lastName: 'Too short' },
    }),
  );
  await openForm();
  await first.fill('Nora');
  await save.click();
  await expect.element(last).toHaveAccessibleDescription('Too short');
  await expect.element(last).toHaveFocus();
  expect(page.getByRole('alert').query()).toBeNull();
  await first.fill('Nell');
  await expect.element(last).toHaveAccessibleDescription('Too short');
  await last.fill('Bakers');
  await expect.element(last).not.toHaveAccessibleDescription(/./);
});

test.each([
  [
    'a refusal',
    refused(409, { message: 'Someone was faster.', code: 'taken' }),
    'Someone was faster.',
  ],
  ['our mistake', refused(500, { message: 'boom', code: 'internal' }), 'boom'],
  ['no connection', UNREACHABLE, 'We couldn’t connect. Check your connection and try again.'],
])(
  '%s is said beside the button, under no field, and loses nothing',
  async (_what, answer, words) => {
    server.answers(changeOwnName, () => answer as never);
    await openForm();
    await first.fill('Nora');
    await save.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(words);
    await expect.element(first).toHaveValue('Nora');
    await expect.element(first).not.toHaveAccessibleDescription(/./);
  },
);

test('it is sent once, however often it is pressed, and then says so', async () => {
  let answer = () => {};
  server.answers(
    changeOwnName,
    () => new Promise<SignedInReply>((resolve) => (answer = () => resolve(signedInAs('owner')))),
  );
  await openForm();
  await first.fill('Nora');
  // Two taps can come before the next render.
  for (let times = 0; times < 3; times += 1) first.element().closest('form')?.requestSubmit();
  await expect.poll(() => server.sent(changeOwnName).length).toBe(1);
  answer();
  await expect.element(page.getByText('Name Changed').first()).toBeVisible();
  expect(server.sent(changeOwnName)).toEqual([
    expect.objectContaining({ body: { firstName: 'Nora', lastName: 'Chef' } }),
  ]);
});

function Act({ send }: { send: () => Promise<never> }) {
  const change = useChange(send, { toastsFailure: true });
  return (
    <>
      <Button onClick={() => change.run()}>Act</Button>
      <FailureNotice failure={change.failure} />
    </>
  );
}

test('who closes the password dialog is told nothing; anyone who tries again and fails is', async () => {
  const send = vi
    .fn<() => Promise<never>>()
    .mockRejectedValueOnce(new NotConfirmed())
    .mockRejectedValueOnce(new NotDone('No passkey was used.'));
  await openPage(<Act send={send} />, { at: '/' });
  const act = page.getByRole('button', { name: 'Act' });
  await act.click();
  await expect.poll(() => send.mock.settledResults[0]?.type).toBe('rejected');
  for (let frames = 0; frames < 5; frames += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(page.getByRole('alert').query()).toBeNull();
  expect(page.getByText('We couldn’t connect').query()).toBeNull();
  await act.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('No passkey was used.');
});
