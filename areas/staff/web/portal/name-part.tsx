import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeOwnName, OwnNameRequest } from '#platform/calls/sign-in.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';
import { NotConfirmed, useConfirmFirst } from '#platform/web/api/confirm-first.ts';
import { checkFields, type FieldErrors, fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import { signedInQuery, useSignedIn } from '#platform/web/api/session.ts';
import { staffQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { AccountPart } from './account-part.tsx';
import { FormDialog } from './form-dialog.tsx';

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
  const client = useQueryClient();
  const confirmFirst = useConfirmFirst();
  const { showToast } = useToast();
  const [names, setNames] = useState({ firstName, lastName });
  const [errors, setErrors] = useState<FieldErrors>({});
  const rename = useMutation({
    mutationFn: () => confirmFirst(() => call(changeOwnName, { body: names })),
    onSuccess: async () => {
      onClose();
      showToast({ title: 'Name Changed', tone: 'success' });
      await Promise.all([
        client.invalidateQueries(signedInQuery),
        client.invalidateQueries(staffQuery),
      ]);
    },
    onError: (error) => {
      if (error instanceof NotConfirmed) return;
      const fields = fieldErrorsOf(error);
      setErrors(Object.keys(fields).length > 0 ? fields : { firstName: describeFailure(error) });
    },
  });

  function submit() {
    const found = checkFields(OwnNameRequest, names);
    setErrors(found);
    if (Object.keys(found).length === 0) rename.mutate();
  }

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Change name"
      submitLabel="Save"
      busy={rename.isPending}
      onSubmit={submit}
    >
      <TextField
        label="First name"
        autoComplete="given-name"
        value={names.firstName}
        error={errors['firstName'] ?? null}
        onChange={(event) => setNames({ ...names, firstName: event.target.value })}
      />
      <TextField
        label="Last name"
        autoComplete="family-name"
        value={names.lastName}
        error={errors['lastName'] ?? null}
        onChange={(event) => setNames({ ...names, lastName: event.target.value })}
      />
    </FormDialog>
  );
}
