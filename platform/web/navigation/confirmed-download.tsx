import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeFailure } from '#platform/web/api/api-error.ts';
import type { CalledFile } from '#platform/web/api/client.ts';
import { NotConfirmed, useConfirmFirst } from '#platform/web/api/confirm-first.ts';
import { saveFile } from '#platform/web/api/save-file.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';

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
