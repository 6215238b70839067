import { useState } from 'react';
import { changeOwnName, OwnNameRequest } from '#platform/calls/sign-in.ts';
import { call } from '#platform/web/api/client.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { signedInQuery, useSignedIn } from '#platform/web/api/session.ts';
import { staffQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { AccountPart } from './account-part.tsx';

export function NamePart() {
  const { firstName, lastName } = useSignedIn();
  const [isOpen, setOpen] = useState(false);
  return (
    <AccountPart
      heading="Name"
      action={
        <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
          Change name
        </Button>
      }
    >
      <p>{`${firstName} ${lastName}`.trim() || 'Not given'}</p>
      {isOpen && <NameDialog onClose={() => setOpen(false)} />}
    </AccountPart>
  );
}

function NameDialog({ onClose }: { onClose: () => void }) {
  const { firstName, lastName } = useSignedIn();
  const form = useForm({
    initial: { firstName, lastName },
    check: OwnNameRequest,
    send: (body) => call(changeOwnName, { body }),
    refresh: [signedInQuery, staffQuery],
    says: 'Name Changed',
    onDone: onClose,
  });
  return (
    <FormDialog form={form} onClose={onClose} title="Change name" submitLabel="Save">
      <TextField label="First name" autoComplete="given-name" {...form.text('firstName')} />
      <TextField label="Last name" autoComplete="family-name" {...form.text('lastName')} />
    </FormDialog>
  );
}
