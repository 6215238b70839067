import { useState } from 'react';
import { fetchCustomerFile } from '#areas/customers/web/portal/customers-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { ConfirmedDownload } from '#platform/web/navigation/confirmed-download.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { EraseCustomerDialog, type NamedCustomer } from './erase-customer-dialog.tsx';

/** What a customer may ask of us: a copy of everything, and to be erased. */
export function CustomerData({ name, email }: NamedCustomer) {
  const [isAsking, setIsAsking] = useState(false);
  const mayErase = useMayDo('eraseCustomers');
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-3">
      <ConfirmedDownload fetchFile={() => fetchCustomerFile(email)} done="Customer Data Downloaded">
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
