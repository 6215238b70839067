import { useQuery } from '@tanstack/react-query';
import { fieldsOf } from '#platform/web/api/failure.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { useState } from 'react';
import type { MessageManyReply } from '#areas/orders/calls/order-bulk.ts';
import {
  previewMessage,
  sendMessageToMany,
  textModeQuery,
} from '#areas/orders/web/portal/order-bulk-queries.ts';
import { newKey } from '#platform/web/storage/kept-new-key.ts';
import { orderCount } from './describe-many.ts';
import { type Draft, MessageFields } from './message-fields.tsx';
import { MessagePreview } from './message-preview.tsx';

type MessageDialogProps = {
  ids: readonly number[];
  onDone: (reply: MessageManyReply) => void;
  onClose: () => void;
};

/** Written first, then seen as it arrives and at whom, then sent. */
export function MessageManyDialog({ ids, onDone, onClose }: MessageDialogProps) {
  const [draft, setDraft] = useState<Draft>({ subject: '', text: '', textMessage: null });
  const [preview, setPreview] = useState<MessageManyReply | null>(null);
  // The same for each attempt at sending it: it goes out once.
  const [key] = useState(newKey);
  const { data: textMode } = useQuery(textModeQuery);
  const { subject, text, textMessage } = draft;
  const body = {
    ids: [...ids],
    subject,
    text,
    key,
    ...(textMessage !== null && { textMessage }),
  };
  const look = useChange(() => previewMessage(body), { onDone: setPreview });
  const send = useChange(sendMessageToMany, {
    onDone,
    onFailure(failure) {
      if (failure.is === 'refused' && failure.code === 'preview_changed') look.run();
    },
    refresh: [{ queryKey: ['messages'] }],
  });
  const isWritten = [subject, text, textMessage ?? 'no text'].every((words) => words.trim() !== '');
  if (preview)
    return (
      <ActionDialog
        title="Send this?"
        act={`Send to ${preview.emails === 1 ? '1 customer' : `${preview.emails} customers`}`}
        keep="Back to the words"
        change={send}
        failureTitle="Nothing sent"
        busyLabel="Sending…"
        isReady={preview.emails > 0 && !look.isBusy}
        go={() => send.run({ ...body, previewHash: preview.previewHash })}
        onClose={() => setPreview(null)}
      >
        <MessagePreview preview={preview} />
      </ActionDialog>
    );
  return (
    <ActionDialog
      title={`Message to the customers of ${orderCount(ids.length)}`}
      act="Preview"
      change={{ isBusy: look.isBusy }}
      busyLabel="Working it out…"
      isReady={isWritten}
      go={() => look.run()}
      onClose={onClose}
    >
      <MessageFields
        draft={draft}
        errors={fieldsOf(look.failure)}
        failure={look.failure?.message ?? null}
        mayText={textMode === 'service'}
        onChange={(change) => setDraft({ ...draft, ...change })}
      />
    </ActionDialog>
  );
}
