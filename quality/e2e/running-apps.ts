/** The apps of one worker: files that ask for the same one share it. */
import { AN_ORDINARY_WEDNESDAY } from '#quality/support/own-app.ts';
import { type RunningApp, startApp } from './running-app.ts';

export type RunningApps = {
  /** Started when first asked for. `now` and `variables` as for `startApp`; `owner`: whose app it is, empty: anyone's. */
  startedWith(now: string, variables: Record<string, string>, owner: string): Promise<RunningApp>;
  /** Stops all and removes all traces. */
  stop(): Promise<void>;
};

/**
 * A worker that takes its apps from here lives as long as its tests pass: if the app were Playwright's own to keep for
 * each worker, every file with variables would need a new process, which loads all modules again.
 */
export function startAppsOnDemand(): RunningApps {
  /** Most journeys use it. */
  let ordinary: RunningApp | undefined;
  /** One other at most: files with an app of their own follow one another. */
  let other: { key: string; app: RunningApp } | undefined;

  async function startOther(
    now: string,
    variables: Record<string, string>,
    owner: string,
  ): Promise<RunningApp> {
    const key = JSON.stringify([now, variables, owner]);
    if (other?.key === key) return other.app;
    await other?.app.stop();
    other = undefined;
    const app = await startApp(now, variables);
    other = { key, app };
    return app;
  }

  return {
    async startedWith(now, variables, owner) {
      const isOrdinary =
        now === AN_ORDINARY_WEDNESDAY && Object.keys(variables).length === 0 && owner === '';
      if (!isOrdinary) return startOther(now, variables, owner);
      return (ordinary ??= await startApp(now));
    },
    async stop() {
      await other?.app.stop();
      await ordinary?.stop();
    },
  };
}
