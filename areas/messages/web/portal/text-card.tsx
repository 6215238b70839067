import { type ReactNode, type SyntheticEvent, useRef } from 'react';
import { checkText, isSitePath } from '#areas/business/rules/texts/check-text.ts';
import { shownTopics, plainParagraphs } from '#areas/business/rules/texts/shown-text.ts';
import {
  LONGEST,
  oursOf,
  type OurTopic,
  type OwnText,
  type TextEntry,
  type TextSituation,
  type OwnTopic,
} from '#areas/business/rules/texts/text-entry.ts';
import {
  TEXT_FIELD_NAMES,
  TEXT_FIELDS,
  type TextFact,
} from '#areas/business/rules/texts/text-values.ts';
import {
  type TextWarning,
  textWarnings,
  type WarningFacts,
  withField,
} from '#areas/business/rules/texts/text-warnings.ts';
import type { TextReply } from '#areas/messages/calls/texts.ts';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextAreaField, TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import {
  FieldList,
  TextActions,
  oursAsOwn,
  partsOf,
  withPart,
  newTopicId,
  useTextChange,
} from '#areas/messages/web/portal/text-editing.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';

/** `version`: of the text that it began from. */
export type TextDraft = { value: OwnText; version: number };

type TextCardProps = {
  textKey: string;
  entry: TextEntry;
  saved: TextReply | undefined;
  draft: TextDraft | undefined;
  onDraft: (draft: TextDraft | undefined) => void;
  situation: TextSituation;
  facts: WarningFacts;
};

/** One text of a page: to write, with what is wrong or doubtful of it, and to go back to ours. */
export function TextCard(props: TextCardProps) {
  const { textKey, entry, saved, draft, onDraft, situation, facts } = props;
  const value = draft?.value ?? saved?.value ?? oursAsOwn(entry, situation);
  const version = draft?.version ?? saved?.version ?? 0;
  const change = useTextChange(textKey, { onSaved: () => onDraft(undefined) });
  const problems = draft ? checkText(entry, value, { situation, isPage: isSitePath }) : {};
  const { value: refusedWhole, ...refusedParts } = change.refused;
  const errors: Record<string, string | undefined> = {
    ...refusedParts,
    ...(refusedWhole && { '': refusedWhole }),
    ...problems,
  };
  const cursor = useRef({ path: partsOf(value)[0]?.path ?? '', start: 0, end: 0 });

  function write(next: OwnText) {
    change.forget();
    onDraft({ value: next, version });
  }

  function remember(path: string) {
    return ({ currentTarget }: SyntheticEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const { selectionStart, selectionEnd } = currentTarget;
      cursor.current = { path, start: selectionStart ?? 0, end: selectionEnd ?? 0 };
    };
  }

  function insert(name: TextFact) {
    const { path, start, end } = cursor.current;
    const part = partsOf(value).find((each) => each.path === path);
    if (!part) return;
    const { template } = part;
    write(withPart(value, path, `${template.slice(0, start)}{${name}}${template.slice(end)}`));
    const after = start + name.length + 2;
    cursor.current = { path, start: after, end: after };
  }

  function field(path: string, label: string, isLong: boolean) {
    const template = partsOf(value).find((part) => part.path === path)?.template ?? '';
    const common = {
      label,
      value: template,
      error: errors[path] ?? null,
      onSelect: remember(path),
      onBlur: remember(path),
    };
    return (
      <div className="grid gap-2">
        {isLong ? (
          <TextAreaField
            {...common}
            rows={Math.min(12, Math.max(3, Math.ceil(template.length / 70)))}
            onChange={({ target }) => write(withPart(value, path, target.value))}
          />
        ) : (
          <TextField
            {...common}
            onChange={({ target }) => write(withPart(value, path, target.value))}
          />
        )}
        <Warnings
          warnings={textWarnings(template, facts)}
          onUse={(warning) => write(withPart(value, path, withField(template, warning)))}
        />
      </div>
    );
  }

  return (
    <Card as="section" aria-label={entry.label} className="grid gap-4">
      {(entry.kind === 'topics' || entry.kind === 'notice') && (
        <h2 className="text-lg">{entry.label}</h2>
      )}
      {entry.hint && <p className="text-sm text-ink-soft">{entry.hint}</p>}
      {entry.kind === 'line' && field('', entry.label, (entry.max ?? 0) > 100)}
      {entry.kind === 'text' && field('', entry.label, true)}
      {entry.kind === 'notice' && (
        <NoticeDays value={value} error={errors['until'] ?? null} onChange={write}>
          {field('text', 'What it says', false)}
        </NoticeDays>
      )}
      {entry.kind === 'topics' && Array.isArray(value) && (
        <>
          <TopicsField
            topics={value}
            rules={oursOf<readonly OurTopic[]>(entry, situation).filter(({ isRule }) => isRule)}
            most={entry.most ?? LONGEST.topics}
            asksForLanding={textKey === 'faq.questions'}
            onChange={write}
            field={field}
            ruleText={(id) => <RuleText {...{ textKey, entry, id, situation }} />}
          />
          {errors[''] && <p className="font-semibold text-danger">{errors['']}</p>}
        </>
      )}
      <FieldList
        fields={TEXT_FIELD_NAMES.map((name) => ({
          field: name,
          says: TEXT_FIELDS[name],
          value: situation.values[name],
        }))}
        onChoose={insert}
      />
      <TextActions
        name={entry.label}
        saved={saved}
        ours={oursAsOwn(entry, situation)}
        value={value}
        version={version}
        isDraft={draft !== undefined}
        isWrong={Object.keys(problems).length > 0}
        change={change}
        onUndo={() => onDraft(undefined)}
        onTake={(taken, at) =>
          onDraft({ value: taken ?? oursAsOwn(entry, situation), version: at })
        }
      />
    </Card>
  );
}

