import type { MissingCheckReply } from '#areas/kitchen/calls/food-safety.ts';
import type { WrittenKind } from '#areas/kitchen/rules/record-kinds.ts';
import { sendReading, TEMPERATURES_KEY } from '#areas/kitchen/web/portal/temperatures-queries.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { newKey } from '#platform/web/storage/kept-new-key.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { foodOfGap } from './food-of-gap.ts';

type NotNeededDialogProps = { gap: MissingCheckReply; title: string; onClose: () => void };

/** Why nobody has to measure it. The line stays in the record, with who said so. */
export function NotNeededDialog({ gap, title, onClose }: NotNeededDialogProps) {
  const mayBeAlways = gap.kind === 'core' && gap.batchId !== null;
  const form = useForm({
    initial: { note: '', isAlways: false, key: newKey() },
    check: ({ note }) => (note.trim() === '' ? { note: 'Enter why it is not needed' } : {}),
    send: ({ note, isAlways, key }) =>
      sendReading({
        ...foodOfGap(gap),
        kind: gap.kind as WrittenKind,
        notNeeded: isAlways ? 'always' : 'once',
        note: note.trim(),
        key,
      }),
    refresh: [{ queryKey: TEMPERATURES_KEY }],
    onDone: onClose,
  });
  return (
    <FormDialog form={form} onClose={onClose} title={title} submitLabel="Not needed">
      <TextField
        label="Why is it not needed?"
        maxLength={200}
        autoComplete="off"
        {...form.text('note')}
      />
      {mayBeAlways && (
        <CheckChip
          checked={form.values.isAlways}
          onToggle={() => form.set({ isAlways: !form.values.isAlways })}
        >
          Never for {gap.place}: nobody heats it
        </CheckChip>
      )}
    </FormDialog>
  );
}
