import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WaitlistEntryReply } from '#areas/waitlist/calls/waitlist.ts';
import { isSignedOut } from '#platform/web/api/session.ts';
import {
  removeFromWaitlist,
  waitlistQuery,
} from '#areas/waitlist/web/portal/waitlist-entries-queries.ts';
import { ConfirmDialog } from '#platform/web/ui/feedback/confirm-dialog.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';

type RemoveEntryDialogProps = {
  /** Null: closed. */
  entry: WaitlistEntryReply | null;
  onClose: () => void;
};

export function RemoveEntryDialog({ entry, onClose }: RemoveEntryDialogProps) {
  const { showToast } = useToast();
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: ({ id }: WaitlistEntryReply) => removeFromWaitlist(id),
    onSuccess: (_, { id, email }) => {
      client.setQueryData(waitlistQuery.queryKey, (entries) =>
        entries?.filter((other) => other.id !== id),
      );
      onClose();
      showToast({
        title: 'Entry Removed',
        description: `${email} is off the waitlist.`,
        tone: 'success',
      });
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      showToast({
        title: 'Error',
        description: 'Failed to remove waitlist entry. Please try again.',
        tone: 'error',
      });
    },
  });
  return (
    <ConfirmDialog
      open={entry !== null}
      title="Remove from the waitlist"
      confirmLabel="Remove"
      busyLabel="Removing…"
      busy={removal.isPending}
      onConfirm={() => entry && removal.mutate(entry)}
      onCancel={onClose}
    >
      <p>
        Remove {entry?.name ? `${entry.name} (${entry.email})` : entry?.email} from the waitlist?
        They will not hear from us when we launch. This action cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
