import { useState } from 'react';
import { Button } from '#web/ui/form/button.tsx';
import { AccountPart } from './account-part.tsx';
import { PasswordDialog } from './password-dialog.tsx';

export function PasswordPart({ hasPassword }: { hasPassword: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <AccountPart
      heading="Password"
      action={
        hasPassword && (
          <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
            Change password
          </Button>
        )
      }
    >
      <p className="text-ink-soft">
        {hasPassword
          ? 'Changing it signs you out everywhere else.'
          : 'You sign in without one. To set one, ask a colleague for a reset link.'}
      </p>
      {isOpen && <PasswordDialog onClose={() => setOpen(false)} />}
    </AccountPart>
  );
}
