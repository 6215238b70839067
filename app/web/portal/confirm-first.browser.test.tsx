import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  changePassword,
  confirmPassword,
  getOwnSecurity,
  getSignedIn,
  getSignInOptions,
  signInByPasskey,
  startPasskeySignIn,
} from '#platform/calls/sign-in.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';
import { NotConfirmed, useConfirmFirst } from '#platform/web/api/failure.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { fakeServer, refused } from '#platform/web/testing/fake-server.ts';
import { openPortalPage, signedInAs } from '#platform/web/testing/open-portal-page.tsx';

const server = fakeServer();
let isConfirmed: boolean;

beforeEach(() => {
  isConfirmed = false;
  server.answers(changePassword, () => {
    if (isConfirmed) return undefined;
    return refused(403, { message: 'Confirm it’s you', code: 'confirm_first' });
  });
  server.answers(startPasskeySignIn, () => ({ challenge: 'AAAA', rpId: 'localhost' }));
  server.answers(signInByPasskey, () => {
    isConfirmed = true;
    const { id, email, firstName, lastName } = signedInAs('owner');
    return { user: { id, email, firstName, lastName } };
  });
});
afterEach(() => vi.restoreAllMocks());

/** Something that the server only does for people who proved who they are. */
function Guarded() {
  const confirmFirst = useConfirmFirst();
  const [news, setNews] = useState('');
  const passwords = { currentPassword: 'mangoes by the bay', newPassword: 'lanterns on the hill' };
  const send = async () => {
    try {
      await confirmFirst(() => call(changePassword, { body: passwords }));
      setNews('Done');
    } catch (error) {
      setNews(error instanceof NotConfirmed ? 'Given up' : describeFailure(error as Error));
    }
  };
  return (
    <>
      <button type="button" onClick={() => void send()}>
        Change it
      </button>
      <p>{news}</p>
    </>
  );
}

async function ask({
  hasPassword = false,
  passkeys = 0,
  oidc = false,
}: {
  hasPassword?: boolean;
  passkeys?: number;
  /** Null: the server does not say. */
  oidc?: boolean | null;
}) {
  server.answers(getOwnSecurity, () => ({
    twoFactorEnabled: false,
    hasPassword,
    passkeys: Array.from({ length: passkeys }, (_, n) => ({
      id: `0e5a4c52-7b3b-4d0e-9a4e-3f1d5c0b7a6${n}`,
      name: 'Phone',
      createdAt: '2026-01-01T00:00:00.000Z',
    })),
  }));
  server.answers(getSignInOptions, () =>
    oidc === null
      ? refused(503, { message: 'Try again soon', code: 'unavailable' })
      : { password: true, passkey: true, oidc },
  );
  await openPortalPage(<Guarded />, { server, heading: 'Admin Portal', at: '/admin?tab=staff' });
  await page.getByRole('button', { name: 'Change it' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await expect.element(dialog).toBeVisible();
  return dialog;
}

test('people with a password enter it, and what they asked for is done', async () => {
  server.answers(confirmPassword, () => {
    isConfirmed = true;
    return undefined;
  });
  const dialog = await ask({ hasPassword: true });
  await dialog.getByLabelText('Your password').fill('mangoes by the bay');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect.element(page.getByText('Done')).toBeVisible();
  expect(server.sent(changePassword)).toHaveLength(2);
});

test('people without a password use their passkey, and are never asked for one', async () => {
  givePasskey();
  await page.viewport(390, 844);
  const dialog = await ask({ passkeys: 1 });
  expect(dialog.getByLabelText('Your password').elements()).toEqual([]);
  expect(await listViolations()).toEqual([]);
  await dialog.getByRole('button', { name: 'Use your passkey' }).click();
  await expect.element(page.getByText('Done')).toBeVisible();
});

test('a passkey that was not used leaves everything as it was, and can be tried again', async () => {
  vi.spyOn(navigator.credentials, 'get').mockRejectedValue(
    new DOMException('declined', 'NotAllowedError'),
  );
  const dialog = await ask({ passkeys: 1 });
  await dialog.getByRole('button', { name: 'Use your passkey' }).click();
  await expect.element(dialog.getByText('No passkey was used. Try again.')).toBeVisible();
  expect(server.sent(changePassword)).toHaveLength(1);
  givePasskey();
  await dialog.getByRole('button', { name: 'Use your passkey' }).click();
  await expect.element(page.getByText('Done')).toBeVisible();
});

test('someone else’s passkey does nothing in their name', async () => {
  givePasskey();
  const dialog = await ask({ passkeys: 1 });
  server.answers(getSignedIn, () => ({
    ...signedInAs('owner'),
    id: '11111111-7b3b-4d0e-9a4e-3f1d5c0b7a61',
  }));
  await dialog.getByRole('button', { name: 'Use your passkey' }).click();
  await expect.element(dialog.getByText(/belongs to another account/)).toBeVisible();
  expect(server.sent(changePassword)).toHaveLength(1);
});

test('with single sign-on they come back to the same page', async () => {
  const dialog = await ask({ oidc: true });
  await expect
    .element(dialog.getByRole('link', { name: 'Single sign-on' }))
    .toHaveAttribute('href', expect.stringContaining(encodeURIComponent('/admin?tab=staff')));
  expect(await listViolations()).toEqual([]);
});

test.each([false, null])('without either, they read what to do instead', async (oidc) => {
  const dialog = await ask({ oidc });
  await expect.element(dialog.getByText(/Sign out, sign in again/)).toBeVisible();
});

test('closing it gives up, and nothing is done', async () => {
  const dialog = await ask({ passkeys: 1 });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByText('Given up')).toBeVisible();
  expect(server.sent(changePassword)).toHaveLength(1);
});

function givePasskey() {
  const credential = Object.assign(Object.create(PublicKeyCredential.prototype) as Credential, {
    toJSON: () => ({
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
    }),
  });
  vi.spyOn(navigator.credentials, 'get').mockResolvedValue(credential);
}
