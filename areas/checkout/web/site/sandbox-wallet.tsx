import { useState } from 'react';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import type { CardDetails } from './sandbox-gateway.ts';

/** Stripe's test card that always pays. */
const CARD_IN_WALLET: CardDetails = {
  number: '4242424242424242',
  expMonth: '12',
  expYear: '2060',
  cvc: '123',
};

type SandboxWalletProps = {
  /** "Pay $30.97". */
  payLabel: string;
  isBusy: boolean;
  onPay: (card: CardDetails) => void;
};

/** Stands in for the wallets that Stripe's form offers where they work: two taps, and nothing to type. */
export function SandboxWallet({ payLabel, isBusy, onPay }: SandboxWalletProps) {
  const [isOpen, setIsOpen] = useState(false);

  function pay() {
    setIsOpen(false);
    onPay(CARD_IN_WALLET);
  }

  return (
    <div className="grid gap-5">
      <Button
        variant="secondary"
        size="large"
        className="w-full"
        disabled={isBusy}
        onClick={() => setIsOpen(true)}
      >
        Use the test wallet
      </Button>
      <p className="flex items-center gap-3 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <ActionDialog
        open={isOpen}
        title={payLabel}
        act="Approve"
        go={pay}
        onClose={() => setIsOpen(false)}
      >
        <p>Visa ending in 4242.</p>
        <p className="mt-2 text-ink-soft">
          With real payments, Apple Pay, Google Pay or Link are offered here, on devices that have
          them.
        </p>
      </ActionDialog>
    </div>
  );
}
