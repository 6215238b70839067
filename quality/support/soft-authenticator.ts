/** A passkey device in software: one key, answering like `PublicKeyCredential.toJSON` (WebAuthn level 3). */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Ceremony = { challenge: string; origin?: string; userVerified?: boolean };

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const KEY_INCLUDED = 0x40;
const ORIGIN = 'http://localhost';

export function softAuthenticator(rpId = 'localhost') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  let counter = 0;

  function clientData(type: string, { challenge, origin = ORIGIN }: Ceremony): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  function authenticatorData({ userVerified = true }: Ceremony, key?: Buffer): Buffer {
    const flags = USER_PRESENT | (userVerified ? USER_VERIFIED : 0) | (key ? KEY_INCLUDED : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    const head = [createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count];
    return Buffer.concat(key ? [...head, key] : head);
  }

  /** Without an authenticator model; the key in COSE form: EC2, ES256, P-256. */
  function attestedKey(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, credentialId.length]),
      credentialId,
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }

  function credential(response: Record<string, string>) {
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  return {
    create(ceremony: Ceremony) {
      const data = authenticatorData(ceremony, attestedKey());
      // CBOR: { fmt: "none", attStmt: {}, authData: … }
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      return credential({
        clientDataJSON: clientData('webauthn.create', ceremony).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
      });
    },
    get(ceremony: Ceremony) {
      const data = authenticatorData(ceremony);
      const client = clientData('webauthn.get', ceremony);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      });
    },
  };
}
