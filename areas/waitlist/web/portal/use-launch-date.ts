import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SettingsConflict, SettingsReply } from '#areas/business/calls/settings.ts';
import { describeFailure, readConflictReply } from '#platform/web/api/api-error.ts';
import { fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import {
  fetchSettingsPreview,
  sendSettings,
  settingsQuery,
} from '#areas/business/web/portal/settings-queries.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';
import { isSignedOut } from '#platform/web/api/session.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';

const CODES: SettingsConflict['code'][] = ['settings_stale', 'preview_changed', 'preview_needed'];

/** Opens the kitchen on another day, as Settings would: checked, kept as a version, and in the audit trail. */
export function useLaunchDate(onSaved: () => void) {
  const client = useQueryClient();
  const { showToast } = useToast();
  const [problem, setProblem] = useState<string | null>(null);
  const saving = useMutation({
    async mutationFn({ settings, launchDate }: { settings: SettingsReply; launchDate: string }) {
      const facts = { ...settings, launchDate, ordersOpen: true };
      const { previewHash } = await fetchSettingsPreview(settings.version, facts);
      return sendSettings(settings.version, facts, previewHash);
    },
    onSuccess({ settings }) {
      if (settings) client.setQueryData(settingsQuery.queryKey, settings);
      void client.invalidateQueries({ queryKey: orderingWeekQuery.queryKey });
      setProblem(null);
      showToast({
        title: 'Launch Date Saved',
        description: 'Pages opened from now on show it.',
        tone: 'success',
      });
      onSaved();
    },
    onError(error) {
      if (isSignedOut(error)) return;
      const conflict = readConflictReply<SettingsConflict>(error, CODES);
      if (conflict?.code === 'settings_stale') {
        client.setQueryData(settingsQuery.queryKey, conflict.settings);
      }
      setProblem(fieldErrorsOf(error)['launchDate'] ?? describeFailure(error));
    },
  });
  return {
    problem,
    setProblem,
    isSaving: saving.isPending,
    save: (settings: SettingsReply, launchDate: string) => saving.mutate({ settings, launchDate }),
  };
}
