/**
 * `npm start`: sets up what is missing, then runs the app and stops with it. `--dev`: with hot reload. `--demo`: with a
 * made-up business in the empty database.
 */
import './setup/check-node-version.mjs';

const isDev = process.argv.includes('--dev');
if (process.argv.includes('--demo')) process.env.SEED = 'demo';
const { prepare, giveUp } = await import('./setup/prepare.mjs');
const { buildWeb } = await import('./setup/build-web.mjs');
const { runApp } = await import('./run-app.mjs');

try {
  const runtime = await prepare(isDev ? 'to develop' : 'to run');
  // With --dev, the server makes Vite build each file on request.
  if (!isDev) await buildWeb(runtime);
  runApp(runtime, { isDev });
} catch (error) {
  giveUp(error);
}
