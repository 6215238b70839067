import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import type { OwnText } from '#areas/business/rules/texts/text-entry.ts';
import type { TextReply } from '#areas/messages/calls/texts.ts';
import type { Failure } from '#platform/web/api/failure.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { readable } from './text-parts.ts';
import { textVersionsQuery } from './texts-queries.ts';

type TextActionsProps = {
  /** Says whose buttons these are. */
  name: string;
  saved: TextReply | undefined;
  /** What we say now where the kitchen says nothing of its own. */
  ours: OwnText | null;
  isDraft: boolean;
  /** What was typed cannot be saved. */
  isWrong: boolean;
  change: {
    isBusy: boolean;
    theirs: TextReply | null;
    failure: Failure | null;
  };
  onSave: () => void;
  onUndo: () => void;
  onOurs: () => void;
  /** Takes what someone else wrote, or a former version, to begin from. */
  onTake: (value: OwnText | null, version: number) => void;
  /** Saves what was typed over what someone else wrote. */
  onKeep: (version: number) => void;
};

/** Save, back to ours and the history of one text, of a page or of a message. */
export function TextActions(props: TextActionsProps) {
  const { name, saved, ours, isDraft, isWrong, change, onSave, onUndo, onOurs, onTake, onKeep } =
    props;
  const { theirs } = change;
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
            <Button size="small" variant="quiet" onClick={() => onKeep(theirs.version)}>
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
          onClick={onSave}
        >
          Save<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
        {isDraft && (
          <Button variant="quiet" size="small" onClick={onUndo}>
            Undo changes<VisuallyHidden> of {name}</VisuallyHidden>
          </Button>
        )}
        {isOwn && !isDraft && (
          <Button variant="quiet" size="small" onClick={onOurs}>
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
  const formatInstant = useFormatInstant();
  return (
    <Loaded query={useQuery(textVersionsQuery(saved.key))} what="the history" kind="list">
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
