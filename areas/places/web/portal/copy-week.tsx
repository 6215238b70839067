import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addDays, formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import {
  copyLastSlotWeek,
  slotWeekQuery,
} from '#areas/places/web/portal/delivery-slots-queries.ts';
import { isSignedOut } from '#platform/web/api/session.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { ConfirmDialog } from '#platform/web/ui/feedback/confirm-dialog.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';

const DAYS_IN_WEEK = 7;

type CopyWeekProps = {
  monday: PlainDate;
  /** There are staged changes, which the copy would overwrite. */
  isBlocked: boolean;
};

export function CopyWeek({ monday, isBlocked }: CopyWeekProps) {
  const [isAsking, setAsking] = useState(false);
  const copying = useCopyWeek(monday, () => setAsking(false));
  const lastWeek = formatDayAndMonth(addDays(monday, -DAYS_IN_WEEK));
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        variant="secondary"
        size="small"
        className="max-md:min-h-11"
        disabled={isBlocked}
        onClick={() => setAsking(true)}
      >
        Copy last week’s settings
      </Button>
      {isBlocked && (
        <p className="text-sm text-ink-soft">Save or reset your changes before copying.</p>
      )}
      <ConfirmDialog
        open={isAsking}
        title="Copy last week’s settings"
        confirmLabel="Copy"
        busyLabel="Copying…"
        busy={copying.isPending}
        isDestructive={false}
        onConfirm={() => copying.mutate()}
        onCancel={() => setAsking(false)}
      >
        <p>
          This copies places and open/closed settings from the week of {lastWeek} to the week of{' '}
          {formatDayAndMonth(monday)}. Bookings stay as they are.
        </p>
      </ConfirmDialog>
    </div>
  );
}

function useCopyWeek(monday: PlainDate, onDone: () => void) {
  const client = useQueryClient();
  const { showToast } = useToast();
  return useMutation({
    mutationFn: () => copyLastSlotWeek(monday),
    onSuccess: (slots) => {
      client.setQueryData(slotWeekQuery(monday).queryKey, slots);
      showToast({
        title: 'Delivery Slots Saved',
        description: 'Last week’s settings have been copied.',
        tone: 'success',
      });
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      const isEmpty = error instanceof ApiError && error.reply?.code === 'nothing_to_copy';
      showToast({
        title: isEmpty ? 'Nothing Copied' : 'Error',
        description: isEmpty ? error.reply?.message : 'Failed to update delivery slot',
        tone: 'error',
      });
    },
    onSettled: onDone,
  });
}
