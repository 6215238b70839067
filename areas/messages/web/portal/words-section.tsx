import { useQuery } from '@tanstack/react-query';
import { useLeaveGuard } from '#platform/web/navigation/use-leave-guard.ts';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useState } from 'react';
import { MESSAGE_TEXTS, messageTextKey } from '#areas/messages/rules/message-text-key.ts';
import type { DeliveryMessageKind } from '#areas/messages/rules/delivery-messages.ts';
import {
  DELIVERY_MESSAGE_KINDS,
  isText,
  MESSAGE_KIND_LABELS,
} from '#areas/messages/rules/messages.ts';
import { textsQuery } from '#areas/messages/web/portal/texts/texts-queries.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { type WordsDraft, WordsForm } from './words-form.tsx';

type Drafts = Partial<Record<string, WordsDraft>>;

/** What customers are told, message by message: staff may write it in their own words. */
export function WordsSection() {
  const list = useQuery(textsQuery);
  const [kind, setKind] = useState<DeliveryMessageKind>('delivery_out');
  const [drafts, setDrafts] = useState<Drafts>({});
  useLeaveGuard(
    Object.values(drafts).some((draft) => draft !== undefined),
    'the texts',
  );

  function setDraft(key: string, draft: WordsDraft | undefined) {
    setDrafts((others) => ({ ...others, [key]: draft }));
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
              {MESSAGE_TEXTS.filter((message) => message.kind === kind).map((message) => {
                const key = messageTextKey(message);
                return (
                  <WordsForm
                    key={key}
                    message={message}
                    saved={texts.find((text) => text.key === key)}
                    example={example}
                    isKept={isText(message.channel) && mode === 'kept'}
                    draft={drafts[key]}
                    onDraft={(draft) => setDraft(key, draft)}
                  />
                );
              })}
            </div>
          </>
        )}
      </Loaded>
    </section>
  );
}
