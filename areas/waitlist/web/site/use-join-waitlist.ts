import { useEffect, useState } from 'react';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { type FieldErrors, fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import type { JoinWaitlistFields } from '#areas/waitlist/web/site/join-waitlist-queries.ts';
import { preloadToasts, useToast } from '#platform/web/ui/feedback/toast.tsx';
import type { ToastMessage } from '#platform/web/ui/feedback/toast-region.tsx';

export type JoinToasts = { missing: ToastMessage; failure: ToastMessage; success: ToastMessage };

type JoinState = {
  phase: 'idle' | 'submitting';
  /** What who has joined sent; null: nobody yet. */
  joined: JoinWaitlistFields | null;
  errors: FieldErrors;
  /** What went wrong, in a sentence that outlasts the toast. */
  failure: string | null;
};

const IDLE: JoinState = { phase: 'idle', joined: null, errors: {}, failure: null };

const loadCall = () => import('#areas/waitlist/web/site/join-waitlist-queries.ts');

/** Spec 4: idle, submitting, joined; any failure returns to idle with everything still in the form. */
export function useJoinWaitlist(toasts: JoinToasts) {
  const { showToast } = useToast();
  const [state, setState] = useState(IDLE);

  // After the page itself, but before the connection may be lost.
  useEffect(() => {
    preloadToasts();
    loadCall().catch(() => {});
  }, []);

  function refuse(errors: FieldErrors, isMissing: boolean) {
    setState({ ...IDLE, errors });
    if (isMissing) showToast({ tone: 'error', ...toasts.missing });
  }

  async function join(fields: JoinWaitlistFields): Promise<void> {
    setState({ ...IDLE, phase: 'submitting' });
    try {
      const { sendJoinWaitlist } = await loadCall();
      await sendJoinWaitlist(fields);
      setState({ ...IDLE, joined: fields });
      showToast({ tone: 'success', ...toasts.success });
    } catch (error) {
      setState({ ...IDLE, errors: fieldErrorsOf(error), failure: describeFailure(error) });
      showToast({ tone: 'error', ...toasts.failure });
    }
  }

  return { ...state, refuse, join };
}
