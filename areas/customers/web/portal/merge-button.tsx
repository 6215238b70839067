import { useState } from 'react';
import type { CustomerReply } from '#areas/customers/calls/customers.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { MergeCustomerDialog } from './merge-customer-dialog.tsx';

/** For one person with two email addresses. Starts with the first who has the same phone. */
export function MergeButton({ customer }: { customer: CustomerReply }) {
  const [isMerging, setIsMerging] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="-ml-4 justify-self-start max-md:min-h-11"
        onClick={() => setIsMerging(true)}
      >
        Merge with another customer
      </Button>
      {isMerging && (
        <MergeCustomerDialog
          id={customer.id}
          suggestedEmail={customer.samePhone[0]?.email ?? ''}
          onClose={() => setIsMerging(false)}
        />
      )}
    </>
  );
}
