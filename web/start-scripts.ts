/**
 * The only script that a page asks for. It waits until the page has been painted, or until somebody uses it, and then
 * brings it to life: pages are readable and their links work before.
 */
import { preloadPage } from './pages.ts';

declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

// Schemas would try `new Function` to see whether they may compile themselves; our security policy forbids and reports it.
globalThis.__zod_globalConfig = { jitless: true };

const SIGNS_OF_USE = ['pointerdown', 'keydown', 'focusin'];

function start() {
  removeEventListener('load', start);
  for (const sign of SIGNS_OF_USE) removeEventListener(sign, start);
  void bringToLife();
}

async function bringToLife() {
  if (import.meta.env.DEV) await import('@vitejs/plugin-react/preamble');
  preloadPage(location.pathname);
  await import('./entry-browser.tsx');
}

if (document.readyState === 'complete') {
  start();
} else {
  addEventListener('load', start);
  for (const sign of SIGNS_OF_USE) addEventListener(sign, start);
}
