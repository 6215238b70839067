import {
  makeApiToken,
  MakeApiTokenRequest,
  type NewApiTokenReply,
} from '#areas/staff/calls/api-tokens.ts';
import { LONGEST_TOKEN_NAME, TOKEN_DAYS, tokenRightsOf } from '#platform/rules/api-tokens.ts';
import { RIGHT_TEXTS } from '#platform/rules/right-texts.ts';
import type { StaffRight } from '#platform/rules/rights.ts';
import { call } from '#platform/web/api/client.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { apiTokensQuery } from '#areas/staff/web/portal/api-tokens-queries.ts';
import { useSignedIn } from '#platform/web/api/session.ts';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { TickList } from './tick-list.tsx';

type NewTokenDialogProps = { onClose: () => void; onMade: (reply: NewApiTokenReply) => void };
type Days = (typeof TOKEN_DAYS)[number];
type NewToken = { name: string; rights: StaffRight[]; days: Days };

const NOTHING_YET: NewToken = { name: '', rights: [], days: 90 };

export function NewTokenDialog({ onClose, onMade }: NewTokenDialogProps) {
  const { role } = useSignedIn();
  const form = useForm({
    initial: NOTHING_YET,
    check: MakeApiTokenRequest,
    send: (body) => call(makeApiToken, { body }),
    refresh: [apiTokensQuery],
    onDone: onMade,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="New API token"
      submitLabel="Make token"
      busyLabel="Making…"
    >
      <TextField
        label="Name"
        hint="What will use it, such as “Weekly report”"
        autoComplete="off"
        maxLength={LONGEST_TOKEN_NAME}
        {...form.text('name')}
      />
      <SelectField
        label="Works for"
        value={form.values.days}
        error={form.errors['days'] ?? null}
        onChange={({ target }) =>
          form.set({ days: TOKEN_DAYS.find((each) => each === Number(target.value)) ?? 90 })
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
        chosen={form.values.rights}
        error={form.errors['rights'] ?? null}
        onChange={(rights) => form.set({ rights })}
      />
    </FormDialog>
  );
}
