import type { ReactNode } from 'react';
import type { Failure } from '#platform/web/api/failure.ts';
import { Notice } from './notice.tsx';

/** Why a change was not made, at its button; nothing while there is nothing to say. */
export function FailureNotice({ failure, title }: { failure: Failure | null; title?: ReactNode }) {
  if (failure === null) return null;
  return (
    <Notice tone="error" announce="now" title={title}>
      <p>{failure.message}</p>
    </Notice>
  );
}
