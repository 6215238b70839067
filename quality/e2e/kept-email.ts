/** Emails that the app keeps in its data folder because it has no mail server. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export type KeptEmail = {
  /** To the customer's tracking page, without the host. */
  link: string;
};

/** The last one of this kind that has a tracking link. */
export async function readLatestEmail(dataDir: string, kind: string): Promise<KeptEmail> {
  const folder = path.join(dataDir, 'mail');
  const names = (await readdir(folder)).filter((name) => name.endsWith(`-${kind}.eml`)).toSorted();
  const text = await readFile(path.join(folder, names.at(-1) ?? ''), 'utf8');
  // Quoted-printable breaks long lines.
  const [link] = /\/track\/[\w-]+/.exec(text.replaceAll('=\r\n', '')) ?? [];
  if (link === undefined) throw new Error(`no ${kind} email has a tracking link`);
  return { link };
}
