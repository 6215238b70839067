import { SessionText } from './staff-actions.tsx';
import { useQuery } from '@tanstack/react-query';
import { ChangeButton } from '#platform/web/portal/change-button.tsx';
import { DialogButton } from '#platform/web/ui/form/dialog-button.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { ROLE_TEXTS } from '#platform/rules/roles.ts';
import { useSignedIn, signedInQuery } from '#platform/web/api/session.ts';
import {
  ownSecurityQuery,
  ownSessionsQuery,
  staffQuery,
  arePasskeysSupported,
  createPasskey,
} from './staff-queries.ts';
import {
  changePassword,
  ChangePasswordRequest,
  PASSWORD_LENGTH,
  changeOwnName,
  OwnNameRequest,
  endTwoFactor,
  type SecurityReply,
  deletePasskey,
} from '#platform/calls/sign-in.ts';
import { call } from '#platform/web/api/client.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import type { ReactNode, ComponentType } from 'react';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { endOwnSession, type SessionReply } from '#areas/staff/calls/staff.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { deviceName } from '#areas/staff/rules/device-name.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { SecondFactorSetup } from './second-factor-setup.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';

/** The user's own account: what they are here for, and how they sign in. */
export function AccountSection() {
  const { email, role } = useSignedIn();
  const { name, purpose } = ROLE_TEXTS[role];
  return (
    <section aria-label="Your account" className="grid gap-4 py-5">
      <div className="grid gap-1">
        <p className="text-ink-soft break-all">{email}</p>
        <p>
          <strong>{name}.</strong> {purpose}
        </p>
      </div>
      <Loaded query={useQuery(ownSecurityQuery)} what="your account" kind="detail">
        {(security) => (
          <div className="grid gap-4 lg:grid-cols-2">
            <NamePart />
            <PasswordPart hasPassword={security.hasPassword} />
            <SecondFactorPart security={security} />
            <PasskeysPart passkeys={security.passkeys} />
            <SessionsPart />
          </div>
        )}
      </Loaded>
    </section>
  );
}

function PasswordPart({ hasPassword }: { hasPassword: boolean }) {
  return (
    <AccountPart heading="Password" act={hasPassword && 'Change password'} dialog={PasswordDialog}>
      <p className="text-ink-soft">
        {hasPassword
          ? 'Changing it signs you out everywhere else and revokes your API tokens.'
          : 'You sign in without one. To set one, ask an owner for a reset link.'}
      </p>
    </AccountPart>
  );
}

function PasswordDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initial: { currentPassword: '', newPassword: '' },
    check: ChangePasswordRequest,
    send: (body) => call(changePassword, { body }),
    refresh: [ownSessionsQuery],
    says: () => ({
      title: 'Password Changed',
      description: 'You’re signed out everywhere else, and your API tokens are revoked.',
    }),
    onDone: onClose,
  });
  return (
    <FormDialog form={form} onClose={onClose} title="Change password" submitLabel="Change password">
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...form.text('currentPassword')}
      />
      <PasswordField
        label="New password"
        hint={`At least ${PASSWORD_LENGTH.min} characters`}
        autoComplete="new-password"
        {...form.text('newPassword')}
      />
    </FormDialog>
  );
}

function NamePart() {
  const { firstName, lastName } = useSignedIn();
  return (
    <AccountPart heading="Name" act="Change name" dialog={NameDialog}>
      <p>{`${firstName} ${lastName}`.trim() || 'Not given'}</p>
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

function SessionsPart() {
  return (
    <AccountPart heading="Where you are signed in" isWide>
      <Loaded query={useQuery(ownSessionsQuery)} what="where you are signed in">
        {(sessions) => (
          <ul className="grid divide-y divide-line">
            {sessions.map((session) => (
              <SessionItem key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
    </AccountPart>
  );
}

function SessionItem({ session }: { session: SessionReply }) {
  const { id, isCurrent, userAgent } = session;
  const device = deviceName(userAgent ?? '');
  const end = useChange(() => call(endOwnSession, { params: { sessionId: id } }), {
    refresh: [ownSessionsQuery],
    says: 'Signed Out',
    toastsFailure: true,
  });
  return (
    <li className="flex min-h-14 items-center justify-between gap-3 py-1.5">
      <SessionText session={session} />
      {!isCurrent && (
        <ChangeButton change={end} aria-label={`Sign out ${device}`}>
          Sign out
        </ChangeButton>
      )}
    </li>
  );
}

/** A code from an authenticator app, after the password. */
function SecondFactorPart({ security }: { security: SecurityReply }) {
  const { twoFactorEnabled: isOn, hasPassword } = security;
  const act = isOn ? 'Turn off' : 'Turn on';
  return (
    <AccountPart
      heading="Two-step sign-in"
      act={hasPassword && act}
      dialog={isOn ? EndDialog : SecondFactorSetup}
    >
      <p>
        <Badge variant={isOn ? 'default' : 'outline'}>{isOn ? 'On' : 'Off'}</Badge>
      </p>
      <p className="text-ink-soft">
        {hasPassword
          ? 'A code from an authenticator app, after your password.'
          : 'Only for sign-in with a password, which you don’t use.'}
      </p>
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

type Passkey = SecurityReply['passkeys'][number];

function PasskeysPart({ passkeys }: { passkeys: readonly Passkey[] }) {
  return (
    <AccountPart
      heading="Passkeys"
      act={arePasskeysSupported() && 'Add a passkey'}
      dialog={PasskeyDialog}
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
  return (
    <li className="flex items-center justify-between gap-3 py-1.5">
      <span className="min-w-0">
        <span className="block font-semibold break-words">{name || 'Passkey'}</span>
        <span className="text-sm text-ink-soft">Added {formatInstant(createdAt)}</span>
      </span>
      <ChangeButton
        change={remove}
        asks={{
          title: 'Remove passkey',
          text: `${name || 'This passkey'} will no longer work for signing in.`,
          act: 'Remove',
        }}
        aria-label={`Remove the passkey ${name}`}
      >
        Remove
      </ChangeButton>
    </li>
  );
}

function PasskeyDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => (name.trim() === '' ? { name: 'Please enter a name' } : {}),
    send: ({ name }) => createPasskey(name),
    refresh: [ownSecurityQuery],
    says: 'Passkey Added',
    onDone: onClose,
  });
  return (
    <FormDialog form={form} onClose={onClose} title="Add a passkey" submitLabel="Continue">
      <TextField
        label="Where is it?"
        hint="A name to recognise it by, such as kitchen tablet or my phone"
        maxLength={60}
        {...form.text('name')}
      />
    </FormDialog>
  );
}

type AccountPartProps = {
  heading: string;
  act?: string | false;
  dialog?: ComponentType<{ onClose: () => void }>;
  isWide?: boolean;
  children: ReactNode;
};

function AccountPart({ heading, act, dialog: Asked, isWide = false, children }: AccountPartProps) {
  return (
    <Card
      className={isWide ? 'grid content-start gap-3 lg:col-span-2' : 'grid content-start gap-3'}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg">{heading}</h2>
        {act && Asked && (
          <DialogButton
            variant="secondary"
            size="small"
            dialog={(close) => <Asked onClose={close} />}
          >
            {act}
          </DialogButton>
        )}
      </div>
      {children}
    </Card>
  );
}
