import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '#platform/web/api/api-error.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { linkQuery } from '#areas/staff/web/sign-in.ts';
import { useLocation } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

type LinkFrameProps = {
  heading: string;
  purpose: 'setup' | 'invite' | 'reset';
  children: (link: { token: string; email: string }) => ReactNode;
};

const GONE = 'This link has been used or has expired. Ask for a new one.';
const NO_TOKEN = 'This link is incomplete. Copy all of it.';

/**
 * A page behind a one-time link. Its token is in the fragment, which no server sees, and is only ever sent in the
 * calls.
 */
export function LinkFrame({ heading, purpose, children }: LinkFrameProps) {
  const token = useLocation().hash.slice(1);
  const {
    data: link,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...linkQuery(token),
    enabled: token !== '',
  });
  const isGone = error instanceof ApiError && error.status === 410;

  if (link?.purpose === purpose) {
    return <SignInFrame heading={heading}>{children({ token, email: link.email })}</SignInFrame>;
  }
  return (
    <SignInFrame heading={heading}>
      {(token === '' || link || (error && !isFetching)) && (
        <>
          <Notice tone="warning" announce="polite">
            {token === '' ? NO_TOKEN : error && !isGone ? describeFailure(error) : GONE}
          </Notice>
          <div className="flex flex-wrap gap-3">
            {error && !isGone && <Button onClick={() => void refetch()}>Try again</Button>}
            <a href={paths.signIn()} className={buttonClass('secondary')}>
              Staff sign-in
            </a>
          </div>
        </>
      )}
    </SignInFrame>
  );
}
