import { Button } from '#platform/web/ui/form/button.tsx';

export function PayButton({ label, isBusy }: { label: string; isBusy: boolean }) {
  return (
    <Button
      type="submit"
      size="large"
      busy={isBusy}
      busyLabel="Processing Payment..."
      className="w-full tabular-nums"
    >
      {label}
    </Button>
  );
}
