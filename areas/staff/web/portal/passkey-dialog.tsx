import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { NotConfirmed, useConfirmFirst } from '#platform/web/api/confirm-first.ts';
import { createPasskey, PasskeyNotUsed } from '#areas/staff/web/portal/passkeys-queries.ts';
import { ownSecurityQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { FormDialog } from './form-dialog.tsx';

export function PasskeyDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const confirmFirst = useConfirmFirst();
  const { showToast } = useToast();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const add = useMutation({
    mutationFn: () => confirmFirst(() => createPasskey(name)),
    onSuccess: async () => {
      onClose();
      showToast({ title: 'Passkey Added', tone: 'success' });
      await client.invalidateQueries(ownSecurityQuery);
    },
    onError: (error) => {
      if (error instanceof NotConfirmed) return;
      const isRefused = error instanceof PasskeyNotUsed;
      setProblem(isRefused ? 'No passkey was added. Try again.' : describeFailure(error));
    },
  });

  function submit() {
    const isNamed = name.trim() !== '';
    setProblem(isNamed ? null : 'Please enter a name');
    if (isNamed) add.mutate();
  }

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Add a passkey"
      submitLabel="Continue"
      busy={add.isPending}
      onSubmit={submit}
    >
      <TextField
        label="Where is it?"
        hint="A name to recognise it by, such as kitchen tablet or my phone"
        maxLength={60}
        value={name}
        error={problem}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
