/** A bucket of any service that speaks S3: where copies of backups lie, on another machine of another owner. */
import { createWriteStream, openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { hostOf, type LocalRule, pinHost } from '#platform/server/public-address.ts';
import { isBackupName } from './backup-folder.ts';

export type CopyPlace = {
  /** An origin: `https://s3.ap-southeast-2.amazonaws.com`. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Before each name, with its slash; empty: none. */
  folder: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Our sentence, with the service's words beneath. */
export class CopyError extends Error {
  override name = 'CopyError';
}

/** What S3 takes in one upload. */
export const LARGEST_UPLOAD_BYTES = 5 * 1024 ** 3;
const ANSWER_MS = 30_000;
/** For the slowest line that is of use: 5 GB in six hours. */
const FILE_MS = 6 * 60 * 60_000;
const LONGEST_WORDS = 200;

export type CopyStore = {
  write(name: string, content: Blob): Promise<void>;
  writeFile(file: string): Promise<void>;
  read(name: string): Promise<Uint8Array>;
  readInto(name: string, file: string): Promise<void>;
  /** Backups alone, newest first: whatever else lies there is not ours. */
  listBackups(): Promise<string[]>;
  /** False: this key may not. */
  delete(name: string): Promise<boolean>;
};

export function openCopyStore(place: CopyPlace, rule: LocalRule): CopyStore {
  const { endpoint, bucket, folder, region, accessKeyId, secretAccessKey } = place;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const at = (name: string) => `${endpoint}/${bucket}/${folder}${name}`;

  async function ask(
    url: string,
    init: { method: string; body?: Blob },
    timeoutMs = ANSWER_MS,
  ): Promise<Response> {
    try {
      await pinHost(rule, hostOf(new URL(url)));
      const signed = await client.sign(url, init);
      // A bucket elsewhere would be another place than the one that was tried.
      const signal = AbortSignal.timeout(timeoutMs);
      return await fetch(signed, { redirect: 'manual', signal });
    } catch (error) {
      throw new CopyError(`${hostOf(new URL(endpoint))} doesn’t answer.\n${wordsOf(error)}`);
    }
  }

  async function answer(...asked: Parameters<typeof ask>): Promise<Response> {
    const response = await ask(...asked);
    if (response.ok) return response;
    throw new CopyError(explain(response.status, await response.text(), place));
  }

  return {
    async write(name, content) {
      await answer(at(name), { method: 'PUT', body: content });
    },
    async writeFile(file) {
      const { size } = await stat(file);
      if (size > LARGEST_UPLOAD_BYTES)
        throw new CopyError('The backup is larger than 5 GB, more than one upload may be.');
      const content = await openAsBlob(file);
      await answer(at(path.basename(file)), { method: 'PUT', body: content }, FILE_MS);
    },
    read: async (name) => (await answer(at(name), { method: 'GET' })).bytes(),
    async readInto(name, file) {
      const { body } = await answer(at(name), { method: 'GET' }, FILE_MS);
      if (!body) throw new CopyError(`${name} is empty.`);
      const content = Readable.fromWeb(body as ReadableStream<Uint8Array>);
      await pipeline(content, createWriteStream(file, { mode: 0o600 }));
    },
    listBackups: () => listNames(place, (url) => answer(url, { method: 'GET' })),
    async delete(name) {
      const response = await ask(at(name), { method: 'DELETE' });
      if (response.ok || response.status === 404) return true;
      const words = await response.text();
      if (response.status === 403) return false;
      throw new CopyError(explain(response.status, words, place));
    },
  };
}

async function listNames(
  { endpoint, bucket, folder }: CopyPlace,
  get: (url: string) => Promise<Response>,
): Promise<string[]> {
  const names: string[] = [];
  for (let next: string | null = ''; next !== null;) {
    const query = new URLSearchParams({ 'list-type': '2', prefix: `${folder}mealrun-` });
    if (next !== '') query.set('continuation-token', next);
    const page = await (await get(`${endpoint}/${bucket}?${query}`)).text();
    for (const [, key = ''] of page.matchAll(/<Key>([^<]*)<\/Key>/g))
      if (key.startsWith(folder)) names.push(key.slice(folder.length));
    next = /<NextContinuationToken>([^<]+)</.exec(page)?.[1] ?? null;
  }
  return names.filter(isBackupName).toSorted().toReversed();
}

const SENTENCES: Readonly<Record<string, (place: CopyPlace) => string>> = {
  InvalidAccessKeyId: () => 'The service doesn’t know this access key.',
  SignatureDoesNotMatch: () => 'The secret key isn’t the one of this access key.',
  NoSuchBucket: ({ bucket, endpoint }) => `There is no bucket ${bucket} at ${endpoint}.`,
  AccessDenied: ({ bucket }) => `This key may not do that in ${bucket}.`,
  PermanentRedirect: ({ bucket }) => `The bucket ${bucket} is in another region.`,
  AuthorizationHeaderMalformed: ({ bucket }) => `The bucket ${bucket} is in another region.`,
};

function explain(status: number, text: string, place: CopyPlace): string {
  const code = /<Code>([^<]+)</.exec(text)?.[1] ?? '';
  const said = /<Message>([^<]+)</.exec(text)?.[1] ?? text;
  const sentence = SENTENCES[code]?.(place) ?? `The bucket refuses, with status ${status}.`;
  return `${sentence}\n${`${code} ${said}`.trim().slice(0, LONGEST_WORDS)}`;
}

function wordsOf(error: unknown): string {
  const { message, cause } = error as Error;
  const words = cause instanceof Error ? cause.message : message;
  return words.slice(0, LONGEST_WORDS);
}
