import { useState } from 'react';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Handbook, type HandbookPlace } from './help-tab.tsx';

export function HelpPanel({ onClose }: { onClose: () => void }) {
  const [at, setAt] = useState<HandbookPlace>({ page: null, section: null });
  return (
    <Dialog open onClose={onClose} title="Help">
      <Handbook at={at} onOpen={setAt} />
    </Dialog>
  );
}
