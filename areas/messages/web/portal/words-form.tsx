import { type FormEvent, useRef, useState } from 'react';
import {
  type DeliveryMessageKind,
  MESSAGE_FIELDS,
  type MessageField,
} from '#areas/messages/rules/delivery-messages.ts';
import type { MessageTextReply } from '#areas/messages/calls/emails.ts';
import { checkMessageText, type MessageWords } from '#areas/messages/rules/check-message-text.ts';
import { type MessageChannel, fieldsOf } from '#areas/messages/rules/messages.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { messageTextsQuery, resetWords, saveWords } from './message-texts-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextAreaField, TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { WordsPreview } from './words-preview.tsx';

type WordsFormProps = {
  saved: MessageTextReply;
  example: { business: string; link: string };
  /** Texts are not sent, because no text service is set. */
  isKept: boolean;
  /** Undefined: as saved. */
  draft: MessageWords | undefined;
  onDraft: (draft: MessageWords | undefined) => void;
};

const TITLES: Record<MessageChannel, string> = {
  email: 'Email',
  text: 'Text message',
  recipient_text: 'Text to who gets the food, when someone else ordered',
};

const WORDS: Record<MessageChannel, string> = {
  email: 'Words of the email',
  text: 'Words of the text',
  recipient_text: 'Words of the text to them',
};

/** The words of one kind of message, as a text or as an email, with what a customer would read. */
export function WordsForm({ saved, example, isKept, draft, onDraft }: WordsFormProps) {
  const { kind, channel } = saved;
  const isEmail = channel === 'email';
  const words = draft ?? saved;
  const area = useRef<HTMLTextAreaElement>(null);
  const [refused, setRefused] = useState<FieldErrors>({});
  const change = useWordsChange(saved, {
    onSaved: () => onDraft(undefined),
    onRefused: setRefused,
  });
  const problems = { ...refused, ...checkMessageText(kind, channel, words, example) };
  const shown: FieldErrors = draft ? problems : {};

  function write(part: Partial<MessageWords>) {
    setRefused({});
    onDraft({ subject: words.subject, text: words.text, ...part });
  }

  function insert(field: MessageField) {
    const { selectionStart: start, selectionEnd: end } = area.current ?? {
      selectionStart: words.text.length,
      selectionEnd: words.text.length,
    };
    write({ text: `${words.text.slice(0, start)}{${field}}${words.text.slice(end)}` });
    area.current?.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (Object.keys(problems).length === 0) change.run(words);
  }

  return (
    <Card as="section" aria-label={TITLES[channel]}>
      <form className="grid gap-4" onSubmit={submit} noValidate>
        <h2 className="text-lg">{TITLES[channel]}</h2>
        {isEmail && (
          <TextField
            label="Subject"
            value={words.subject ?? ''}
            error={shown['subject'] ?? null}
            onChange={({ target }) => write({ subject: target.value })}
          />
        )}
        <TextAreaField
          ref={area}
          label={WORDS[channel]}
          rows={isEmail ? 7 : 4}
          value={words.text}
          error={shown['text'] ?? null}
          hint={
            isEmail
              ? '{link} becomes a button. Your name, phone and email address follow by themselves.'
              : undefined
          }
          onChange={({ target }) => write({ text: target.value })}
        />
        <FieldNames kind={kind} channel={channel} onChoose={insert} />
        <WordsPreview saved={saved} words={words} example={example} isKept={isKept} />
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            size="small"
            disabled={!draft}
            busy={change.isBusy}
            busyLabel="Saving…"
          >
            Save
          </Button>
          {draft && (
            <Button variant="quiet" size="small" onClick={() => onDraft(undefined)}>
              Undo changes
            </Button>
          )}
          {!saved.isOurs && !draft && (
            <Button variant="quiet" size="small" onClick={() => change.run(null)}>
              Use the original words
            </Button>
          )}
          {!draft && <LastChange saved={saved} />}
        </div>
      </form>
    </Card>
  );
}

function LastChange({ saved: { isOurs, changedBy, changedAt } }: { saved: MessageTextReply }) {
  const formatInstant = useFormatInstant();
  if (isOurs || changedAt === null) {
    return <span className="text-sm text-ink-soft">The original words</span>;
  }
  return (
    <span className="text-sm break-words text-ink-soft">
      Changed by {changedBy}, {formatInstant(changedAt)}
    </span>
  );
}

/** Saves words, or goes back to ours for null. */
function useWordsChange(
  saved: MessageTextReply,
  { onSaved, onRefused }: { onSaved: () => void; onRefused: (errors: FieldErrors) => void },
) {
  return useChange(
    (words: MessageWords | null) =>
      words ? saveWords(saved, { subject: words.subject, text: words.text }) : resetWords(saved),
    {
      refresh: [messageTextsQuery],
      says: (_reply, words) => ({
        title: words ? 'Saved' : 'Back to the original words',
        tone: 'success',
      }),
      onDone: onSaved,
      onFailure: (failure) => onRefused(failure.is === 'fields' ? failure.fields : {}),
      toastsFailure: true,
    },
  );
}

type FieldNamesProps = {
  kind: DeliveryMessageKind;
  channel: MessageChannel;
  onChoose: (field: MessageField) => void;
};

/** What may be used in a message; each puts itself where the cursor is. */
function FieldNames({ kind, channel, onChoose }: FieldNamesProps) {
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        What you can use <span aria-hidden="true">▾</span>
      </summary>
      <ul className="grid gap-x-4 sm:grid-cols-2">
        {fieldsOf(kind, channel).map((field) => (
          <li key={field}>
            <button
              type="button"
              className="grid min-h-11 w-full content-center rounded-lg px-2 py-1 text-left hover:bg-primary-soft"
              onClick={() => onChoose(field)}
            >
              <code className="text-sm font-semibold text-primary">{`{${field}}`}</code>
              <span className="text-sm text-ink-soft">{MESSAGE_FIELDS[field]}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
