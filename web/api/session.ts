/** Who is signed in, and what being signed out looks like. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getSignedIn, type SignedInReply } from '#contract/sign-in.ts';
import { ApiError } from './api-error.ts';
import { call } from './client.ts';

/** Null: nobody. */
export const signedInQuery = queryOptions({
  queryKey: ['signed-in'],
  queryFn: async ({ signal }): Promise<SignedInReply | null> => {
    try {
      return await call(getSignedIn, { signal });
    } catch (error) {
      if (isSignedOut(error)) return null;
      throw error;
    }
  },
});

/** The member of staff at the screen; for what is shown inside the portal only. */
export function useSignedIn(): SignedInReply {
  const { data } = useQuery(signedInQuery);
  if (!data) throw new Error('a staff screen is shown to nobody');
  return data;
}

/** Spec 8: the message starts with '401:' and contains 'Unauthorized'. A wrong password is a 401 of another kind. */
export function isSignedOut(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.message.startsWith('401:') &&
    error.message.includes('Unauthorized')
  );
}

/** "Jo", or the e-mail address of somebody without a first name. */
export function greetingName({ firstName, email }: SignedInReply): string {
  return firstName || email;
}
