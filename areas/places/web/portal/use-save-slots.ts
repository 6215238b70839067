import { useQueryClient } from '@tanstack/react-query';
import { useChange } from '#platform/web/api/use-change.ts';
import type { SlotReply } from '#areas/places/calls/delivery-slots.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { slotWeekQuery, sendUpdateSlot } from '#areas/places/web/portal/delivery-slots-queries.ts';
import { isSignedOut } from '#platform/web/api/session.ts';
import { type SaveFailures, type SlotChange, slotName } from './slot-edits.ts';

type Outcome = { saved: SlotReply[]; failed: { slot: SlotReply; error: unknown }[] };

/** Spec 7: one call per edited slot, in parallel. `onSaved` gets the saved slots and the errors of the others. */
export function useSaveSlots(
  monday: PlainDate,
  onSaved: (savedIds: number[], failures: SaveFailures) => void,
) {
  const client = useQueryClient();
  return useChange(saveAll, {
    onDone({ saved, failed }) {
      client.setQueryData(slotWeekQuery(monday).queryKey, (slots) =>
        slots?.map((slot) => ({ ...slot, ...saved.find(({ id }) => id === slot.id) })),
      );
      onSaved(
        saved.map(({ id }) => id),
        Object.fromEntries(failed.map(({ slot, error }) => [slot.id, describeFailure(error)])),
      );
    },
    says: tellOutcome,
  });

  function tellOutcome({ saved, failed }: Outcome) {
    if (failed.length === 0) {
      const count =
        saved.length === 1 ? '1 delivery slot is' : `${saved.length} delivery slots are`;
      return {
        title: 'Delivery Slots Saved',
        description: `${count} up to date.`,
        tone: 'success' as const,
      };
    }
    const names = failed.map(({ slot }) => slotName(slot)).join(', ');
    return {
      title: 'Failed to save changes',
      description: `Not saved: ${names}.`,
      tone: 'error' as const,
    };
  }
}

/** Throws only if the session has ended, which is not about any one slot. */
async function saveAll(changes: readonly SlotChange[]): Promise<Outcome> {
  const outcome: Outcome = { saved: [], failed: [] };
  await Promise.all(
    changes.map(async ({ slot, settings }) => {
      try {
        outcome.saved.push(await sendUpdateSlot(slot.id, settings));
      } catch (error) {
        if (isSignedOut(error)) throw error;
        outcome.failed.push({ slot, error });
      }
    }),
  );
  return outcome;
}
