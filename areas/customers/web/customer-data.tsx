import { useState } from 'react';
import { useMayDo } from '#platform/web/api/session.ts';
import { ConfirmedDownload } from '#platform/web/navigation/confirmed-download.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import {
  type ErasedReply,
  getCustomerFile,
  eraseCustomer,
} from '#areas/customers/calls/customers.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { callForFile } from '#platform/web/api/client.ts';

export function CustomerData({ name, email }: NamedCustomer) {
  const [isAsking, setIsAsking] = useState(false);
  const mayErase = useMayDo('eraseCustomers');
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-3">
      <ConfirmedDownload
        fetchFile={() => callForFile(getCustomerFile, { body: { email } })}
        done="Customer Data Downloaded"
      >
        Download their data
      </ConfirmedDownload>
      {mayErase && (
        <Button variant="secondary" size="small" onClick={() => setIsAsking(true)}>
          Erase customer
        </Button>
      )}
      <EraseCustomerDialog
        customer={isAsking ? { name, email } : null}
        onClose={() => setIsAsking(false)}
      />
    </div>
  );
}

type NamedCustomer = { name: string; email: string };

type EraseCustomerDialogProps = {
  /** Null: closed. */
  customer: NamedCustomer | null;
  onClose: () => void;
};

function EraseCustomerDialog({ customer, onClose }: EraseCustomerDialogProps) {
  const client = useQueryClient();
  const [erased, setErased] = useState<ErasedReply | null>(null);
  const erasure = useChange(eraseCustomer, { onDone: setErased });
  const close = () => {
    erasure.reset();
    onClose();
  };
  if (erased) {
    return (
      <ErasedDialog
        erased={erased}
        onClose={() => {
          close();
          setErased(null);
          void client.invalidateQueries();
        }}
      />
    );
  }
  return (
    <ActionDialog
      open={customer !== null}
      title="Erase customer"
      act="Erase for good"
      keep="Keep customer"
      busyLabel="Erasing…"
      danger
      change={erasure}
      failureTitle="The customer was not erased"
      go={() => customer && erasure.run({ body: { email: customer.email } })}
      onClose={close}
    >
      {customer && <WhatGoes customer={customer} />}
    </ActionDialog>
  );
}

function WhatGoes({ customer: { name, email } }: { customer: NamedCustomer }) {
  return (
    <div className="grid gap-3">
      <p>
        Erase {name} ({email}) from every order, checkout, email, printout and the waitlist? This
        action cannot be undone.
      </p>
      <p>
        <strong>Goes:</strong> names, email, phone, address, instructions, the text of emails, what
        changes said, and their tracking links.
      </p>
      <p>
        <strong>Stays:</strong> order numbers, amounts, meals, dates, payments and refunds, without
        a name.
      </p>
    </div>
  );
}

function ErasedDialog({ erased, onClose }: { erased: ErasedReply; onClose: () => void }) {
  const { orders, emails } = erased;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Customer erased"
      actions={
        <Button size="small" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="grid gap-3">
        <p>
          Their details are gone from {orders === 1 ? '1 order' : `${orders} orders`} and{' '}
          {emails === 1 ? '1 email' : `${emails} emails`}.
        </p>
        <p>Outside the database:</p>
        <ul className="grid list-disc gap-1 pl-5">
          {erased.elsewhere.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
