/** Passkeys: what the browser and the server tell each other. */
import {
  addPasskey,
  NewPasskey,
  PasskeySignIn,
  signInByPasskey,
  startPasskey,
  startPasskeySignIn,
} from '#contract/sign-in.ts';
import { call } from '../client.ts';

/** Only on secure origins, and only where the browser reads and writes the options as JSON. */
export function arePasskeysSupported(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'
  );
}

/** The person said no, or let the time pass. */
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

/** To be sent through useConfirmFirst. */
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
