import { freshQuery } from '#platform/web/api/call-query.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  type OwnText,
  type TextPage,
  TEXT_PAGES,
  oursOf,
  type OurTopic,
  type OwnTopic,
  type TextEntry,
  type TextSituation,
} from '#areas/business/rules/texts/text-entry.ts';
import {
  changePageText,
  listTexts,
  listTextVersions,
  previewTexts,
  type TextReply,
} from '#areas/messages/calls/texts.ts';
import { call } from '#platform/web/api/client.ts';
import { useState } from 'react';
import { conflictIn, type Failure, problemsIn } from '#platform/web/api/failure.ts';
import type { ErrorReply } from '#platform/calls/endpoint.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';

export const textsQuery = freshQuery(['texts', 'all'], listTexts);

export type Texts = z.output<typeof listTexts.reply>;

/** The page as a visitor would get it; the last one stays while the next is on its way. */
export function previewQuery(page: TextPage, texts: Readonly<Record<string, OwnText>>) {
  return freshQuery(
    ['texts', 'preview', page, texts],
    previewTexts,
    { body: { path: TEXT_PAGES[page].path, texts } },
    { placeholderData: keepPreviousData, gcTime: 0 },
  );
}

type TextPart = { path: string; template: string };

export function partsOf(value: OwnText): TextPart[] {
  if (typeof value === 'string') return [{ path: '', template: value }];
  if (Array.isArray(value))
    return value.flatMap((topic, index) =>
      'rule' in topic
        ? []
        : [
            { path: `${index}.title`, template: topic.title },
            { path: `${index}.text`, template: topic.text },
          ],
    );
  return [
    ...('subject' in value && value.subject !== null
      ? [{ path: 'subject', template: value.subject }]
      : []),
    { path: 'text', template: value.text },
  ];
}

/** The text with another template at `path`. */
export function withPart(value: OwnText, path: string, template: string): OwnText {
  if (typeof value === 'string') return template;
  if (!Array.isArray(value)) return { ...value, [path]: template };
  const [index = '', part = ''] = path.split('.');
  return value.map((topic, at) =>
    at === Number(index) && !('rule' in topic) ? { ...topic, [part]: template } : topic,
  );
}

/** Our words as they could be sent as the kitchen's own, to begin from. */
export function oursAsOwn(entry: TextEntry, situation: TextSituation): OwnText {
  if (entry.kind === 'notice') return { text: '', from: null, until: null };
  const ours = oursOf<string | readonly OurTopic[]>(entry, situation);
  if (typeof ours === 'string') return ours;
  return ours.map(({ id, title, text, isRule, onLanding }): OwnTopic =>
    isRule ? { rule: id } : { id, title, text, ...(onLanding && { onLanding }) },
  );
}

/** For reading side by side: paragraphs of a text, rules by their names. */
function readable(value: OwnText): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value))
    return value
      .map((topic) => ('rule' in topic ? `(${topic.rule}: ours)` : `${topic.title}\n${topic.text}`))
      .join('\n\n');
  return partsOf(value)
    .map(({ template }) => template)
    .join('\n\n');
}

/** An address that no other topic has. */
export function newTopicId(topics: readonly OwnTopic[]): string {
  const taken = new Set(topics.map((topic) => ('rule' in topic ? topic.rule : topic.id)));
  let number = 1;
  while (taken.has(`own-${number}`)) number += 1;
  return `own-${number}`;
}

type TextConflict = ErrorReply & { theirs: TextReply };

/** Saves one text, or goes back to ours for null. */
export function useTextChange(key: string, { onSaved }: { onSaved: () => void }) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const change = useChange(
    (body: { version: number; value: OwnText | null }) =>
      call(changePageText, { params: { key }, body }),
    {
      refresh: [textsQuery, { queryKey: ['texts', 'history', key] }],
      says: (_reply, { value }) => ({ title: value === null ? 'Back to ours' : 'Saved' }),
      onDone: onSaved,
      onFailure: setFailure,
    },
  );
  const conflict = conflictIn<TextConflict>(failure, ['changed_meanwhile']);
  const theirs = conflict?.theirs ?? null;
  const isTold = failure?.is === 'fields' || theirs !== null;
  return {
    save: (version: number, value: OwnText | null) => {
      setFailure(null);
      change.run({ version, value });
    },
    isBusy: change.isBusy,
    /** By the path within the text. */
    refused: problemsIn(failure),
    /** What someone else wrote since this text was opened. */
    theirs,
    /** Any other reason why it was not saved. */
    failure: isTold ? null : failure,
    forget: () => setFailure(null),
  };
}

type FieldListProps<Field extends string> = {
  fields: readonly { field: Field; says: string; value?: string }[];
  onChoose: (field: Field) => void;
};

