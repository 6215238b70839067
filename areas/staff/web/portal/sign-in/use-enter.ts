import { useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext } from 'react';
import type { SignedInReply } from '#platform/calls/sign-in.ts';
import { signedInQuery } from '#platform/web/api/session.ts';
import { paths } from '#platform/web/navigation/paths.ts';

/** Where someone goes once they are signed in. `next`: the page that they came for, or null. */
export type AfterSignIn = (staff: SignedInReply, next: string | null) => string;

/** The portal knows which of its pages a role has. */
export const AfterSignInContext = createContext<AfterSignIn>((_, next) => next ?? paths.home());

/**
 * Loads a new page after signing in, so that no visitor data stays and Back does not lead to the form. Whatever stopped
 * the sign-in, such as a second factor: the sign-in page handles it.
 */
export function useEnter(): (next: string | null) => Promise<void> {
  const client = useQueryClient();
  const afterSignIn = useContext(AfterSignInContext);
  return useCallback(
    async (next) => {
      const staff = await client.fetchQuery({ ...signedInQuery, staleTime: 0 }).catch(() => null);
      const signIn = paths.signIn({ ...(next !== null && { next }) });
      location.replace(staff ? afterSignIn(staff, next) : signIn);
    },
    [client, afterSignIn],
  );
}
