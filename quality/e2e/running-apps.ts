/** The apps of one worker: files that ask for the same one take turns on it. */
import { AN_ORDINARY_WEDNESDAY } from '#quality/support/ordinary-wednesday.ts';
import type { StaffAccount } from './journey-server.ts';
import { type RunningApp, startApp } from './running-app.ts';

export type NeededApp = {
  now: string;
  owner: StaffAccount | null;
  variables: Record<string, string>;
  /** Empty: the shared one. */
  ownApp: string;
  /** Tests of one file find what those before them left. */
  file: string;
};

export type RunningApps = {
  /** Started when first asked for, and empty for each file. */
  appFor(needed: NeededApp): Promise<RunningApp>;
  /** Stops all and removes all traces. */
  stop(): Promise<void>;
};

/**
 * A worker that takes its apps from here lives as long as its tests pass: if the app were Playwright's own to keep for
 * each worker, every file with variables would need a new process, which loads all modules again.
 */
export function startAppsOnDemand(): RunningApps {
  /** Most journeys use it. */
  let shared: { app: RunningApp; file: string } | undefined;
  /** One other at most: files with an app of their own follow one another. */
  let other: { key: string; app: RunningApp } | undefined;

  async function startOther({ now, owner, variables, ownApp }: NeededApp): Promise<RunningApp> {
    const key = JSON.stringify([now, variables, ownApp]);
    if (other?.key === key) return other.app;
    await other?.app.stop();
    other = undefined;
    const app = await startApp(now, variables);
    if (owner) await app.empty(now, owner);
    other = { key, app };
    return app;
  }

  return {
    async appFor(needed) {
      const isShared = Object.keys(needed.variables).length === 0 && needed.ownApp === '';
      if (!isShared) return startOther(needed);
      const { now, owner, file } = needed;
      shared ??= { app: await startApp(AN_ORDINARY_WEDNESDAY), file: '' };
      const { app } = shared;
      if (shared.file !== file) await app.empty(now, owner);
      else await app.setNow(now);
      shared.file = file;
      return app;
    },
    async stop() {
      await other?.app.stop();
      await shared?.app.stop();
    },
  };
}
