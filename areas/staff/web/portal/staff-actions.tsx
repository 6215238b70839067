import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  endStaffSessions,
  type LinkReply,
  makeResetLink,
  type StaffAccountReply,
  updateStaff,
} from '#areas/staff/calls/staff.ts';
import { call } from '#platform/web/api/client.ts';
import { useConfirmFirst } from '#platform/web/api/confirm-first.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { ConfirmDialog } from '#platform/web/ui/feedback/confirm-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { SignedInDialog } from './signed-in-dialog.tsx';
import { useStaffChange } from './use-staff-change.ts';

type StaffActionsProps = {
  account: StaffAccountReply;
  isSelf: boolean;
  onLink: (link: LinkReply) => void;
};

export function StaffActions({ account, isSelf, onLink }: StaffActionsProps) {
  const { id, email, isActive, lastUsedAt } = account;
  const confirmFirst = useConfirmFirst();
  const [asked, setAsked] = useState<'disable' | 'sessions' | null>(null);
  const link = useMutation(
    useStaffChange({
      mutationFn: () => confirmFirst(() => call(makeResetLink, { params: { id } })),
      onSuccess: onLink,
    }),
  );
  const setActive = useMutation(
    useStaffChange({
      mutationFn: (active: boolean) =>
        confirmFirst(() => call(updateStaff, { params: { id }, body: { isActive: active } })),
      done: isActive ? 'Account Disabled' : 'Account Enabled',
    }),
  );
  const endSessions = useMutation(
    useStaffChange({
      mutationFn: () => call(endStaffSessions, { params: { id } }),
      done: 'Signed Out',
    }),
  );

  function confirm() {
    if (asked === 'disable') setActive.mutate(false);
    else endSessions.mutate(undefined);
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
          busy={link.isPending}
          aria-label={`Reset link for ${email}`}
          onClick={() => link.mutate(undefined)}
        >
          Reset link
        </Button>
      )}
      {lastUsedAt && (
        <Button
          variant="quiet"
          size="small"
          busy={endSessions.isPending}
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
          busy={setActive.isPending}
          aria-label={`${isActive ? 'Disable' : 'Enable'} ${email}`}
          onClick={() => (isActive ? setAsked('disable') : setActive.mutate(true))}
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
