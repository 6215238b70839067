/** `npm run rotate-secret -- sign-in | tracking | recovery`: replaces a secret that may have been stolen. */
import { createClock } from '#platform/server/context.ts';
import { loadEnvironment } from '#platform/server/env.ts';
import {
  rotateSecret,
  type SecretName,
  SECRETS,
  rotateRecoveryKey,
} from '#areas/office/server/rotate-keys.ts';
import { loadRecoveryKey } from '#platform/server/recovery-key.ts';
import { openAppDatabase } from './app-database.ts';
import { runTool } from './operator-tool.ts';

const USAGE = `npm run rotate-secret -- sign-in    all staff are signed out and set up two-step sign-in again
npm run rotate-secret -- tracking   links in emails sent before stop working
npm run rotate-secret -- recovery   a new key for backups and saved keys; the recovery sheet is to be saved again`;

const DONE: Record<SecretName, string> = {
  'sign-in': 'All sessions ended, and two-step sign-in is off until each person sets it up again.',
  tracking: 'Tracking and unsubscribe links in emails sent before stop working.',
};

await runTool(async () => {
  const [name, ...rest] = process.argv.slice(2);
  const secret = SECRETS.find((known) => known === name);
  if ((!secret && name !== 'recovery') || rest.length > 0) throw new Error(USAGE);
  const env = loadEnvironment();
  const { db, close } = await openAppDatabase(env);
  const context = { db, clock: createClock(env.now) };
  try {
    if (secret) {
      await rotateSecret(context, secret);
      console.log(`The ${secret} secret is new. ${DONE[secret]}`);
      console.log('Restart the app now, if it is running: until then, it uses the old secret.');
    } else describeNewKey(await rotateRecoveryKey(context, await loadRecoveryKey(env)));
  } finally {
    await close();
  }
});

function describeNewKey({ resealed, locked }: { resealed: number; locked: number }): void {
  console.log(`The recovery key is new. Sealed anew: ${resealed}.`);
  if (locked > 0)
    console.log(
      `Not opened by any key of this machine: ${locked}. Enter them again in the portal.`,
    );
  console.log('Save the new recovery sheet on System: until then, new backups are not encrypted.');
  console.log('The old key stays beside it until the last backup that it opens is gone.');
}
