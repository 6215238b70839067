import type { ExpectedReply } from '#areas/kitchen/calls/food-safety.ts';
import type { WrittenKind } from '#areas/kitchen/rules/record-kinds.ts';
import { sendReading, TEMPERATURES_KEY } from '#areas/kitchen/web/portal/kitchen-queries.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { newKey } from '#platform/web/storage/kept-new-key.ts';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { foodOfExpected } from './check-words.ts';

type NotNeededDialogProps = { expected: ExpectedReply; title: string; onClose: () => void };

/** Why nobody has to measure it. The line stays in the record, with who said so. */
export function NotNeededDialog({ expected, title, onClose }: NotNeededDialogProps) {
  const form = useForm({
    initial: { note: '', key: newKey() },
    check: ({ note }) => (note.trim() === '' ? { note: 'Enter why it is not needed' } : {}),
    send: ({ note, key }) =>
      sendReading({
        ...foodOfExpected(expected),
        kind: expected.kind as WrittenKind,
        isNotNeeded: true,
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
    </FormDialog>
  );
}
