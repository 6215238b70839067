import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { uploadLogo } from '#areas/business/calls/settings.ts';
import {
  parseLogoIconUrl,
  parseLogoUrl,
  LOGO_BOX,
  type KitchenLogo,
  logoSizeProblem,
} from '#areas/business/rules/logo.ts';
import type { Context } from '#platform/server/context.ts';
import { logos } from '#areas/business/server/tables/logos.ts';
import { InvalidRequest, NotFound } from '#platform/server/errors.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import {
  FOR_EVER,
  sendStored,
  storeReply,
  type StoredReply,
} from '#platform/server/http/stored-reply.ts';
import { withFileUpload } from '#platform/server/http/read-request.ts';
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { openUpload } from './open-pictures.ts';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const LARGEST_UPLOAD_MB = 4;

export function registerLogoRoutes(app: FastifyInstance, context: Context): void {
  registerUpload(app, context);

  const known = new Map<string, StoredReply>();
  const options = { schema: { hide: true }, config: { access: 'public' } } as const;
  app.get('/images/logo/:file', options, async (request, reply) => {
    const { file } = request.params as { file: string };
    const stored = known.get(file) ?? (await storeFile(context, request.url));
    known.set(file, stored);
    // Emails show it too.
    return sendStored(
      request,
      reply.header('cross-origin-resource-policy', 'cross-origin'),
      stored,
      FOR_EVER,
    );
  });
}

async function storeFile(context: Context, url: string): Promise<StoredReply> {
  const icon = parseLogoIconUrl(url);
  const hash = icon?.hash ?? parseLogoUrl(url);
  const [logo] =
    hash === null ? [] : await context.db.select().from(logos).where(eq(logos.hash, hash));
  if (!logo) throw new NotFound('This logo');
  const body = icon ? await drawLogoIcon(logo.bytes, icon.size) : logo.bytes;
  return storeReply({ status: 200, contentType: 'image/png', body }, 'few');
}

function registerUpload(app: FastifyInstance, context: Context): void {
  withFileUpload(app, { uploadName: 'The logo', largestMb: LARGEST_UPLOAD_MB }, (scope) => {
    staffRoute(scope, uploadLogo, ({ reply }) => {
      const { body } = reply.request;
      if (!Buffer.isBuffer(body) || body.length === 0)
        throw new InvalidRequest({ logo: 'Please choose a picture' });
      return storeLogo(context, body);
    });
  });
}

/** More when decoded than any logo has. */
const MOST_PIXELS = 25_000_000;
const ICON_MARGIN = 0.08;
const FORMATS = ['png', 'jpeg', 'webp'];

/**
 * Re-encodes a logo at the size we show it and stores it: only what is visible survives. It is in force once the
 * settings name it. Throws InvalidRequest at `logo` for what is no picture, whatever it claims to be.
 */
export async function storeLogo(
  context: Pick<Context, 'db' | 'clock'>,
  sent: Buffer,
): Promise<KitchenLogo> {
  const { bytes, width, height } = await openUpload(() => encode(sent));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  const createdAt = new Date(context.clock());
  await context.db.insert(logos).values({ hash, bytes, createdAt }).onConflictDoNothing();
  return { hash, width, height };
}

async function encode(sent: Buffer): Promise<{ bytes: Buffer; width: number; height: number }> {
  const picture = sharp(sent, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
  const found = await picture.metadata().catch(() => null);
  if (!found || !FORMATS.includes(found.format)) throw notAPicture();
  const problem = logoSizeProblem(found.autoOrient);
  if (problem !== null) throw new InvalidRequest({ logo: problem });
  const fit = { ...LOGO_BOX, fit: 'inside', withoutEnlargement: true } as const;
  const encoded = await picture
    .autoOrient()
    .resize(fit)
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => null);
  if (!encoded) throw notAPicture();
  const { width, height } = encoded.info;
  return { bytes: encoded.data, width, height };
}

/** On white and with a margin, so that systems can crop it to any shape. As PNG. */
export async function drawLogoIcon(logo: Buffer, size: number): Promise<Buffer> {
  const margin = Math.round(size * ICON_MARGIN);
  const inner = size - 2 * margin;
  const background = '#ffffff';
  return openUpload(() =>
    sharp(logo)
      .flatten({ background })
      .resize({ width: inner, height: inner, fit: 'contain', background })
      .extend({ top: margin, right: margin, bottom: margin, left: margin, background })
      .png({ compressionLevel: 9 })
      .toBuffer(),
  );
}

function notAPicture(): InvalidRequest {
  return new InvalidRequest({ logo: 'Please choose an undamaged picture: PNG, JPEG or WebP' });
}

// For browsers and programs that ask for /favicon.ico without reading the page: the logo or ours, as an ICO of one PNG.

const SIZE = 32;
const FOR_AN_HOUR = 'public, max-age=3600';
const OURS = path.join(import.meta.dirname, '../../../platform/web/public/icon-192.png');

export function registerFavicon(app: FastifyInstance, context: Context): void {
  let made: { hash: string | null; stored: Promise<StoredReply> } | null = null;
  const options = { schema: { hide: true }, config: { access: 'public' } } as const;
  app.get('/favicon.ico', options, async (request, reply) => {
    const { logo } = (await context.site.current()).business;
    const hash = logo?.hash ?? null;
    if (made?.hash !== hash) made = { hash, stored: draw(context, hash) };
    return sendStored(request, reply, await made.stored, FOR_AN_HOUR);
  });
}

async function draw({ db }: Pick<Context, 'db'>, hash: string | null): Promise<StoredReply> {
  const [logo] = hash === null ? [] : await db.select().from(logos).where(eq(logos.hash, hash));
  const png = await drawLogoIcon(logo?.bytes ?? (await readFile(OURS)), SIZE);
  const contentType = 'image/vnd.microsoft.icon';
  return storeReply({ status: 200, contentType, body: toIco(png) }, 'few');
}

/** One picture: the file's head, its entry of the list, and the PNG as it is. */
function toIco(png: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(SIZE, 6);
  head.writeUInt8(SIZE, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
