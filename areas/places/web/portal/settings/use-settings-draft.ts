import { useState, type Dispatch, type SetStateAction } from 'react';
import type {
  SettingsReply,
  SettingsConflict,
  SettingsPreview,
} from '#areas/business/calls/settings.ts';
import {
  type BusinessFacts,
  changedFacts,
  factOf,
  withValueAt,
} from '#areas/business/rules/facts.ts';
import { checkBusinessFacts } from '#areas/business/rules/check-business-facts.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type Failure, problemsIn, conflictIn } from '#platform/web/api/failure.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { withAlias } from '#areas/business/rules/served-suburbs.ts';
import {
  fetchSettingsPreview,
  sendSettings,
  settingsQuery,
  settingsVersionsQuery,
  unlistedSuburbsQuery,
} from '#areas/business/web/portal/settings-queries.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';

export type SettingsDraft = {
  facts: BusinessFacts;
  changed: (keyof BusinessFacts)[];
  problems: FieldErrors;
  /** Changes when fields must show other values than those typed into them. */
  formKey: number;
  change: (path: string, value: unknown) => void;
  /** Replaces what was typed, for an earlier version. */
  fill: (facts: BusinessFacts) => void;
  /** After saving, or to undo. */
  clear: () => void;
  refuse: (problems: FieldErrors) => void;
};

/** Only what differs is kept: when someone else saved meanwhile, it is kept on top of what they saved. */
export function useSettingsDraft(saved: SettingsReply): SettingsDraft {
  const [changes, setChanges] = useState<Partial<BusinessFacts>>({});
  const [refused, setRefused] = useState<FieldErrors>({});
  const [formKey, setFormKey] = useState(0);
  const facts = { ...factsOf(saved), ...changes };

  function restart(next: Partial<BusinessFacts>) {
    setChanges(next);
    setRefused({});
    setFormKey((key) => key + 1);
  }

  return {
    facts,
    changed: changedFacts(saved, facts),
    problems: { ...refused, ...checkBusinessFacts(facts) },
    formKey,
    change(path, value) {
      const fact = factOf(path);
      setRefused({});
      setChanges((before) => ({
        ...before,
        [fact]: withValueAt({ ...saved, ...before }, path, value)[fact],
      }));
    },
    fill: restart,
    clear: () => restart({}),
    refuse: setRefused,
  };
}

function factsOf({
  version: _version,
  changedBy: _who,
  changedAt: _when,
  problems: _problems,
  ...facts
}: SettingsReply): BusinessFacts {
  return facts;
}

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
  const [shown, setShown] = useState(NOTHING);
  const onFailure = useRefusal(draft, setShown);

  const asking = useChange((facts: BusinessFacts) => fetchSettingsPreview(saved.version, facts), {
    onDone: (preview) => setShown((before) => ({ ...before, preview, note: null })),
    onFailure,
  });
  const saving = useChange(
    (seen: SettingsPreview) => sendSettings(saved.version, draft.facts, seen.previewHash),
    {
      onDone({ preview, settings }) {
        if (settings) client.setQueryData(settingsQuery.queryKey, settings);
        setShown({ ...NOTHING, lost: preview.lost });
        draft.clear();
        if (preview.lost.length > 0) scrollTo({ top: 0 });
      },
      refresh: [settingsVersionsQuery, unlistedSuburbsQuery],
      says: () => SAVED,
      onFailure,
    },
  );

  return {
    ...shown,
    isAsking: asking.isBusy,
    isSaving: saving.isBusy,
    ask: () => asking.run(draft.facts),
    /** Shown again as it is then. */
    addAlias: (alias: { was: string; is: string }) => {
      const facts = { ...draft.facts, suburbs: withAlias(draft.facts.suburbs, alias) };
      draft.fill(facts);
      asking.run(facts);
    },
    save: () => shown.preview && saving.run(shown.preview),
    close: () => setShown((before) => ({ ...before, preview: null })),
  };
}

function useRefusal(draft: SettingsDraft, setShown: Dispatch<SetStateAction<Shown>>) {
  const client = useQueryClient();
  const { showToast } = useToast();
  return (failure: Failure) => {
    const conflict = conflictIn<SettingsConflict>(failure, CODES);
    if (conflict?.code === 'settings_stale') {
      client.setQueryData(settingsQuery.queryKey, conflict.settings);
      void client.invalidateQueries(settingsVersionsQuery);
      setShown({ ...NOTHING, overtakenBy: conflict.settings });
    } else if (conflict) {
      const { preview, message } = conflict;
      setShown((before) => ({ ...before, preview, note: message }));
    } else {
      draft.refuse(problemsIn(failure));
      setShown((before) => ({ ...before, preview: null }));
      showToast({ title: 'Error', description: failure.message, tone: 'error' });
    }
  };
}
