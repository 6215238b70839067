import { useQuery } from '@tanstack/react-query';
import { useLeaveGuard } from '#platform/web/navigation/use-leave-guard.ts';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useState, useRef } from 'react';
import {
  MESSAGE_TEXTS,
  messageTextKey,
  type MessageTextId,
  checkMessageText,
  type MessageWords,
  exampleValues,
  ourWords,
} from '#areas/messages/rules/check-message-text.ts';
import {
  type DeliveryMessageKind,
  MESSAGE_FIELDS,
  type MessageField,
  DELIVERY_MESSAGES,
} from '#areas/messages/rules/delivery-messages.ts';
import {
  DELIVERY_MESSAGE_KINDS,
  isText,
  MESSAGE_KIND_LABELS,
  type MessageChannel,
  fieldsOf,
} from '#areas/messages/rules/messages.ts';
import {
  textsQuery,
  FieldList,
  TextActions,
  useTextChange,
} from '#areas/messages/web/portal/text-editing.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import type { OwnText } from '#areas/business/rules/texts/text-entry.ts';
import type { TextReply } from '#areas/messages/calls/texts.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { TextAreaField, TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { fillText, MissingField } from '#platform/rules/fill-fields.ts';
import {
  type FieldValues,
  fillTextMessage,
  SEGMENT_LENGTH,
} from '#areas/messages/rules/fill-text.ts';
import { classNames } from '#platform/web/ui/class-names.ts';

type Drafts = Partial<Record<string, WordsDraft>>;

const KINDS = DELIVERY_MESSAGE_KINDS.map((value) => ({ value, label: MESSAGE_KIND_LABELS[value] }));

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
              options={KINDS}
            />
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

/** `version`: of the text that it began from. */
type WordsDraft = { words: MessageWords; version: number };

type WordsFormProps = {
  message: MessageTextId;
  /** Undefined: never changed. */
  saved: TextReply | undefined;
  example: { business: string; link: string };
  /** Texts are not sent, because no text service is set. */
  isKept: boolean;
  /** Undefined: as saved. */
  draft: WordsDraft | undefined;
  onDraft: (draft: WordsDraft | undefined) => void;
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

function ownWords(saved: TextReply | undefined): MessageWords | null {
  return saved ? wordsIn(saved.value) : null;
}

function wordsIn(value: OwnText | null): MessageWords | null {
  return value !== null && typeof value === 'object' && 'subject' in value ? value : null;
}

/** The words of one kind of message, as a text or as an email, with what a customer would read. */
function WordsForm({ message, saved, example, isKept, draft, onDraft }: WordsFormProps) {
  const { kind, channel } = message;
  const isEmail = channel === 'email';
  const words = draft?.words ?? ownWords(saved) ?? ourWords(kind, channel);
  const version = draft?.version ?? saved?.version ?? 0;
  const area = useRef<HTMLTextAreaElement>(null);
  const change = useTextChange(messageTextKey(message), { onSaved: () => onDraft(undefined) });
  const problems = checkMessageText(kind, channel, words, example);
  const shown: FieldErrors = draft ? { ...change.refused, ...problems } : {};

  function write(part: Partial<MessageWords>) {
    change.forget();
    onDraft({ words: { subject: words.subject, text: words.text, ...part }, version });
  }

  function insert(field: MessageField) {
    const { selectionStart: start, selectionEnd: end } = area.current ?? {
      selectionStart: words.text.length,
      selectionEnd: words.text.length,
    };
    write({ text: `${words.text.slice(0, start)}{${field}}${words.text.slice(end)}` });
    area.current?.focus();
  }

  return (
    <Card as="section" aria-label={TITLES[channel]}>
      <div className="grid gap-4">
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
              ? '{link} becomes a button. Your name, phone and email address are added automatically.'
              : undefined
          }
          onChange={({ target }) => write({ text: target.value })}
        />
        <FieldList
          fields={fieldsOf(kind, channel).map((field) => ({
            field,
            says: MESSAGE_FIELDS[field],
          }))}
          onChoose={insert}
        />
        <WordsPreview message={message} words={words} example={example} isKept={isKept} />
        <TextActions
          name={TITLES[channel]}
          saved={saved}
          ours={ourWords(kind, channel)}
          value={words}
          version={version}
          isDraft={draft !== undefined}
          isWrong={Object.keys(problems).length > 0}
          change={change}
          onUndo={() => onDraft(undefined)}
          onTake={(taken, at) =>
            onDraft({ words: wordsIn(taken) ?? ourWords(kind, channel), version: at })
          }
        />
      </div>
    </Card>
  );
}

type WordsPreviewProps = {
  message: MessageTextId;
  words: MessageWords;
  example: { business: string; link: string };
  isKept: boolean;
};

/** What a customer would read, with an example. */
function WordsPreview({ message: { kind, channel }, words, example, isKept }: WordsPreviewProps) {
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
