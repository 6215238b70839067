import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminOrderReply } from '#contract/admin-orders.ts';
import { describeFailure } from '#web/api/api-error.ts';
import { NotConfirmed, useConfirmFirst } from '#web/api/confirm-first.ts';
import { fetchCustomerFile } from '#web/api/portal/customers.ts';
import { useMayDo } from '#web/api/session.ts';
import { saveFile } from '#web/api/portal/send-to-printer.ts';
import { Button } from '#web/ui/form/button.tsx';
import { useToast } from '#web/ui/feedback/toast.tsx';
import { EraseCustomerDialog } from './erase-customer-dialog.tsx';

/** What a customer may ask of us: a copy of everything, and to be erased. */
export function CustomerData({ order }: { order: AdminOrderReply }) {
  const [isAsking, setIsAsking] = useState(false);
  const mayErase = useMayDo('eraseCustomers');
  const { email } = order.customer;
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-3">
      <DownloadButton email={email} />
      {mayErase && (
        <Button variant="secondary" size="small" onClick={() => setIsAsking(true)}>
          Erase customer
        </Button>
      )}
      <EraseCustomerDialog order={isAsking ? order : null} onClose={() => setIsAsking(false)} />
    </div>
  );
}

function DownloadButton({ email }: { email: string }) {
  const { showToast } = useToast();
  const confirmFirst = useConfirmFirst();
  const download = useMutation({
    mutationFn: () => confirmFirst(() => fetchCustomerFile(email)),
    onSuccess: (file) => {
      saveFile(file);
      showToast({ title: 'Customer Data Downloaded', description: file.name, tone: 'success' });
    },
    onError: (error) => {
      if (error instanceof NotConfirmed) return;
      showToast({ title: 'Error', description: describeFailure(error), tone: 'error' });
    },
  });
  return (
    <Button
      variant="secondary"
      size="small"
      busy={download.isPending}
      busyLabel="Collecting…"
      onClick={() => download.mutate()}
    >
      Download their data
    </Button>
  );
}
