import { DialogButton } from '#platform/web/ui/form/dialog-button.tsx';
import { confirm } from '#platform/web/ui/feedback/confirm.tsx';
import { deletePasskey, type SecurityReply } from '#platform/calls/sign-in.ts';
import { call } from '#platform/web/api/client.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { arePasskeysSupported } from '#areas/staff/web/portal/passkeys-queries.ts';
import { ownSecurityQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { AccountPart } from './account-part.tsx';
import { PasskeyDialog } from './passkey-dialog.tsx';

type Passkey = SecurityReply['passkeys'][number];

export function PasskeysPart({ passkeys }: { passkeys: readonly Passkey[] }) {
  return (
    <AccountPart
      heading="Passkeys"
      action={
        arePasskeysSupported() && (
          <DialogButton
            variant="secondary"
            size="small"
            dialog={(close) => <PasskeyDialog onClose={close} />}
          >
            Add a passkey
          </DialogButton>
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
    </AccountPart>
  );
}

function PasskeyItem({ passkey: { id, name, createdAt } }: { passkey: Passkey }) {
  const formatInstant = useFormatInstant();
  const remove = useChange(() => call(deletePasskey, { params: { passkeyId: id } }), {
    refresh: [ownSecurityQuery],
    says: 'Passkey Removed',
    toastsFailure: true,
  });
  async function ask() {
    const text = `${name || 'This passkey'} will no longer work for signing in.`;
    if (await confirm({ title: 'Remove passkey', text, act: 'Remove' })) remove.run();
  }
  return (
    <li className="flex items-center justify-between gap-3 py-1.5">
      <span className="min-w-0">
        <span className="block font-semibold break-words">{name || 'Passkey'}</span>
        <span className="text-sm text-ink-soft">Added {formatInstant(createdAt)}</span>
      </span>
      <Button
        variant="quiet"
        size="small"
        busy={remove.isBusy}
        aria-label={`Remove the passkey ${name}`}
        onClick={() => void ask()}
      >
        Remove
      </Button>
    </li>
  );
}
