import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WaveConflict, WavePreview } from '#areas/waitlist/calls/waitlist-waves.ts';
import { describeFailure, readConflictReply } from '#platform/web/api/api-error.ts';
import { type FieldErrors, fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import {
  type ChosenWave,
  fetchWavePreview,
  sendInvitations,
  waitlistQuery,
} from '#areas/waitlist/web/portal/waitlist-entries-queries.ts';
import { isSignedOut } from '#platform/web/api/session.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';

const CODES: WaveConflict['code'][] = ['preview_changed'];

type Shown = {
  /** Null: still choosing. */
  preview: WavePreview | null;
  /** Why the preview is a new one, or nothing was sent. */
  note: string | null;
  errors: FieldErrors;
};

const NOTHING: Shown = { preview: null, note: null, errors: {} };

/** First the preview, then just that. Whatever goes wrong, what was chosen stays. */
export function useSendWave(onSent: () => void) {
  const client = useQueryClient();
  const { showToast } = useToast();
  const [shown, setShown] = useState(NOTHING);

  function refuse(error: Error) {
    if (isSignedOut(error)) return;
    const conflict = readConflictReply<WaveConflict>(error, CODES);
    const errors = fieldErrorsOf(error);
    if (conflict) setShown({ preview: conflict.preview, note: conflict.message, errors: {} });
    else if (Object.keys(errors).length > 0) setShown({ ...NOTHING, errors });
    else setShown((before) => ({ ...before, note: describeFailure(error) }));
  }

  const asking = useMutation({
    mutationFn: fetchWavePreview,
    onSuccess: (preview) => setShown({ ...NOTHING, preview }),
    onError: refuse,
  });
  const sending = useMutation({
    mutationFn: ({ wave, hash }: { wave: ChosenWave; hash: string }) => sendInvitations(wave, hash),
    onSuccess() {
      const count = shown.preview?.people.length ?? 0;
      showToast({
        title: 'Invitations Sent',
        description: `${count === 1 ? '1 email is' : `${count} emails are`} on the way.`,
        tone: 'success',
      });
      void client.invalidateQueries(waitlistQuery);
      onSent();
    },
    onError: refuse,
  });

  return {
    ...shown,
    isAsking: asking.isPending,
    isSending: sending.isPending,
    ask: (wave: ChosenWave) => asking.mutate(wave),
    send: (wave: ChosenWave) =>
      shown.preview && sending.mutate({ wave, hash: shown.preview.previewHash }),
    chooseAgain: () => setShown(NOTHING),
  };
}
