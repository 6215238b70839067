import type { ReactNode } from 'react';
import { Button } from '#platform/web/ui/form/button.tsx';

type ErrorStateProps = {
  title?: ReactNode;
  message: ReactNode;
  onRetry?: () => void;
  retryLabel?: string;
  retrying?: boolean;
};

export function ErrorState({
  title = 'That didn’t work',
  message,
  onRetry,
  retryLabel = 'Try again',
  retrying = false,
}: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-3 rounded-3xl bg-danger-soft px-5 py-10 text-center"
    >
      <p className="font-serif text-xl font-semibold">{title}</p>
      <p className="max-w-prose">{message}</p>
      {onRetry && (
        <Button variant="secondary" busy={retrying} onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  );
}
