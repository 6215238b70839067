/**
 * Imported before anything else: libraries such as React choose between their production and their development build
 * by NODE_ENV as soon as they are loaded, and the latter is several times slower.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';

const envFile = path.join(import.meta.dirname, '../../.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);

/** The variables as the operator gave them, here or in the project's `.env`: what NODE_ENV says of the shop is here. */
export const givenEnvironment: Readonly<NodeJS.ProcessEnv> = { ...process.env };

// What the operator says wins; a shop that rehearses runs the same code as one that sells.
process.env.NODE_ENV ||= process.env['MEALRUN_DEV'] === '1' ? 'development' : 'production';
