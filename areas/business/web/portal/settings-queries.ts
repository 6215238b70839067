import { queryOptions } from '@tanstack/react-query';
import {
  getSettings,
  getSettingsVersion,
  listSettingsVersions,
  listUnlistedSuburbs,
  saveSettings,
  uploadLogo,
} from '#areas/business/calls/settings.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { KitchenLogo } from '#areas/business/rules/logo.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';

/** Fetched again by saving alone: what is typed belongs to the version that was opened. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call(getSettings, { signal }),
  staleTime: Infinity,
  gcTime: 0,
});

export const settingsVersionsQuery = queryOptions({
  queryKey: ['settings', 'versions'],
  queryFn: ({ signal }) => call(listSettingsVersions, { signal }),
  staleTime: 0,
});

export const unlistedSuburbsQuery = queryOptions({
  queryKey: ['settings', 'unlisted-suburbs'],
  queryFn: ({ signal }) => call(listUnlistedSuburbs, { signal }),
});

/** What saving would change. */
export async function fetchSettingsPreview(version: number, facts: BusinessFacts) {
  return (await call(saveSettings, { body: { ...facts, version, dryRun: true } })).preview;
}

export function sendSettings(version: number, facts: BusinessFacts, previewHash: string) {
  return call(saveSettings, { body: { ...facts, version, previewHash } });
}

/** Stores it; the settings name it once they are saved. */
export async function sendLogo(file: File): Promise<KitchenLogo> {
  const response = await fetch(uploadLogo.path, {
    method: uploadLogo.method,
    credentials: 'same-origin',
    headers: { 'content-type': file.type || 'application/octet-stream' },
    body: file,
  });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, text || response.statusText, null);
  return JSON.parse(text) as KitchenLogo;
}

export function fetchSettingsVersion(version: number) {
  return call(getSettingsVersion, { params: { version: String(version) } });
}