/** What may be put into a text; each puts itself where the cursor is. */
export function FieldList<Field extends string>({ fields, onChoose }: FieldListProps<Field>) {
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        Insert a fact <span aria-hidden="true">▾</span>
      </summary>
      <ul className="grid gap-x-4 sm:grid-cols-2">
        {fields.map(({ field, says, value }) => (
          <li key={field} className="min-w-0">
            <button
              type="button"
              className="grid min-h-11 w-full content-center rounded-lg px-2 py-1 text-left hover:bg-primary-soft"
              // The field keeps the focus, and so the place of its cursor.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(field)}
            >
              <code className="text-sm font-semibold text-primary">{`{${field}}`}</code>
              <span className="text-sm break-words text-ink-soft">
                {says}
                {value !== undefined && (
                  <>
                    : <span className="text-ink">{value === '' ? 'nothing now' : value}</span>
                  </>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

type TextActionsProps = {
  /** Says whose buttons these are. */
  name: string;
  saved: TextReply | undefined;
  /** What we say now where the kitchen says nothing of its own. */
  ours: OwnText | null;
  /** What is in the fields, and the version that it began from. */
  value: OwnText;
  version: number;
  isDraft: boolean;
  /** What was typed cannot be saved. */
  isWrong: boolean;
  change: ReturnType<typeof useTextChange>;
  onUndo: () => void;
  /** Takes what someone else wrote, or a former version, to begin from. */
  onTake: (value: OwnText | null, version: number) => void;
};

/** Save, back to ours and the history of one text, of a page or of a message. */
export function TextActions(props: TextActionsProps) {
  const { name, saved, ours, value, version, isDraft, isWrong, change, onUndo } = props;
  const { theirs } = change;
  const onTake: TextActionsProps['onTake'] = (...taken) => {
    change.forget();
    props.onTake(...taken);
  };
  const isOwn = saved !== undefined && saved.value !== null;
  return (
    <div className="grid gap-3">
      <FailureNotice failure={change.failure} />
      {theirs && (
        <Notice
          tone="warning"
          announce="now"
          title={`${theirs.changedBy} changed this text after you opened it`}
        >
          <Quoted
            text={theirs.value === null ? 'They went back to ours.' : readable(theirs.value)}
          />
          <div className="flex flex-wrap gap-2">
            <Button
              size="small"
              variant="secondary"
              onClick={() => onTake(theirs.value, theirs.version)}
            >
              Take theirs
            </Button>
            <Button size="small" variant="quiet" onClick={() => change.save(theirs.version, value)}>
              Save mine over it
            </Button>
          </div>
        </Notice>
      )}
      {!isDraft && saved?.formerOurs != null && (
        <Notice tone="info" title="Ours has changed since you wrote this">
          <div className="grid gap-3 sm:grid-cols-2">
            <OneOfOurs title="What ours was" text={readable(saved.formerOurs)} />
            <OneOfOurs title="What ours is now" text={ours === null ? '' : readable(ours)} />
          </div>
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="small"
          disabled={!isDraft || isWrong}
          busy={change.isBusy}
          busyLabel="Saving…"
          onClick={() => change.save(version, value)}
        >
          Save<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
        {isDraft && (
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              change.forget();
              onUndo();
            }}
          >
            Undo changes<VisuallyHidden> of {name}</VisuallyHidden>
          </Button>
        )}
        {isOwn && !isDraft && (
          <Button variant="quiet" size="small" onClick={() => change.save(version, null)}>
            Back to ours<VisuallyHidden> for {name}</VisuallyHidden>
          </Button>
        )}
        {!isDraft && <LastChange saved={saved} />}
      </div>
      {saved && saved.version > 0 && <History name={name} saved={saved} onTake={onTake} />}
    </div>
  );
}

function LastChange({ saved }: { saved: TextReply | undefined }) {
  const formatInstant = useFormatInstant();
  if (!saved || saved.value === null)
    return <span className="text-sm text-ink-soft">As we wrote it</span>;
  return (
    <span className="text-sm break-words text-ink-soft">
      Changed by {saved.changedBy}, {formatInstant(saved.changedAt)}
    </span>
  );
}

type HistoryProps = Pick<TextActionsProps, 'name' | 'onTake'> & { saved: TextReply };

function History({ name, saved, onTake }: HistoryProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        History ({saved.version})<VisuallyHidden> of {name}</VisuallyHidden>
      </summary>
      {isOpen && <Versions saved={saved} onTake={onTake} />}
    </details>
  );
}

function Versions({ saved, onTake }: Omit<HistoryProps, 'name'>) {
  const { key } = saved;
  const formatInstant = useFormatInstant();
  const history = freshQuery(['texts', 'history', key], listTextVersions, { params: { key } });
  return (
    <Loaded query={useQuery(history)} what="the history" kind="list">
      {({ versions }) => (
        <ol className="grid gap-3">
          {versions.map(({ version, value, changedBy, changedAt }) => (
            <li key={version} className="grid justify-items-start gap-1 border-t border-line pt-2">
              <p className="text-sm break-words text-ink-soft">
                {formatInstant(changedAt)}, {changedBy}
              </p>
              <Quoted text={value === null ? 'Back to ours' : readable(value)} />
              {value !== null && version !== saved.version && (
                <Button variant="quiet" size="small" onClick={() => onTake(value, saved.version)}>
                  Use this text
                  <VisuallyHidden> of {formatInstant(changedAt)}</VisuallyHidden>
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  );
}

function OneOfOurs({ title, text }: { title: string; text: string }) {
  return (
    <div className="grid content-start gap-1">
      <h4 className="text-sm font-semibold">{title}</h4>
      <Quoted text={text || 'Nothing'} />
    </div>
  );
}

function Quoted({ text }: { text: string }) {
  return (
    <blockquote className="max-h-48 w-full overflow-y-auto border-l-4 border-line pl-3 text-sm wrap-anywhere whitespace-pre-line">
      {text}
    </blockquote>
  );
}
