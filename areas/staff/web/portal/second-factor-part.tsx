import { useState } from 'react';
import { endTwoFactor, type SecurityReply } from '#platform/calls/sign-in.ts';
import { call } from '#platform/web/api/client.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { ownSecurityQuery, staffQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { AccountPart } from './account-part.tsx';
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
  const form = useForm({
    initial: { password: '' },
    send: (body) => call(endTwoFactor, { body }),
    refresh: [ownSecurityQuery, staffQuery],
    says: 'Two-Step Sign-In Turned Off',
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Turn off two-step sign-in"
      submitLabel="Turn off"
    >
      <p>After that, your password alone will be enough to sign in.</p>
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        {...form.text('password')}
      />
    </FormDialog>
  );
}
