import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deletePasskey, type SecurityReply } from '#platform/calls/sign-in.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';
import { NotConfirmed, useConfirmFirst } from '#platform/web/api/confirm-first.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { arePasskeysSupported } from '#areas/staff/web/portal/passkeys-queries.ts';
import { ownSecurityQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { ConfirmDialog } from '#platform/web/ui/feedback/confirm-dialog.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { AccountPart } from './account-part.tsx';
import { PasskeyDialog } from './passkey-dialog.tsx';

type Passkey = SecurityReply['passkeys'][number];

export function PasskeysPart({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <AccountPart
      heading="Passkeys"
      action={
        arePasskeysSupported() && (
          <Button variant="secondary" size="small" onClick={() => setAdding(true)}>
            Add a passkey
          </Button>
        )
      }
    >
      <p className="text-ink-soft">Sign in with your fingerprint, face or device PIN.</p>
      {passkeys.length > 0 && (
        <ul className="grid divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {isAdding && <PasskeyDialog onClose={() => setAdding(false)} />}
    </AccountPart>
  );
}

function PasskeyItem({ passkey: { id, name, createdAt } }: { passkey: Passkey }) {
  const client = useQueryClient();
  const confirmFirst = useConfirmFirst();
  const formatInstant = useFormatInstant();
  const { showToast } = useToast();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => confirmFirst(() => call(deletePasskey, { params: { id } })),
    onSuccess: () => showToast({ title: 'Passkey Removed', tone: 'success' }),
    onError: (error) => {
      if (error instanceof NotConfirmed) return;
      showToast({ title: 'Error', description: describeFailure(error), tone: 'error' });
    },
    onSettled: () => client.invalidateQueries(ownSecurityQuery),
  });

  return (
    <li className="flex items-center justify-between gap-3 py-1.5">
      <span className="min-w-0">
        <span className="block font-semibold break-words">{name || 'Passkey'}</span>
        <span className="text-sm text-ink-soft">Added {formatInstant(createdAt)}</span>
      </span>
      <Button
        variant="quiet"
        size="small"
        busy={remove.isPending}
        aria-label={`Remove the passkey ${name}`}
        onClick={() => setAsking(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Remove passkey"
        confirmLabel="Remove"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          remove.mutate();
        }}
      >
        <p>{name || 'This passkey'} will no longer work for signing in.</p>
      </ConfirmDialog>
    </li>
  );
}
