import type { MessageTextReply } from '#areas/messages/calls/emails.ts';
import { exampleValues, type MessageWords } from '#areas/messages/rules/check-message-text.ts';
import { DELIVERY_MESSAGES } from '#areas/messages/rules/delivery-messages.ts';
import { type FieldValues, fillText, MissingField } from '#areas/messages/rules/fill-text.ts';
import { isText } from '#areas/messages/rules/messages.ts';
import { fillTextMessage } from '#areas/messages/rules/fill-text-message.ts';
import { SEGMENT_LENGTH } from '#areas/messages/rules/gsm-text.ts';
import { classNames } from '#platform/web/ui/class-names.ts';

type WordsPreviewProps = {
  saved: Pick<MessageTextReply, 'kind' | 'channel'>;
  words: MessageWords;
  example: { business: string; link: string };
  isKept: boolean;
};

/** What a customer would read, with an example. */
export function WordsPreview({
  saved: { kind, channel },
  words,
  example,
  isKept,
}: WordsPreviewProps) {
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
