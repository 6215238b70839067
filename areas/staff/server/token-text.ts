/** What an API token looks like: `mr_`, 32 random bytes in base62, and a checksum by which a mistyped one is known. */
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'mr_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 is more than 2^256, and 62^6 more than 2^32. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

const SHAPE = new RegExp(
  `^${PREFIX}([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);

export function newTokenText(): string {
  const secret = toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH);
  return `${PREFIX}${secret}${checksumOf(secret)}`;
}

/** False: mistyped or cut off, so the database need not be asked. */
export function isWholeToken(text: string): boolean {
  const [, secret, checksum] = SHAPE.exec(text) ?? [];
  return secret !== undefined && checksumOf(secret) === checksum;
}

export function looksLikeToken(text: string): boolean {
  return text.startsWith(PREFIX);
}

export function hashToken(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function checksumOf(secret: string): string {
  return toBase62(BigInt(crc32(secret)), CHECKSUM_LENGTH);
}

function toBase62(value: bigint, length: number): string {
  let rest = value;
  let text = '';
  for (let place = 0; place < length; place += 1) {
    text = DIGITS.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}
