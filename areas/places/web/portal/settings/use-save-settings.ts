import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useState } from 'react';
import type {
  SettingsConflict,
  SettingsPreview,
  SettingsReply,
} from '#areas/business/calls/settings.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { withAlias } from '#areas/business/rules/served-suburbs.ts';
import { describeFailure, readConflictReply } from '#platform/web/api/api-error.ts';
import { fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import {
  fetchSettingsPreview,
  sendSettings,
  settingsQuery,
  settingsVersionsQuery,
  unlistedSuburbsQuery,
} from '#areas/business/web/portal/settings-queries.ts';
import { isSignedOut } from '#platform/web/api/session.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import type { SettingsDraft } from './use-settings-draft.ts';

const CODES: SettingsConflict['code'][] = ['settings_stale', 'preview_changed', 'preview_needed'];

const SAVED = {
  title: 'Settings Saved',
  description: 'Pages opened from now on show them.',
  tone: 'success',
} as const;

type Shown = {
  /** Null: no preview is open. */
  preview: SettingsPreview | null;
  /** Why the preview on the screen is a new one. */
  note: string | null;
  /** Who saved while we were typing. */
  overtakenBy: SettingsReply | null;
  /** Booked when we no longer deliver, by what was saved last. */
  lost: SettingsPreview['lost'];
};

const NOTHING: Shown = { preview: null, note: null, overtakenBy: null, lost: [] };

/** First the preview, then saving just that. Whatever goes wrong, what was typed stays. */
export function useSaveSettings(saved: SettingsReply, draft: SettingsDraft) {
  const client = useQueryClient();
  const { showToast } = useToast();
  const [shown, setShown] = useState(NOTHING);
  const onError = useRefusal(draft, setShown);

  const asking = useMutation({
    mutationFn: (facts: BusinessFacts) => fetchSettingsPreview(saved.version, facts),
    onSuccess: (preview) => setShown((before) => ({ ...before, preview, note: null })),
    onError,
  });

  const saving = useMutation({
    mutationFn: (seen: SettingsPreview) =>
      sendSettings(saved.version, draft.facts, seen.previewHash),
    onSuccess({ preview, settings }) {
      if (settings) client.setQueryData(settingsQuery.queryKey, settings);
      void client.invalidateQueries(settingsVersionsQuery);
      void client.invalidateQueries(unlistedSuburbsQuery);
      setShown({ ...NOTHING, lost: preview.lost });
      draft.clear();
      if (preview.lost.length > 0) scrollTo({ top: 0 });
      showToast(SAVED);
    },
    onError,
  });

  return {
    ...shown,
    isAsking: asking.isPending,
    isSaving: saving.isPending,
    ask: () => asking.mutate(draft.facts),
    /** Shown again as it is then. */
    addAlias: (alias: { was: string; is: string }) => {
      const facts = { ...draft.facts, suburbs: withAlias(draft.facts.suburbs, alias) };
      draft.fill(facts);
      asking.mutate(facts);
    },
    save: () => shown.preview && saving.mutate(shown.preview),
    close: () => setShown((before) => ({ ...before, preview: null })),
  };
}

function useRefusal(draft: SettingsDraft, setShown: Dispatch<SetStateAction<Shown>>) {
  const client = useQueryClient();
  const { showToast } = useToast();
  return (error: Error) => {
    if (isSignedOut(error)) return;
    const conflict = readConflictReply<SettingsConflict>(error, CODES);
    if (conflict?.code === 'settings_stale') {
      client.setQueryData(settingsQuery.queryKey, conflict.settings);
      void client.invalidateQueries(settingsVersionsQuery);
      setShown({ ...NOTHING, overtakenBy: conflict.settings });
    } else if (conflict) {
      const { preview, message } = conflict;
      setShown((before) => ({ ...before, preview, note: message }));
    } else {
      draft.refuse(fieldErrorsOf(error));
      setShown((before) => ({ ...before, preview: null }));
      showToast({ title: 'Error', description: describeFailure(error), tone: 'error' });
    }
  };
}
