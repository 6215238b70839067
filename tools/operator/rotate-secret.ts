/** `npm run rotate-secret -- sign-in | tracking`: replaces a secret that may have been stolen. */
import { createClock } from '#platform/server/clock.ts';
import { loadEnvironment } from '#platform/server/env.ts';
import { rotateSecret, type SecretName, SECRETS } from '#areas/office/server/rotate-secret.ts';
import { openAppDatabase } from './app-database.ts';
import { runTool } from './operator-tool.ts';

const USAGE = `npm run rotate-secret -- sign-in    all staff are signed out and set up two-step sign-in again
npm run rotate-secret -- tracking   links in emails sent before stop working`;

const DONE: Record<SecretName, string> = {
  'sign-in': 'All sessions ended, and two-step sign-in is off until each person sets it up again.',
  tracking: 'Tracking and unsubscribe links in emails sent before stop working.',
};

await runTool(async () => {
  const [name, ...rest] = process.argv.slice(2);
  const secret = SECRETS.find((known) => known === name);
  if (!secret || rest.length > 0) throw new Error(USAGE);
  const env = loadEnvironment();
  const { db, close } = await openAppDatabase(env);
  try {
    await rotateSecret({ db, clock: createClock(env.now) }, secret);
    console.log(`The ${secret} secret is new. ${DONE[secret]}`);
    console.log('Restart the app now, if it is running: until then, it uses the old secret.');
  } finally {
    await close();
  }
});
