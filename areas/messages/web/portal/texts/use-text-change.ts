import { useState } from 'react';
import type { OwnText } from '#areas/business/rules/texts/text-entry.ts';
import type { TextReply } from '#areas/messages/calls/texts.ts';
import { conflictIn, type Failure, problemsIn } from '#platform/web/api/failure.ts';
import type { ErrorReply } from '#platform/calls/endpoint.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { sendText, textsQuery } from './texts-queries.ts';

type TextConflict = ErrorReply & { theirs: TextReply };

/** Saves one text, or goes back to ours for null. */
export function useTextChange(
  key: string,
  { onSaved }: { onSaved: () => void },
): {
  save: (version: number, value: OwnText | null) => void;
  isBusy: boolean;
  /** By the path within the text. */
  refused: FieldErrors;
  /** What someone else wrote since this text was opened. */
  theirs: TextReply | null;
  /** Any other reason why it was not saved. */
  failure: Failure | null;
  forget: () => void;
} {
  const [failure, setFailure] = useState<Failure | null>(null);
  const change = useChange(
    ({ version, value }: { version: number; value: OwnText | null }) =>
      sendText({ key, version, value }),
    {
      refresh: [textsQuery, { queryKey: ['texts', 'history', key] }],
      says: (_reply, { value }) => ({
        title: value === null ? 'Back to ours' : 'Saved',
        tone: 'success',
      }),
      onDone: onSaved,
      onFailure: setFailure,
    },
  );
  const conflict = conflictIn<TextConflict>(failure, ['changed_meanwhile']);
  const theirs = conflict?.theirs ?? null;
  const isTold = failure?.is === 'fields' || theirs !== null;
  return {
    save: (version, value) => {
      setFailure(null);
      change.run({ version, value });
    },
    isBusy: change.isBusy,
    refused: problemsIn(failure),
    theirs,
    failure: isTold ? null : failure,
    forget: () => setFailure(null),
  };
}
