/** Parses RFC 4180 again: quotes, commas and line breaks inside cells. A row by the names of its columns. */
export function readCsv(text: string): Record<string, string>[] {
  const lines: string[][] = [[]];
  const cells = text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g);
  for (const [, quoted, plain = '', end] of cells) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') lines.push([]);
  }
  const [heading = [], ...rows] = lines.slice(0, -1);
  return rows.map((row) =>
    Object.fromEntries(heading.map((name, index) => [name, row[index] ?? ''])),
  );
}
