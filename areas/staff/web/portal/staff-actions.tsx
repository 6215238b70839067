import { DialogButton } from '#platform/web/ui/form/dialog-button.tsx';
import { ChangeButton } from '#platform/web/portal/change-button.tsx';
import {
  endStaffSessions,
  type LinkReply,
  makeResetLink,
  type StaffAccountReply,
  updateStaff,
  type SessionReply,
  signOutPhone,
} from '#areas/staff/calls/staff.ts';
import { staffQuery, staffSessionsQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { call } from '#platform/web/api/client.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useForm } from '#platform/web/api/use-form.ts';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useState } from 'react';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { deviceName } from '#areas/staff/rules/device-name.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { ROLE_TEXTS, STAFF_ROLES, type StaffRole } from '#platform/rules/roles.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';

type StaffActionsProps = {
  account: StaffAccountReply;
  isSelf: boolean;
  onLink: (link: LinkReply) => void;
};

export function StaffActions({ account, isSelf, onLink }: StaffActionsProps) {
  const { id, email, isActive, lastUsedAt } = account;
  const told = { refresh: [staffQuery], toastsFailure: true };
  const link = useChange(() => call(makeResetLink, { params: { id } }), {
    ...told,
    onDone: onLink,
  });
  const says = isActive ? 'Account Disabled' : 'Account Enabled';
  const setActive = useChange(updateStaff, { ...told, says });
  const endSessions = useChange(() => call(endStaffSessions, { params: { id } }), {
    ...told,
    says: 'Signed Out',
  });

  return (
    <div className="flex flex-wrap gap-1 max-md:-mx-3 md:justify-end xl:flex-nowrap">
      <DialogButton
        variant="quiet"
        size="small"
        aria-label={`Change role of ${email}`}
        dialog={(close) => <RoleDialog account={account} onClose={close} />}
      >
        Role
      </DialogButton>
      {lastUsedAt && (
        <DialogButton
          variant="quiet"
          size="small"
          aria-label={`Lost phone of ${email}`}
          dialog={(close) => <SignedInDialog account={account} onClose={close} />}
        >
          Lost phone
        </DialogButton>
      )}
      {isActive && (
        <ChangeButton change={link} aria-label={`Reset link for ${email}`}>
          Reset link
        </ChangeButton>
      )}
      {lastUsedAt && (
        <ChangeButton
          change={endSessions}
          asks={{
            title: 'Sign out',
            text: isSelf
              ? 'You will be signed out on every other device, and your API tokens stop working.'
              : `${email} will be signed out on every device, and their API tokens stop working.`,
            act: 'Sign out',
          }}
          aria-label={isSelf ? 'Sign out elsewhere' : `Sign out ${email}`}
        >
          {isSelf ? 'Sign out elsewhere' : 'Sign out'}
        </ChangeButton>
      )}
      {!isSelf && (
        <ChangeButton
          change={setActive}
          given={{ params: { id }, body: { isActive: !isActive } }}
          asks={
            isActive && {
              title: 'Disable account',
              text: `${email} will be signed out immediately and cannot sign in until someone enables the account again.`,
              act: 'Disable',
            }
          }
          aria-label={`${isActive ? 'Disable' : 'Enable'} ${email}`}
        >
          {isActive ? 'Disable' : 'Enable'}
        </ChangeButton>
      )}
    </div>
  );
}

function RoleDialog({ account, onClose }: { account: StaffAccountReply; onClose: () => void }) {
  const { id, email, role: before } = account;
  const form = useForm({
    initial: { role: before },
    send: async (body) => {
      if (body.role !== before) await call(updateStaff, { params: { id }, body });
      return body.role !== before;
    },
    refresh: [staffQuery],
    says: (isChanged) => (isChanged ? { title: 'Role Changed' } : null),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Change role"
      submitLabel="Save"
      busyLabel="Saving…"
    >
      <p className="break-words">
        From their next step on, {email} sees and does what the new role may. They stay signed in.
      </p>
      <RoleField {...form.field('role')} />
    </FormDialog>
  );
}

function SignedInDialog({ account, onClose }: { account: StaffAccountReply; onClose: () => void }) {
  const { id, email, firstName, lastName } = account;
  const sessions = useQuery(staffSessionsQuery(id));
  const name = `${firstName} ${lastName}`.trim() || email;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Where ${name} is signed in`}
      actions={
        <Button variant="secondary" size="small" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Loaded query={sessions} what="where they are signed in">
        {(found) =>
          found.length === 0 ? (
            <p>Nowhere.</p>
          ) : (
            <ul className="grid divide-y divide-line">
              {found.map((session) => (
                <SignedInPhone
                  key={session.id}
                  staffId={id}
                  session={session}
                  onDone={() => void sessions.refetch()}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  );
}

type SignedInPhoneProps = { staffId: string; session: SessionReply; onDone: () => void };

function SignedInPhone({ staffId, session, onDone }: SignedInPhoneProps) {
  const [isAsking, setAsking] = useState(false);
  const device = deviceName(session.userAgent ?? '');
  const signOut = useChange(
    () => call(signOutPhone, { params: { id: staffId, sessionId: session.id } }),
    { refresh: [staffQuery], says: 'Signed Out', toastsFailure: true, onDone: onDone },
  );
  return (
    <li className="grid gap-2 py-2">
      <span className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <SessionText session={session} />
        {!session.isCurrent && !isAsking && (
          <Button
            variant="secondary"
            size="small"
            className="min-h-11"
            aria-label={`Sign out this phone: ${device}`}
            onClick={() => setAsking(true)}
          >
            Sign out this phone
          </Button>
        )}
      </span>
      {isAsking && (
        <div className="grid gap-2 rounded-2xl bg-danger-soft px-4 py-3">
          <p>
            The next time it has a connection it forgets today’s stops, its photos and every report
            that it has not sent. For a phone that is lost.
          </p>
          <span className="flex flex-wrap gap-2">
            <ChangeButton change={signOut} variant="danger" className="min-h-11">
              Sign out and wipe
            </ChangeButton>
            <Button
              variant="secondary"
              size="small"
              className="min-h-11"
              onClick={() => setAsking(false)}
            >
              Keep
            </Button>
          </span>
        </div>
      )}
    </li>
  );
}

export function SessionText({ session }: { session: SessionReply }) {
  const { isCurrent, lastUsedAt, ipAddress, userAgent } = session;
  const formatInstant = useFormatInstant();
  return (
    <span className="min-w-0">
      <span className="block font-semibold">{deviceName(userAgent ?? '')}</span>
      <span className="text-sm text-ink-soft">
        {isCurrent ? 'This device' : `Last seen ${formatInstant(lastUsedAt)}`}
        {ipAddress && ` · ${ipAddress}`}
      </span>
    </span>
  );
}

type RoleFieldProps = { value: StaffRole; onChange: (role: StaffRole) => void };

export function RoleField({ value, onChange }: RoleFieldProps) {
  return (
    <SelectField
      label="Role"
      hint={ROLE_TEXTS[value].purpose}
      value={value}
      options={STAFF_ROLES.map((role) => ({ value: role, label: ROLE_TEXTS[role].name }))}
      onChange={({ target }) => onChange(target.value as StaffRole)}
    />
  );
}
