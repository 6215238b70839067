import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeFailure } from '#web/api/api-error.ts';
import type { CalledFile } from '#web/api/client.ts';
import { NotConfirmed, useConfirmFirst } from '#web/api/confirm-first.ts';
import { saveFile } from '#web/api/portal/send-to-printer.ts';
import { Button } from '#web/ui/form/button.tsx';
import { useToast } from '#web/ui/feedback/toast.tsx';

type ConfirmedDownloadProps = {
  children: ReactNode;
  fetchFile: () => Promise<CalledFile>;
  /** The title of the toast once the file is there. */
  done: string;
};

/** A file about people: asks to confirm who you are first, then saves it. */
export function ConfirmedDownload({ children, fetchFile, done }: ConfirmedDownloadProps) {
  const { showToast } = useToast();
  const confirmFirst = useConfirmFirst();
  const download = useMutation({
    mutationFn: () => confirmFirst(fetchFile),
    onSuccess: (file) => {
      saveFile(file);
      showToast({ title: done, description: file.name, tone: 'success' });
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
      {children}
    </Button>
  );
}
