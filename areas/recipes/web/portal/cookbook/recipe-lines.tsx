import { useState } from 'react';
import { scaledText, scaleLines } from '#areas/menu/rules/recipe/scale-lines.ts';
import type { BaseUnit } from '#areas/menu/rules/units.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import type { Book } from '#areas/recipes/web/portal/recipe-queries.ts';
import { amountText, countedLine, type LineDraft } from './line-draft.ts';
import { LineRows } from './line-rows.tsx';

type RecipeLinesProps = {
  lines: readonly LineDraft[];
  book: Book;
  /** The component whose lines they are: it cannot use itself. */
  ofComponent?: number | null;
  errors: FieldErrors;
  /** For how much the lines are; null: not entered yet. */
  size: number | null;
  unit: 'portions' | BaseUnit;
  mostSize?: number;
  onChange: (lines: LineDraft[]) => void;
  /** The recipe is to be of this size, with these lines. */
  onResize: (size: number, lines: LineDraft[]) => void;
};

/** The lines of a recipe, as they are kept and at any other size. */
export function RecipeLines({
  size,
  unit,
  mostSize = Infinity,
  onResize,
  ofComponent = null,
  ...rows
}: RecipeLinesProps) {
  const { lines, book } = rows;
  const [text, setText] = useState('');
  const target = Number(text.replaceAll(',', ''));
  const isSize = /^\d[\d,]*$/.test(text.trim()) && target >= 1 && target <= mostSize;
  const factor = isSize && size !== null && size > 0 ? target / size : null;
  const scaled = new Map(
    (factor === null ? [] : lines).flatMap((draft) => {
      const line = countedLine(draft, book);
      return line ? [[draft.key, scaledText(line, factor ?? 1)] as const] : [];
    }),
  );
  return (
    <div className="grid gap-4">
      <LineRows {...rows} ofComponent={ofComponent} scaled={scaled} />
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-40">
          <TextField
            label={`Show for, ${unit}`}
            inputMode="numeric"
            maxLength={9}
            value={text}
            onChange={({ target: { value } }) => setText(value)}
          />
        </div>
        {factor !== null && (
          <Resize
            {...{ lines, book, factor }}
            onResize={(made) => {
              setText('');
              onResize(target, made);
            }}
          />
        )}
      </div>
    </div>
  );
}

type ResizeProps = {
  lines: readonly LineDraft[];
  book: Book;
  factor: number;
  onResize: (lines: LineDraft[]) => void;
};

/** What is shown becomes the recipe’s size, in whole base units, unless something would be lost by it. */
function Resize({ lines, book, factor, onResize }: ResizeProps) {
  const counted = lines.map((draft) => ({ draft, line: countedLine(draft, book) }));
  const found = scaleLines(
    counted.flatMap(({ line }) => line ?? []),
    factor,
  );
  if ('tooSmall' in found)
    return (
      <p role="status" className="basis-full text-sm text-warning">
        {found.tooSmall}
      </p>
    );
  const left = [...found.qtys];
  const resized = counted.map(({ draft, line }) =>
    line ? { ...draft, amount: amountText(left.shift() ?? line.qty, line.unit) } : draft,
  );
  return (
    <Button variant="secondary" size="small" className="mb-1" onClick={() => onResize(resized)}>
      Make this the recipe’s size
    </Button>
  );
}
