/** `server.json` tells the programs on this machine where the sandbox listens and with which keys. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiKeys } from './store/store.ts';

export type ServerFacts = { pid: number; port: number } & ApiKeys;

/** Readable by this user only, and never seen half written. */
export function writeServerFile(dataDir: string, facts: ServerFacts): void {
  const path = serverFilePath(dataDir);
  const unfinished = `${path}.${facts.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(facts)}\n`, { mode: 0o600 });
  renameSync(unfinished, path);
}

export function removeServerFile(dataDir: string): void {
  rmSync(serverFilePath(dataDir), { force: true });
}

function serverFilePath(dataDir: string): string {
  return join(dataDir, 'server.json');
}