type WarningsProps = {
  warnings: readonly TextWarning[];
  onUse: (warning: TextWarning) => void;
};

/** Pointed out, never refused. */
function Warnings({ warnings, onUse }: WarningsProps) {
  if (warnings.length === 0) return null;
  return (
    <ul className="grid gap-1 text-sm text-warning">
      {warnings.map((warning) => (
        <li key={warning.words} className="flex flex-wrap items-center gap-x-3">
          <span className="min-w-0 wrap-anywhere">
            <span aria-hidden="true">⚠ </span>
            {warning.message}
          </span>
          {warning.field !== null && (
            <Button size="small" variant="quiet" onClick={() => onUse(warning)}>
              Use {`{${warning.field}}`}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

type NoticeDaysProps = {
  value: OwnText;
  error: string | null;
  onChange: (value: OwnText) => void;
  children: ReactNode;
};

function NoticeDays({ value, error, onChange, children }: NoticeDaysProps) {
  if (typeof value === 'string' || Array.isArray(value) || !('from' in value)) return null;
  return (
    <>
      {children}
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField
          label="First day"
          value={value.from ?? ''}
          onChange={(from) => onChange({ ...value, from: from === '' ? null : from })}
        />
        <DateField
          label="Last day"
          value={value.until ?? ''}
          error={error}
          onChange={(until) => onChange({ ...value, until: until === '' ? null : until })}
        />
      </div>
    </>
  );
}

type RuleTextProps = Pick<TextCardProps, 'textKey' | 'entry' | 'situation'> & { id: string };

function RuleText({ textKey, entry, id, situation }: RuleTextProps) {
  const topics = shownTopics({ [textKey]: entry }, textKey, { situation, own: {} });
  const rule = topics.find((topic) => topic.id === id);
  return plainParagraphs(rule?.blocks ?? []).map((paragraph) => <p key={paragraph}>{paragraph}</p>);
}

type TopicsFieldProps = {
  topics: readonly OwnTopic[];
  rules: readonly OurTopic[];
  most: number;
  /** For questions: whether each stands on the landing page too. */
  asksForLanding: boolean;
  onChange: (topics: OwnTopic[]) => void;
  /** The field of a title or text, by its path. */
  field: (path: string, label: string, isLong: boolean) => ReactNode;
  /** What our rules say now, by their id. */
  ruleText: (id: string) => ReactNode;
};

/** Topics in sequence: the kitchen's own, and between them our rules, which stay as they are. */
function TopicsField(props: TopicsFieldProps) {
  const { topics, rules, most, asksForLanding, onChange, field, ruleText } = props;
  const move = (from: number, to: number) => {
    const moved = [...topics];
    const [topic] = moved.splice(from, 1);
    if (topic) moved.splice(to, 0, topic);
    onChange(moved);
  };
  return (
    <div className="grid gap-4">
      <ol className="grid gap-4">
        {topics.map((topic, index) => {
          if ('rule' in topic) {
            const rule = rules.find(({ id }) => id === topic.rule);
            return (
              <li key={topic.rule} className="rounded-2xl bg-sunken px-4 py-2">
                <details>
                  <summary className="min-h-11 cursor-pointer py-2">
                    <span className="font-semibold">{rule?.title ?? topic.rule}</span>{' '}
                    <span className="text-sm text-ink-soft">written by us from your facts</span>
                  </summary>
                  <div className="grid gap-2 pb-2 text-sm">{ruleText(topic.rule)}</div>
                </details>
              </li>
            );
          }
          const number = index + 1;
          return (
            <li key={topic.id} className="grid gap-3 rounded-2xl border border-line p-4">
              {field(`${index}.title`, most === 1 ? 'Heading' : `Heading ${number}`, false)}
              {field(`${index}.text`, most === 1 ? 'Text' : `Text ${number}`, true)}
              {most > 1 && (
                <div className="flex flex-wrap gap-2">
                  {asksForLanding && (
                    <CheckChip
                      checked={topic.onLanding === true}
                      onToggle={() =>
                        onChange(
                          topics.map((each) =>
                            each === topic
                              ? { ...topic, onLanding: topic.onLanding ? undefined : true }
                              : each,
                          ),
                        )
                      }
                    >
                      On the landing page<VisuallyHidden>: {topic.title}</VisuallyHidden>
                    </CheckChip>
                  )}
                  <Button
                    variant="quiet"
                    size="small"
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  >
                    Up<VisuallyHidden>: {topic.title}</VisuallyHidden>
                  </Button>
                  <Button
                    variant="quiet"
                    size="small"
                    disabled={index === topics.length - 1}
                    onClick={() => move(index, index + 1)}
                  >
                    Down<VisuallyHidden>: {topic.title}</VisuallyHidden>
                  </Button>
                  <Button
                    variant="quiet"
                    size="small"
                    onClick={() => onChange(topics.filter((each) => each !== topic))}
                  >
                    Remove<VisuallyHidden> {topic.title}</VisuallyHidden>
                  </Button>
                </div>
              )}
            </li>
          );
        })}
      </ol>
      {topics.length < most && (
        <Button
          variant="secondary"
          size="small"
          className="justify-self-start"
          onClick={() => onChange([...topics, { id: newTopicId(topics), title: '', text: '' }])}
        >
          Add one
        </Button>
      )}
    </div>
  );
}
