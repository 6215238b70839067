import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { endTwoFactor, type SecurityReply } from '#platform/calls/sign-in.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';
import { ownSecurityQuery, staffQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { AccountPart } from './account-part.tsx';
import { FormDialog } from './form-dialog.tsx';
import { SecondFactorSetup } from './second-factor-setup.tsx';

/** A code from an authenticator app, after the password. */
export function SecondFactorPart({ security }: { security: SecurityReply }) {
  const { twoFactorEnabled: isOn, hasPassword } = security;
  const [open, setOpen] = useState<'set-up' | 'end' | null>(null);
  const close = () => setOpen(null);
  return (
    <AccountPart
      heading="Two-step sign-in"
      action={
        hasPassword && (
          <Button variant="secondary" size="small" onClick={() => setOpen(isOn ? 'end' : 'set-up')}>
            {isOn ? 'Turn off' : 'Turn on'}
          </Button>
        )
      }
    >
      <p>
        <Badge variant={isOn ? 'default' : 'outline'}>{isOn ? 'On' : 'Off'}</Badge>
      </p>
      <p className="text-ink-soft">
        {hasPassword
          ? 'A code from an authenticator app, after your password.'
          : 'Only for sign-in with a password, which you don’t use.'}
      </p>
      {open === 'set-up' && <SecondFactorSetup onClose={close} />}
      {open === 'end' && <EndDialog onClose={close} />}
    </AccountPart>
  );
}

function EndDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { showToast } = useToast();
  const [password, setPassword] = useState('');
  const end = useMutation({
    mutationFn: () => call(endTwoFactor, { body: { password } }),
    onSuccess: async () => {
      onClose();
      showToast({ title: 'Two-Step Sign-In Turned Off', tone: 'success' });
      await Promise.all([
        client.invalidateQueries(ownSecurityQuery),
        client.invalidateQueries(staffQuery),
      ]);
    },
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Turn off two-step sign-in"
      submitLabel="Turn off"
      busy={end.isPending}
      onSubmit={() => end.mutate()}
    >
      <p>After that, your password alone will be enough to sign in.</p>
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        value={password}
        error={end.error && describeFailure(end.error)}
        onChange={(event) => setPassword(event.target.value)}
      />
    </FormDialog>
  );
}
