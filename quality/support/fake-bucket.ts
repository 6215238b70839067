/** A service that speaks enough S3 for copies of backups: it checks signatures, lists in pages, and can be told to refuse. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';

export type FakeBucket = {
  /** What is entered in the portal. */
  values: Record<string, string>;
  files: Map<string, Buffer>;
  /** Method and path of all requests. */
  asked: string[];
  /** It does otherwise from now on. */
  rules: { mayWrite: boolean; mayDelete: boolean; corrupts: boolean; isDown: boolean };
  close(): Promise<void>;
};

type Answer = { status: number; body?: string | Buffer };

const PAGE = 2;

export async function startFakeBucket(): Promise<FakeBucket> {
  const fake = {
    values: {
      region: 'ap-southeast-2',
      bucket: 'kitchen-copies',
      folder: 'derwent',
      accessKeyId: 'AKIAFAKE4F2A',
      secretAccessKey: 'a secret of forty characters, or so it is',
      endpoint: '',
    },
    files: new Map<string, Buffer>(),
    asked: [] as string[],
    rules: { mayWrite: true, mayDelete: true, corrupts: false, isDown: false },
  };
  const server = createServer((request, response) => {
    void handle(fake, request).then(({ status, body }) => {
      response.statusCode = status;
      response.end(body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  fake.values.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...fake,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Parts = Omit<FakeBucket, 'close'>;

async function handle(fake: Parts, request: IncomingMessage): Promise<Answer> {
  const { values, asked, rules } = fake;
  const url = new URL(request.url ?? '', values['endpoint']);
  const method = request.method ?? '';
  asked.push(`${method} ${url.pathname}`);
  const body = await buffer(request);
  const wrong = await findWrongKey(fake, request, url);
  if (wrong) return refusal(403, wrong);
  if (rules.isDown) return refusal(503, 'SlowDown');
  const [, bucket, ...rest] = url.pathname.split('/');
  if (bucket !== values['bucket']) return refusal(404, 'NoSuchBucket');
  const key = decodeURIComponent(rest.join('/'));
  if (key === '') return list(fake, url.searchParams);
  if (method === 'PUT')
    return write(fake, key, { body, length: request.headers['content-length'] });
  return method === 'DELETE' ? remove(fake, key) : read(fake, key);
}

function write(
  { files, rules }: Parts,
  key: string,
  { body, length }: { body: Buffer; length: string | undefined },
): Answer {
  // The real one takes no upload of unknown length.
  if (length === undefined) return refusal(411, 'MissingContentLength');
  if (!rules.mayWrite) return refusal(403, 'AccessDenied');
  files.set(key, body);
  return { status: 200 };
}

function remove({ files, rules }: Parts, key: string): Answer {
  if (!rules.mayDelete) return refusal(403, 'AccessDenied');
  files.delete(key);
  return { status: 204 };
}

function read({ files, rules }: Parts, key: string): Answer {
  const file = files.get(key);
  if (!file) return refusal(404, 'NoSuchKey');
  return { status: 200, body: rules.corrupts ? file.subarray(1) : file };
}

/** As the specification says, two a page. */
function list({ files }: Parts, query: URLSearchParams): Answer {
  const all = [...files.keys()]
    .filter((key) => key.startsWith(query.get('prefix') ?? ''))
    .toSorted();
  const from = Number(query.get('continuation-token') ?? 0);
  const page = all.slice(from, from + PAGE).map((key) => `<Contents><Key>${key}</Key></Contents>`);
  const next = from + PAGE;
  const more = next < all.length ? `<NextContinuationToken>${next}</NextContinuationToken>` : '';
  return { status: 200, body: `<ListBucketResult>${page.join('')}${more}</ListBucketResult>` };
}

async function findWrongKey({ values }: Parts, { headers, method }: IncomingMessage, url: URL) {
  const { authorization = '' } = headers;
  const { accessKeyId = '', secretAccessKey = '', region = '' } = values;
  if (!authorization.includes(`Credential=${accessKeyId}/`)) return 'InvalidAccessKeyId';
  const right = await new AwsV4Signer({
    url: url.href,
    method: method ?? '',
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    datetime: String(headers['x-amz-date']),
  }).sign();
  return right.headers.get('authorization') === authorization ? null : 'SignatureDoesNotMatch';
}

function refusal(status: number, code: string): Answer {
  return { status, body: `<Error><Code>${code}</Code><Message>Refused here</Message></Error>` };
}
