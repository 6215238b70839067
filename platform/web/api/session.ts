/** Who is signed in, and how to recognise that nobody is. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getSignedIn, type SignedInReply } from '#platform/calls/sign-in.ts';
import type { StaffRight } from '#platform/rules/roles.ts';
import { ApiError } from './api-error.ts';
import { call } from './client.ts';

/** Null: nobody is signed in. */
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

/** The signed-in member of staff; only for screens inside the portal. */
export function useSignedIn(): SignedInReply {
  const { data } = useQuery(signedInQuery);
  if (!data) throw new Error('a staff screen is shown without anyone signed in');
  return data;
}

/** True if the role of anyone who is signed in has this right. Show nothing that the server would refuse. */
export function useMayDo(right: StaffRight): boolean {
  return useSignedIn().rights.includes(right);
}

/** Spec 8: the message starts with '401:' and contains 'Unauthorized'. A wrong password is a different 401. */
export function isSignedOut(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.message.startsWith('401:') &&
    error.message.includes('Unauthorized')
  );
}

/** "Jo", or the email address of someone without a first name. */
export function greetingName({ firstName, email }: SignedInReply): string {
  return firstName || email;
}
