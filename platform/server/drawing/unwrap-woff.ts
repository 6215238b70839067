/**
 * Unpacks web fonts once, because PDFKit would otherwise decompress a table at every glyph. https://www.w3.org/TR/WOFF/
 */
import { inflateSync } from 'node:zlib';

const SIGNATURE = 0x774f4646;
const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;

/** The OpenType font inside a WOFF file (version 1). Throws if it is not one. */
export function unwrapWoff(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== SIGNATURE) throw new Error('this is not a WOFF file');
  const tableCount = woff.readUInt16BE(12);
  const directory = Buffer.alloc(SFNT_HEADER_BYTES + tableCount * SFNT_ENTRY_BYTES);
  directory.writeUInt32BE(woff.readUInt32BE(4), 0);
  directory.writeUInt16BE(tableCount, 4);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (let index = 0; index < tableCount; index += 1) {
    const entry = woff.subarray(HEADER_BYTES + index * ENTRY_BYTES);
    const table = readTable(woff, entry);
    const at = SFNT_HEADER_BYTES + index * SFNT_ENTRY_BYTES;
    entry.copy(directory, at, 0, 4);
    directory.writeUInt32BE(entry.readUInt32BE(16), at + 4);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(table.length, at + 12);
    const padding = Buffer.alloc(-table.length & 3);
    parts.push(table, padding);
    offset += table.length + padding.length;
  }
  return Buffer.concat(parts);
}

function readTable(woff: Buffer, entry: Buffer): Buffer {
  const start = entry.readUInt32BE(4);
  const packedBytes = entry.readUInt32BE(8);
  const bytes = entry.readUInt32BE(12);
  const packed = woff.subarray(start, start + packedBytes);
  return packedBytes < bytes ? inflateSync(packed) : packed;
}
