import type { ReactNode } from 'react';
import type { CalledFile } from '#platform/web/api/client.ts';
import { saveFile } from '#platform/web/api/save-file.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { Button } from '#platform/web/ui/form/button.tsx';

type ConfirmedDownloadProps = {
  children: ReactNode;
  fetchFile: () => Promise<CalledFile>;
  /** The title of the toast once the file is there. */
  done: string;
};

/** A file about people: asks to confirm who you are first, then saves it. */
export function ConfirmedDownload({ children, fetchFile, done }: ConfirmedDownloadProps) {
  const download = useChange(fetchFile, {
    onDone: saveFile,
    says: ({ name }) => ({ title: done, description: name, tone: 'success' }),
    toastsFailure: true,
  });
  return (
    <Button
      variant="secondary"
      size="small"
      busy={download.isBusy}
      busyLabel="Collecting…"
      onClick={() => download.run()}
    >
      {children}
    </Button>
  );
}
