/** Passkeys: the WebAuthn exchange between browser and server. */
import {
  addPasskey,
  NewPasskey,
  PasskeySignIn,
  signInByPasskey,
  startPasskey,
  startPasskeySignIn,
} from '#platform/calls/sign-in.ts';
import { call } from '#platform/web/api/client.ts';
import { NotDone } from '#platform/web/api/failure.ts';

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
