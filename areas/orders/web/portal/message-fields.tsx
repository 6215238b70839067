import { LONGEST_MESSAGE_TEXT, LONGEST_SUBJECT } from '#areas/messages/rules/check-message-text.ts';
import { SEGMENT_LENGTH } from '#areas/messages/rules/gsm-text.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { TextAreaField, TextField } from '#platform/web/ui/form/text-field.tsx';

export type Draft = {
  subject: string;
  text: string;
  /** Null: no text. */
  textMessage: string | null;
};

type MessageFieldsProps = {
  draft: Draft;
  errors: FieldErrors;
  /** Why there is no preview. */
  failure: string | null;
  /** A text service is set. */
  mayText: boolean;
  onChange: (change: Partial<Draft>) => void;
};

export function MessageFields({ draft, errors, failure, mayText, onChange }: MessageFieldsProps) {
  const { subject, text, textMessage } = draft;
  const isOfField = Object.keys(errors).length > 0;
  return (
    <div className="grid gap-4">
      <p className="text-sm text-ink-soft">
        Only about their orders: no offers and no advertising (Spam Act).
      </p>
      <TextField
        label="Subject"
        value={subject}
        maxLength={LONGEST_SUBJECT}
        error={errors['subject'] ?? null}
        onChange={(event) => onChange({ subject: event.target.value })}
      />
      <TextAreaField
        label="Message"
        hint="It begins with “Hello” and their first name, and ends with a link to their order and how to reach us."
        rows={6}
        value={text}
        maxLength={LONGEST_MESSAGE_TEXT}
        error={errors['text'] ?? null}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      {mayText && (
        <CheckChip
          checked={textMessage !== null}
          onToggle={() => onChange({ textMessage: textMessage === null ? '' : null })}
        >
          Send a text to mobile phones too
        </CheckChip>
      )}
      {textMessage !== null && (
        <TextField
          label="Text"
          hint="Short: our name and their link are added. No texts go out from 10pm to 7am."
          value={textMessage}
          maxLength={SEGMENT_LENGTH}
          error={errors['textMessage'] ?? null}
          onChange={(event) => onChange({ textMessage: event.target.value })}
        />
      )}
      {failure !== null && !isOfField && (
        <Notice tone="error" announce="polite" title="No preview">
          <p>{failure}</p>
        </Notice>
      )}
    </div>
  );
}
