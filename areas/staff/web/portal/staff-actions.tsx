import { useState } from 'react';
import {
  endStaffSessions,
  type LinkReply,
  makeResetLink,
  type StaffAccountReply,
  updateStaff,
} from '#areas/staff/calls/staff.ts';
import { staffQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { call } from '#platform/web/api/client.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { ConfirmDialog } from '#platform/web/ui/feedback/confirm-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { SignedInDialog } from './signed-in-dialog.tsx';

type StaffActionsProps = {
  account: StaffAccountReply;
  isSelf: boolean;
  onLink: (link: LinkReply) => void;
};

export function StaffActions({ account, isSelf, onLink }: StaffActionsProps) {
  const { id, email, isActive, lastUsedAt } = account;
  const [asked, setAsked] = useState<'disable' | 'sessions' | null>(null);
  const told = { refresh: [staffQuery], toastsFailure: true };
  const link = useChange(() => call(makeResetLink, { params: { id } }), {
    ...told,
    onDone: onLink,
  });
  const setActive = useChange(
    (active: boolean) => call(updateStaff, { params: { id }, body: { isActive: active } }),
    { ...told, says: isActive ? 'Account Disabled' : 'Account Enabled' },
  );
  const endSessions = useChange(() => call(endStaffSessions, { params: { id } }), {
    ...told,
    says: 'Signed Out',
  });

  function confirm() {
    if (asked === 'disable') setActive.run(false);
    else endSessions.run();
    setAsked(null);
  }

  return (
    <div className="flex flex-wrap gap-1 max-md:-mx-3 md:justify-end xl:flex-nowrap">
      <RoleButton account={account} />
      {lastUsedAt && <PhonesButton account={account} />}
      {isActive && (
        <Button
          variant="quiet"
          size="small"
          busy={link.isBusy}
          aria-label={`Reset link for ${email}`}
          onClick={() => link.run()}
        >
          Reset link
        </Button>
      )}
      {lastUsedAt && (
        <Button
          variant="quiet"
          size="small"
          busy={endSessions.isBusy}
          aria-label={isSelf ? 'Sign out elsewhere' : `Sign out ${email}`}
          onClick={() => setAsked('sessions')}
        >
          {isSelf ? 'Sign out elsewhere' : 'Sign out'}
        </Button>
      )}
      {!isSelf && (
        <Button
          variant="quiet"
          size="small"
          busy={setActive.isBusy}
          aria-label={`${isActive ? 'Disable' : 'Enable'} ${email}`}
          onClick={() => (isActive ? setAsked('disable') : setActive.run(true))}
        >
          {isActive ? 'Disable' : 'Enable'}
        </Button>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={asked === 'disable' ? 'Disable account' : 'Sign out'}
        confirmLabel={asked === 'disable' ? 'Disable' : 'Sign out'}
        onConfirm={confirm}
        onCancel={() => setAsked(null)}
      >
        <p>
          {asked === 'disable'
            ? `${email} will be signed out immediately and cannot sign in until someone enables the account again.`
            : `${isSelf ? 'You' : email} will be signed out on every ${isSelf ? 'other ' : ''}device, and ${isSelf ? 'your' : 'their'} API tokens stop working.`}
        </p>
      </ConfirmDialog>
    </div>
  );
}

function PhonesButton({ account }: { account: StaffAccountReply }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={`Lost phone of ${account.email}`}
        onClick={() => setOpen(true)}
      >
        Lost phone
      </Button>
      {isOpen && <SignedInDialog account={account} onClose={() => setOpen(false)} />}
    </>
  );
}

function RoleButton({ account }: { account: StaffAccountReply }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={`Change role of ${account.email}`}
        onClick={() => setOpen(true)}
      >
        Role
      </Button>
      {isOpen && <RoleDialog account={account} onClose={() => setOpen(false)} />}
    </>
  );
}
