import { useQueryClient } from '@tanstack/react-query';
import { confirm } from '#platform/web/ui/feedback/confirm.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { addDays, formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import {
  copyLastSlotWeek,
  slotWeekQuery,
} from '#areas/places/web/portal/delivery-slots-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';

const DAYS_IN_WEEK = 7;

type CopyWeekProps = {
  monday: PlainDate;
  /** There are staged changes, which the copy would overwrite. */
  isBlocked: boolean;
};

export function CopyWeek({ monday, isBlocked }: CopyWeekProps) {
  const client = useQueryClient();
  const { showToast } = useToast();
  const copying = useChange(() => copyLastSlotWeek(monday), {
    onDone: (slots) => client.setQueryData(slotWeekQuery(monday).queryKey, slots),
    says: () => ({
      title: 'Delivery Slots Saved',
      description: 'Last week’s settings have been copied.',
      tone: 'success',
    }),
    onFailure(failure) {
      const isEmpty = failure.is === 'refused' && failure.code === 'nothing_to_copy';
      showToast({
        title: isEmpty ? 'Nothing Copied' : 'Error',
        description: isEmpty ? failure.message : 'Failed to update delivery slot',
        tone: 'error',
      });
    },
  });
  async function ask() {
    const lastWeek = formatDayAndMonth(addDays(monday, -DAYS_IN_WEEK));
    const isSure = await confirm({
      title: 'Copy last week’s settings',
      text: `This copies places and open/closed settings from the week of ${lastWeek} to the week of ${formatDayAndMonth(monday)}. Bookings stay as they are.`,
      act: 'Copy',
      danger: false,
    });
    if (isSure) copying.run();
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        variant="secondary"
        size="small"
        className="max-md:min-h-11"
        disabled={isBlocked}
        busy={copying.isBusy}
        busyLabel="Copying…"
        onClick={() => void ask()}
      >
        Copy last week’s settings
      </Button>
      {isBlocked && (
        <p className="text-sm text-ink-soft">Save or reset your changes before copying.</p>
      )}
    </div>
  );
}
