import { type FormEvent, useRef, useState } from 'react';
import {
  type DeliveryMessageKind,
  MESSAGE_FIELDS,
  type MessageField,
  DELIVERY_MESSAGES,
} from '#areas/messages/rules/delivery-messages.ts';
import type { MessageTextReply } from '#areas/messages/calls/emails.ts';
import {
  checkMessageText,
  type MessageWords,
  exampleValues,
} from '#areas/messages/rules/check-message-text.ts';
import { type MessageChannel, fieldsOf, isText } from '#areas/messages/rules/messages.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { messageTextsQuery, resetWords, saveWords } from './messages-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextAreaField, TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import {
  type FieldValues,
  fillText,
  MissingField,
  fillTextMessage,
  SEGMENT_LENGTH,
} from '#areas/messages/rules/fill-text.ts';
import { classNames } from '#platform/web/ui/class-names.ts';

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

type WordsPreviewProps = {
  saved: Pick<MessageTextReply, 'kind' | 'channel'>;
  words: MessageWords;
  example: { business: string; link: string };
  isKept: boolean;
};

/** What a customer would read, with an example. */
function WordsPreview({ saved: { kind, channel }, words, example, isKept }: WordsPreviewProps) {
  const values = exampleValues(example);
  return (
    <div className="grid gap-2">
      <h3 className="font-sans font-semibold">Example</h3>
      {isText(channel) ? (
        <TextPreview text={words.text} values={values} isKept={isKept} />
      ) : (
        <EmailPreview words={words} values={values} button={DELIVERY_MESSAGES[kind].button} />
      )}
    </div>
  );
}

type TextPreviewProps = { text: string; values: FieldValues; isKept: boolean };

function TextPreview({ text, values, isKept }: TextPreviewProps) {
  const filled = unlessMissing(() => fillTextMessage(text, values));
  if (!filled) return <Unfilled />;
  return (
    <>
      <p className="max-w-md rounded-2xl rounded-bl-sm bg-primary-soft px-4 py-3 wrap-anywhere whitespace-pre-wrap">
        {filled.text}
      </p>
      <p
        className={classNames(
          'text-sm tabular-nums',
          filled.fits ? 'text-ink-soft' : 'font-semibold text-danger',
        )}
      >
        {filled.length} of {SEGMENT_LENGTH} characters
        {isKept && '. No text service is set: texts are saved, not sent.'}
      </p>
    </>
  );
}

type EmailPreviewProps = { words: MessageWords; values: FieldValues; button: string };

function EmailPreview({ words, values, button }: EmailPreviewProps) {
  const filled = unlessMissing(() => ({
    subject: fillText(words.subject ?? '', values),
    lines: words.text
      .split(/\n+/)
      .filter((line) => line.trim() !== '')
      .map((line) => ({
        text: fillText(line.replaceAll('{link}', ''), values).trim(),
        hasLink: line.includes('{link}'),
      })),
  }));
  if (!filled) return <Unfilled />;
  return (
    <div className="grid gap-3 rounded-2xl border border-line px-4 py-4 break-words">
      <p className="font-serif text-xl">{filled.subject}</p>
      {filled.lines.map(({ text, hasLink }, index) => (
        // Lines may be equal, and are never reordered.
        <div key={`${index}:${text}`} className="grid justify-items-start gap-3">
          {text !== '' && <p>{text}</p>}
          {hasLink && (
            <span className="rounded-full bg-primary px-5 py-2 font-semibold text-on-primary">
              {button}
            </span>
          )}
        </div>
      ))}
    </div>
  );
}

function Unfilled() {
  return <p className="text-ink-soft">No example while something in braces can’t be used.</p>;
}

function unlessMissing<Filled>(fill: () => Filled): Filled | null {
  try {
    return fill();
  } catch (error) {
    if (error instanceof MissingField) return null;
    throw error;
  }
}
