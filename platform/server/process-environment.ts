/**
 * Imported before anything else: libraries such as React choose between their production and their development build
 * by NODE_ENV as soon as they are loaded, and the latter is several times slower.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';

const BYTE_ORDER_MARK = '\uFEFF';

const envFile = path.join(import.meta.dirname, '../../.env');
// What is set already wins.
if (existsSync(envFile))
  for (const [name, value] of Object.entries(parseEnv(readText(envFile))))
    process.env[name] ??= value;

/** Editors on Windows begin a file with a mark, or save it in two bytes a character. */
function readText(file: string): string {
  const bytes = readFileSync(file);
  if (bytes.includes(0)) {
    console.error('.env is UTF-16. Save it as UTF-8.');
    process.exit(1);
  }
  const text = bytes.toString('utf8');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/** The variables as the operator gave them, here or in the project's `.env`: what NODE_ENV says of the shop is here. */
export const givenEnvironment: Readonly<NodeJS.ProcessEnv> = { ...process.env };

// What the operator says wins; a shop that rehearses runs the same code as one that sells.
process.env.NODE_ENV ||= process.env['MEALRUN_DEV'] === '1' ? 'development' : 'production';
