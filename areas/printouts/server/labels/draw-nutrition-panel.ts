/** The nutrition information panel of a label. Food Standards Code 1.2.8. */
import type { NutritionPanel } from '#areas/menu/rules/nutrition-panel.ts';
import type { Align, Canvas } from '#platform/server/drawing/draw-canvas.ts';
import type { Pdf } from '#areas/printouts/server/draw-pdf.ts';
import type { Part } from './draw-label-parts.ts';

const NARROWEST = 104;
const PADDING = 2.5;
const GAP = 3;
const ROW = 1.22;

type Cells = readonly [name: string, perServe: string, per100g: string];

/** As wide as its widest rows. `width`: at least that. */
export function nutritionPart(
  pdf: Pdf,
  panel: NutritionPanel,
  { size, width: least = NARROWEST }: { size: number; width?: number },
): Part & { width: number } {
  const measure = (text: string, bold = false) =>
    pdf.layOut(text, { width: Infinity, size, minSize: size, bold });
  const titles = [
    measure('Nutrition information', true),
    measure(`Servings per package: 1  ·  Serving size: ${panel.servingSize}`),
  ];
  const rows = [
    ['Average quantity', 'per serving', 'per 100 g'] satisfies Cells,
    ...panel.rows.map((row): Cells => [row.name, row.perServe, row.per100g]),
  ].map((cells) => cells.map((cell) => measure(cell)));
  const widest = (column: number) => Math.max(...rows.map((row) => row[column]?.width ?? 0));
  const needed = widest(0) + widest(1) + widest(2) + 2 * GAP;
  const inner = Math.max(
    least - 2 * PADDING,
    needed,
    ...titles.map(({ width: titleWidth }) => titleWidth),
  );
  const width = inner + 2 * PADDING;
  const row = size * ROW;
  const height = (titles.length + rows.length) * row + 1.5;
  const ends = [widest(0), inner - widest(2) - GAP, inner];
  const aligns: Align[] = ['left', 'right', 'right'];

  function draw(canvas: Canvas, x: number, y: number): void {
    const left = x + PADDING;
    const top = (index: number) => y + index * row + 0.5;
    for (const [index, title] of titles.entries()) canvas.text(title, left, top(index));
    for (const [index, cells] of rows.entries())
      for (const [column, cell] of cells.entries())
        canvas.text(cell, left, top(index + titles.length), {
          align: aligns[column] ?? 'left',
          width: ends[column] ?? inner,
        });
    canvas.box(x, y, width, height);
    for (const line of [titles.length, titles.length + 1])
      canvas.line(x, y + line * row + 0.9, x + width, y + line * row + 0.9, { width: 0.3 });
  }

  return { width, height, draw };
}
