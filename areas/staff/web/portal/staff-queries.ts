import { callQuery, freshQuery, pagedQuery } from '#platform/web/api/call-query.ts';
import { listOwnSessions, listStaff, listStaffSessions } from '#areas/staff/calls/staff.ts';
import {
  getOwnSecurity,
  addPasskey,
  NewPasskey,
  PasskeySignIn,
  signInByPasskey,
  startPasskey,
  startPasskeySignIn,
} from '#platform/calls/sign-in.ts';
import { call } from '#platform/web/api/client.ts';
import { listApiTokens } from '#areas/staff/calls/api-tokens.ts';
import { NotDone } from '#platform/web/api/failure.ts';
import { listWebhookLog, listWebhooks } from '#areas/staff/calls/webhooks.ts';

/** Accounts change without our doing: refetched whenever they are shown. */
export const staffQuery = freshQuery(['staff'], listStaff);

export const ownSecurityQuery = callQuery(['own-security'], getOwnSecurity);

export const ownSessionsQuery = freshQuery(['own-sessions'], listOwnSessions);

export function staffSessionsQuery(id: string) {
  return freshQuery(['staff', 'sessions', id], listStaffSessions, { params: { id } });
}

/** Refetched whenever it is shown: the day of the last use changes without our doing. */
export const apiTokensQuery = freshQuery(['api-tokens'], listApiTokens);

/** Passkeys: the WebAuthn exchange between browser and server. */
const NOT_USED = 'No passkey was used. Try again.';

/** Only on secure origins, and only if the browser can convert the options from and to JSON. */
export function arePasskeysSupported(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'
  );
}

/** Throws NotDone with `declined` when the person does not go on. */
export async function signInWithPasskey(declined = NOT_USED): Promise<void> {
  const options = await call(startPasskeySignIn, {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    // WebAuthn's own shape, which the server passes through.
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const response = await written(navigator.credentials.get({ publicKey }), declined);
  await call(signInByPasskey, { body: PasskeySignIn.parse({ response }) });
}

export async function createPasskey(name: string): Promise<void> {
  const options = await call(startPasskey, {});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const response = await written(
    navigator.credentials.create({ publicKey }),
    'No passkey was added. Try again.',
  );
  await call(addPasskey, { body: NewPasskey.parse({ name, response }) });
}

/** The credential as JSON. Throws NotDone when the person declined, or let it time out. */
async function written(asked: Promise<Credential | null>, declined: string): Promise<unknown> {
  const credential = await asked.catch((error: unknown) => {
    const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
    throw isRefused ? new NotDone(declined) : error;
  });
  if (!(credential instanceof PublicKeyCredential)) throw new NotDone(declined);
  return credential.toJSON() as unknown;
}

/** Refetched whenever it is shown: the server switches off what fails. */
export const webhooksQuery = freshQuery(['webhooks'], listWebhooks);

export function webhookLogQuery(id: string) {
  return pagedQuery(['webhooks', 'log', id], (query, signal) =>
    call(listWebhookLog, { params: { id }, query, signal }),
  );
}
