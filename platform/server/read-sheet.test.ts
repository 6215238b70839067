import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import yazl from 'yazl';
import { readSheet } from '#platform/server/read-sheet.ts';

const cellsOf = async (file: Buffer | string) =>
  (await readSheet(Buffer.from(file))).map(({ cells }) => cells);

async function anXlsx(sheet: string, more: Record<string, Buffer> = {}): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  const ns = 'http://schemas.openxmlformats.org';
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${ns}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    'xl/workbook.xml': `<workbook xmlns="${ns}/spreadsheetml/2006/main" xmlns:r="${ns}/officeDocument/2006/relationships"><sheets><sheet name="Meals" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${ns}/package/2006/relationships"><Relationship Id="rId1" Type="${ns}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${ns}/spreadsheetml/2006/main"><sheetData>${sheet}</sheetData></worksheet>`,
  };
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name);
  for (const [name, bytes] of Object.entries(more)) zip.addBuffer(bytes, name);
  zip.end();
  return buffer(zip.outputStream);
}

const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;

describe('a file from a spreadsheet program', () => {
  test.each([
    ['commas', 'Name,Price\nLaksa,"1,499.00"\n', '1,499.00'],
    ['semicolons', 'Name;Price\r\nLaksa;14,99\r\n', '14,99'],
    ['tabs and a byte order mark', '\uFEFFName\tPrice\nLaksa\t14.99', '14.99'],
  ])('is read with %s', async (_what, text, price) => {
    expect((await cellsOf(text)).at(-1)).toEqual(['Laksa', price]);
  });

  test('is read in UTF-16 of either sequence, and in what Windows used before', async () => {
    const text = '\uFEFFName\tPrice\nCrème\t14.99\n';
    const little = Buffer.from(text, 'utf16le');
    expect((await cellsOf(little))[1]).toEqual(['Crème', '14.99']);
    expect((await cellsOf(Buffer.from(little).swap16()))[1]).toEqual(['Crème', '14.99']);
    expect((await cellsOf(Buffer.from('Name,Price\nCrème,1', 'latin1')))[1]).toEqual([
      'Crème',
      '1',
    ]);
  });

  test('keeps a cell that looks like a formula as text', async () => {
    expect((await cellsOf('Name,Price\n=1+1,2'))[1]).toEqual(['=1+1', '2']);
  });

  test('may be an .xlsx, whose numbers stay as they are written', async () => {
    const sheet = `<row r="1">${cell('A1', 'Name')}${cell('B1', 'Price')}</row><row r="2">${cell('A2', 'Laksa')}<c r="B2"><v>14.90</v></c></row>`;
    expect(await cellsOf(await anXlsx(sheet))).toEqual([
      ['Name', 'Price'],
      ['Laksa', '14.90'],
    ]);
  });

  test.each([
    ['is empty', '', /empty/],
    ['has only blank cells', ' , \n,,\n', /no rows/],
    ['is a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]), /neither CSV nor/],
    ['has a quote too many', 'Name,Price\n"Laksa,1\n', /quote/],
    ['has 101 columns', Array.from({ length: 101 }, () => 'x').join(','), /100 columns/],
    ['has 5,001 rows below its headings', 'a,b\n'.repeat(5002), /5,000 rows/],
    ['only begins like an .xlsx', Buffer.from('PK\u0003\u0004 and no more'), /damaged/],
  ])('is refused when it %s', async (_why, file, message) => {
    await expect(cellsOf(file)).rejects.toMatchObject({
      details: { fields: { file: expect.stringMatching(message) } },
    });
  });

  test('with 5,000 rows below its headings is read', async () => {
    expect(await cellsOf('a,b\n'.repeat(5001))).toHaveLength(5001);
  });

  test('is refused before it is read when it unpacks to more than 50 MB', async () => {
    const bomb = await anXlsx('', { 'xl/media/zeros.bin': Buffer.alloc(51 * 1024 * 1024) });
    expect(bomb.length).toBeLessThan(1024 * 1024);
    await expect(cellsOf(bomb)).rejects.toMatchObject({
      details: { fields: { file: expect.stringMatching(/50 MB/) } },
    });
  });
});
