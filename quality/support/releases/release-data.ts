/** What each release wrote, kept for the upgrade tests: its backup, its payment sandbox's file, and what it showed. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { SeenBusiness } from './write-business.ts';

export const releasesFolder = path.join(import.meta.dirname, 'kept');

const SEEN = 'seen.json.gz';

export type ReleaseData = {
  version: string;
  backupFile: string;
  seen: SeenBusiness;
  /** Gives a data folder the sandbox's books as the release left them. */
  copySandbox(dataDir: string): void;
};

/** For every release there is data of, oldest first. */
export function listReleases(): ReleaseData[] {
  const byAge = new Intl.Collator('en', { numeric: true });
  const versions = existsSync(releasesFolder) ? readdirSync(releasesFolder) : [];
  return versions.toSorted(byAge.compare).map((version) => {
    const folder = path.join(releasesFolder, version);
    return {
      version,
      backupFile: path.join(folder, 'backup.zip'),
      seen: JSON.parse(
        gunzipSync(readFileSync(path.join(folder, SEEN))).toString(),
      ) as SeenBusiness,
      copySandbox: (dataDir) => copySandbox(folder, dataDir),
    };
  });
}

export function saveSeen(folder: string, seen: SeenBusiness): void {
  writeFileSync(path.join(folder, SEEN), gzipSync(JSON.stringify(seen, null, 1)));
}

function copySandbox(folder: string, dataDir: string): void {
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.sqlite.gz'));
  mkdirSync(path.join(dataDir, 'sandbox'), { recursive: true });
  const books = gunzipSync(readFileSync(path.join(folder, file)));
  writeFileSync(path.join(dataDir, 'sandbox', file.replace(/\.gz$/, '')), books);
}
