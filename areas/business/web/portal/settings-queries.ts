import { callQuery, freshQuery } from '#platform/web/api/call-query.ts';
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
export const settingsQuery = callQuery(
  ['settings'],
  getSettings,
  {},
  { staleTime: Infinity, gcTime: 0 },
);

export const settingsVersionsQuery = freshQuery(['settings', 'versions'], listSettingsVersions);

export const unlistedSuburbsQuery = callQuery(
  ['settings', 'unlisted-suburbs'],
  listUnlistedSuburbs,
);

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
