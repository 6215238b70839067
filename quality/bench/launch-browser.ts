import { type Browser, chromium } from '@playwright/test';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The Chromium that tools/bench.mjs has found, or the one on the path. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] || 'chromium',
    args: [...ARGUMENTS, ...more],
  });
}
