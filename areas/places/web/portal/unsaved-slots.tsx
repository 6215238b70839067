import { useConfig } from '#areas/business/web/page-data.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { SaveBar } from '#platform/web/portal/save-bar.tsx';
import { capacityProblem, type SlotChange, type SlotEdits } from './slot-edits.ts';

type UnsavedSlotsProps = {
  changes: readonly SlotChange[];
  edits: SlotEdits;
  isSaving: boolean;
  onSave: () => void;
  onReset: () => void;
};

/** Spec 2: both buttons are always there; the banner only with something to save. */
export function UnsavedSlots({ changes, edits, isSaving, onSave, onReset }: UnsavedSlotsProps) {
  const { business } = useConfig();
  const isUnsaved = changes.length > 0;
  const isInvalid = changes.some(({ slot }) => capacityProblem(slot, edits, business) !== null);
  const message = `Unsaved changes on ${changes.length === 1 ? '1 slot' : `${changes.length} slots`}`;
  const buttons = (
    <>
      <Button
        variant="secondary"
        size="small"
        className="max-md:min-h-11"
        disabled={!isUnsaved || isSaving}
        onClick={onReset}
      >
        Reset Changes
      </Button>
      <Button
        size="small"
        className="max-md:min-h-11"
        busy={isSaving}
        busyLabel="Saving…"
        disabled={!isUnsaved || isInvalid}
        onClick={onSave}
      >
        Save All Changes
      </Button>
    </>
  );
  if (!isUnsaved) return <div className="mt-4 flex flex-wrap justify-end gap-2">{buttons}</div>;
  return (
    <SaveBar
      what="the delivery slots"
      message={isInvalid ? `${message}; fix the highlighted capacity` : message}
    >
      {buttons}
    </SaveBar>
  );
}
