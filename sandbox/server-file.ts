/** `server.json` tells other programs on this machine the sandbox's port and keys. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiKeys } from './store/store.ts';

export type ServerFacts = { pid: number; port: number } & ApiKeys;

/** Readable by this user only, and replaced atomically. */
export function writeServerFile(dataDir: string, facts: ServerFacts): void {
  const path = serverFilePath(dataDir);
  const temporaryPath = `${path}.${facts.pid}`;
  writeFileSync(temporaryPath, `${JSON.stringify(facts)}\n`, { mode: 0o600 });
  renameSync(temporaryPath, path);
}

export function removeServerFile(dataDir: string): void {
  rmSync(serverFilePath(dataDir), { force: true });
}

function serverFilePath(dataDir: string): string {
  return join(dataDir, 'server.json');
}
