import { useQuery } from '@tanstack/react-query';
import { useLeaveGuard } from '#platform/web/navigation/use-leave-guard.ts';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useState } from 'react';
import type { MessageTextReply } from '#areas/messages/calls/emails.ts';
import type { MessageWords } from '#areas/messages/rules/check-message-text.ts';
import type { DeliveryMessageKind } from '#areas/messages/rules/delivery-messages.ts';
import {
  DELIVERY_MESSAGE_KINDS,
  isText,
  MESSAGE_KIND_LABELS,
} from '#areas/messages/rules/messages.ts';
import { messageTextsQuery } from '#areas/messages/web/portal/messages-queries.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { WordsForm } from './words-form.tsx';

type Drafts = Partial<Record<string, MessageWords>>;

/** What customers are told, message by message: staff may write it in their own words. */
export function WordsSection() {
  const list = useQuery(messageTextsQuery);
  const [kind, setKind] = useState<DeliveryMessageKind>('delivery_out');
  const [drafts, setDrafts] = useState<Drafts>({});
  useLeaveGuard(
    Object.values(drafts).some((draft) => draft !== undefined),
    'the texts',
  );

  function setDraft(saved: MessageTextReply, draft: MessageWords | undefined) {
    setDrafts((others) => ({ ...others, [nameOf(saved)]: draft }));
  }

  return (
    <section className="grid gap-5 py-5">
      <p className="max-w-2xl text-ink-soft">
        What customers are told about their deliveries. Facts only: an offer or a request for a
        review would need their consent.
      </p>
      <Loaded query={list} what="the texts" kind="form">
        {({ texts, example, mode }) => (
          <>
            <SelectField
              label="Message"
              className="max-w-sm"
              value={kind}
              onChange={({ target }) => setKind(target.value as DeliveryMessageKind)}
            >
              {DELIVERY_MESSAGE_KINDS.map((each) => (
                <option key={each} value={each}>
                  {MESSAGE_KIND_LABELS[each]}
                </option>
              ))}
            </SelectField>
            <div className="grid items-start gap-5 xl:grid-cols-2">
              {texts
                .filter((text) => text.kind === kind)
                .map((text) => (
                  <WordsForm
                    key={nameOf(text)}
                    saved={text}
                    example={example}
                    isKept={isText(text.channel) && mode === 'kept'}
                    draft={drafts[nameOf(text)]}
                    onDraft={(draft) => setDraft(text, draft)}
                  />
                ))}
            </div>
          </>
        )}
      </Loaded>
    </section>
  );
}

function nameOf({ kind, channel }: Pick<MessageTextReply, 'kind' | 'channel'>): string {
  return `${kind}:${channel}`;
}
