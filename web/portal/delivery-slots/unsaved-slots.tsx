import { useConfig } from '#web/api/page-data.ts';
import { Button } from '#web/ui/form/button.tsx';
import { UnsavedBanner } from '#web/ui/feedback/unsaved-banner.tsx';
import { capacityProblem, type SlotChange, type SlotEdits } from './slot-edits.ts';

type UnsavedSlotsProps = {
  changes: readonly SlotChange[];
  edits: SlotEdits;
  isSaving: boolean;
  onSave: () => void;
  onReset: () => void;
};

export function UnsavedSlots({ changes, edits, isSaving, onSave, onReset }: UnsavedSlotsProps) {
  const { business } = useConfig();
  if (changes.length === 0) return null;
  const isInvalid = changes.some(({ slot }) => capacityProblem(slot, edits, business) !== null);
  const message = `Unsaved changes on ${changes.length === 1 ? '1 slot' : `${changes.length} slots`}`;
  return (
    <UnsavedBanner message={isInvalid ? `${message}; fix the highlighted capacity` : message}>
      <Button
        variant="secondary"
        size="small"
        className="max-md:min-h-11"
        disabled={isSaving}
        onClick={onReset}
      >
        Reset Changes
      </Button>
      <Button
        size="small"
        className="max-md:min-h-11"
        busy={isSaving}
        busyLabel="Saving…"
        disabled={isInvalid}
        onClick={onSave}
      >
        Save All Changes
      </Button>
    </UnsavedBanner>
  );
}
