import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useId, useState } from 'react';
import {
  makeApiToken,
  MakeApiTokenRequest,
  type NewApiTokenReply,
} from '#areas/staff/calls/api-tokens.ts';
import { LONGEST_TOKEN_NAME, TOKEN_DAYS, tokenRightsOf } from '#platform/rules/api-tokens.ts';
import { RIGHT_TEXTS } from '#platform/rules/right-texts.ts';
import type { StaffRight } from '#platform/rules/rights.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';
import { NotConfirmed, useConfirmFirst } from '#platform/web/api/confirm-first.ts';
import { checkFields, type FieldErrors, fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import { apiTokensQuery } from '#areas/staff/web/portal/api-tokens-queries.ts';
import { useSignedIn } from '#platform/web/api/session.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { TickList } from './tick-list.tsx';

type NewTokenDialogProps = { onClose: () => void; onMade: (reply: NewApiTokenReply) => void };
type Days = (typeof TOKEN_DAYS)[number];

export function NewTokenDialog({ onClose, onMade }: NewTokenDialogProps) {
  const formId = useId();
  const client = useQueryClient();
  const confirmFirst = useConfirmFirst();
  const { role } = useSignedIn();
  const [name, setName] = useState('');
  const [rights, setRights] = useState<StaffRight[]>([]);
  const [days, setDays] = useState<Days>(90);
  const [errors, setErrors] = useState<FieldErrors>({});
  const body = { name, rights, days };
  const make = useMutation({
    mutationFn: () => confirmFirst(() => call(makeApiToken, { body })),
    onSuccess: async (reply) => {
      onMade(reply);
      await client.invalidateQueries(apiTokensQuery);
    },
    onError: (error) => setErrors(fieldErrorsOf(error)),
  });
  const isRefused = make.error && !(make.error instanceof NotConfirmed);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const found = checkFields(MakeApiTokenRequest, body);
    setErrors(found);
    if (Object.keys(found).length === 0 && !make.isPending) make.mutate();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="New API token"
      actions={
        <Button type="submit" form={formId} size="small" busy={make.isPending} busyLabel="Making…">
          Make token
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          label="Name"
          hint="What will use it, such as “Weekly report”"
          autoComplete="off"
          maxLength={LONGEST_TOKEN_NAME}
          value={name}
          error={errors['name'] ?? null}
          onChange={({ target }) => setName(target.value)}
        />
        <SelectField
          label="Works for"
          value={days}
          error={errors['days'] ?? null}
          onChange={({ target }) =>
            setDays(TOKEN_DAYS.find((each) => each === Number(target.value)) ?? 90)
          }
        >
          {TOKEN_DAYS.map((each) => (
            <option key={each} value={each}>
              {each} days
            </option>
          ))}
        </SelectField>
        <TickList
          legend="What it may do"
          hint="Tick only what the program needs. It never has more rights than you."
          choices={tokenRightsOf(role).map((right) => ({
            value: right,
            label: RIGHT_TEXTS[right],
          }))}
          chosen={rights}
          error={errors['rights'] ?? null}
          onChange={setRights}
        />
        {isRefused && Object.keys(errors).length === 0 && (
          <Notice tone="error" announce="now">
            {describeFailure(make.error)}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
