import type { ComponentReply } from '#areas/recipes/calls/recipe-book.ts';
import { MOST_MINUTES } from '#areas/menu/rules/recipe-limits.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

const FIELDS = [
  ['handsMinutes', 'Hands, minutes'],
  ['restMinutes', 'Rest, minutes'],
  ['cookMinutes', 'Cooking, minutes'],
  ['chillMinutes', 'Chilling, minutes'],
] as const;

type MinuteField = (typeof FIELDS)[number][0];
type Minutes = Pick<ComponentReply, MinuteField>;
/** As typed; empty: not entered. */
export type MinuteTexts = Record<MinuteField, string>;

export function minuteTextsOf(minutes: Minutes | null): MinuteTexts {
  const textOf = (field: MinuteField) => String(minutes?.[field] ?? '');
  return {
    handsMinutes: textOf('handsMinutes'),
    restMinutes: textOf('restMinutes'),
    cookMinutes: textOf('cookMinutes'),
    chillMinutes: textOf('chillMinutes'),
  };
}

/** What is no number is sent as it cannot be, and refused at its field. */
export function readMinutes(texts: MinuteTexts): Minutes {
  const read = (text: string) => (text.trim() === '' ? null : Number(text));
  return {
    handsMinutes: read(texts.handsMinutes),
    restMinutes: read(texts.restMinutes),
    cookMinutes: read(texts.cookMinutes),
    chillMinutes: read(texts.chillMinutes),
  };
}

export function minuteProblems(texts: MinuteTexts): FieldErrors {
  const wrong = FIELDS.filter(([field]) => {
    const text = texts[field].trim();
    return text !== '' && !(/^\d{1,4}$/.test(text) && Number(text) <= MOST_MINUTES);
  });
  return Object.fromEntries(wrong.map(([field]) => [field, `Enter 0 to ${MOST_MINUTES} minutes`]));
}

type WorkMinuteFieldsProps = {
  texts: MinuteTexts;
  errors: FieldErrors;
  /** What empty fields mean. */
  hint: string;
  onChange: (texts: MinuteTexts) => void;
};

/** How long the work takes: from these the plan says when it starts. */
export function WorkMinuteFields({ texts, errors, hint, onChange }: WorkMinuteFieldsProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">How long it takes</legend>
      <p className="text-sm text-ink-soft">{hint}</p>
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-4">
        {FIELDS.map(([field, label]) => (
          <TextField
            key={field}
            label={label}
            inputMode="numeric"
            value={texts[field]}
            error={errors[field]}
            onChange={({ target: { value } }) => onChange({ ...texts, [field]: value })}
          />
        ))}
      </div>
    </fieldset>
  );
}
