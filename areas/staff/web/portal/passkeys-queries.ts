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

/** Only on secure origins, and only if the browser can convert the options from and to JSON. */
export function arePasskeysSupported(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'
  );
}

/** The person declined, or let it time out. */
export class PasskeyNotUsed extends Error {}

export async function signInWithPasskey(): Promise<void> {
  const options = await call(startPasskeySignIn, {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    // WebAuthn's own shape, which the server passes through.
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const response = await written(navigator.credentials.get({ publicKey }));
  await call(signInByPasskey, { body: PasskeySignIn.parse({ response }) });
}

/** Send it through useConfirmFirst. */
export async function createPasskey(name: string): Promise<void> {
  const options = await call(startPasskey, {});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const response = await written(navigator.credentials.create({ publicKey }));
  await call(addPasskey, { body: NewPasskey.parse({ name, response }) });
}

/** The credential as JSON. Throws PasskeyNotUsed. */
async function written(asked: Promise<Credential | null>): Promise<unknown> {
  const credential = await asked.catch((error: unknown) => {
    const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
    throw isRefused ? new PasskeyNotUsed() : error;
  });
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyNotUsed();
  return credential.toJSON() as unknown;
}
