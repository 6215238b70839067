import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MessageManyReply } from '#areas/orders/calls/order-bulk.ts';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import { fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import {
  previewMessage,
  sendMessageToMany,
  textModeQuery,
} from '#areas/orders/web/portal/order-bulk-queries.ts';
import { newKey } from '#platform/web/storage/kept-new-key.ts';
import { ConfirmDialog } from '#platform/web/ui/feedback/confirm-dialog.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
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
  const client = useQueryClient();
  const { showToast } = useToast();
  const { data: textMode } = useQuery(textModeQuery);
  const { subject, text, textMessage } = draft;
  const body = {
    ids: [...ids],
    subject,
    text,
    key,
    ...(textMessage !== null && { textMessage }),
  };
  const look = useMutation({ mutationFn: () => previewMessage(body), onSuccess: setPreview });
  const send = useMutation({
    mutationFn: sendMessageToMany,
    onSuccess: onDone,
    onError: (error) => {
      const isStale = error instanceof ApiError && error.reply?.code === 'preview_changed';
      if (isStale) look.mutate();
      showToast({ title: 'Nothing sent', description: describeFailure(error), tone: 'error' });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['messages'] }),
  });
  const isWritten = [subject, text, textMessage ?? 'no text'].every((words) => words.trim() !== '');
  if (preview)
    return (
      <ConfirmDialog
        open
        title="Send this?"
        confirmLabel={`Send to ${preview.emails === 1 ? '1 customer' : `${preview.emails} customers`}`}
        cancelLabel="Back to the words"
        isDestructive={false}
        busy={send.isPending}
        busyLabel="Sending…"
        isConfirmable={preview.emails > 0 && !look.isPending}
        onConfirm={() => send.mutate({ ...body, previewHash: preview.previewHash })}
        onCancel={() => setPreview(null)}
      >
        <MessagePreview preview={preview} />
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      open
      title={`Message to the customers of ${orderCount(ids.length)}`}
      confirmLabel="Preview"
      isDestructive={false}
      busy={look.isPending}
      busyLabel="Working it out…"
      isConfirmable={isWritten}
      onConfirm={() => look.mutate()}
      onCancel={onClose}
    >
      <MessageFields
        draft={draft}
        errors={fieldErrorsOf(look.error)}
        failure={look.error && !look.isPending ? describeFailure(look.error) : null}
        mayText={textMode === 'service'}
        onChange={(change) => setDraft({ ...draft, ...change })}
      />
    </ConfirmDialog>
  );
}
