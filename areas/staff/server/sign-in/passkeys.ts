import { passkey } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';

/** A passkey counts as both factors, so the device must have verified its user. */
export function passkeys(publicUrl: string) {
  return passkey({
    rpID: new URL(publicUrl).hostname,
    rpName: 'Mealrun',
    origin: publicUrl,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: ({ verification }) => assertUserVerified(verification.registrationInfo),
    },
    authentication: {
      afterVerification: ({ verification }) => assertUserVerified(verification.authenticationInfo),
    },
    advanced: { webAuthnChallengeCookie: 'passkey' },
  });
}

function assertUserVerified(info: { userVerified: boolean } | undefined): void {
  if (!info?.userVerified) throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_VERIFIED' });
}
