import { useState, type KeyboardEvent, useEffect, useRef } from 'react';
import { scaledText, scaleLines } from '#areas/menu/rules/recipe.ts';
import type { BaseUnit } from '#areas/menu/rules/units.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { textFields } from '#platform/web/api/use-form.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import type { Book } from '#areas/recipes/web/portal/recipe-queries.ts';
import {
  amountText,
  countedLine,
  type LineDraft,
  blankLine,
  isBlank,
  knownFoods,
  unknownMessage,
  usualLoss,
  withPasted,
} from './recipe-draft.ts';
import { type KnownFood, readLines } from '#areas/recipes/rules/read-lines.ts';
import { LONGEST_PREP, MOST_MINUTES } from '#areas/menu/rules/recipe-limits.ts';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { LinePicker } from '#areas/recipes/web/portal/cookbook/line-picker.tsx';
import { NewIngredient } from './ingredient-editor.tsx';
import type { ComponentReply } from '#areas/recipes/calls/recipe-book.ts';

type RecipeLinesProps = {
  lines: readonly LineDraft[];
  book: Book;
  /** The component whose lines they are: it cannot use itself. */
  ofComponent?: number | null;
  /** By the number of the line, blank rows not counted. */
  errors: FieldErrors;
  /** For how much the lines are; null: not entered yet. */
  size: number | null;
  unit: 'portions' | BaseUnit;
  mostSize?: number;
  onChange: (lines: LineDraft[]) => void;
  /** The recipe is to be of this size, with these lines. */
  onResize: (size: number, lines: LineDraft[]) => void;
};

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

type LineRowsProps = Pick<RecipeLinesProps, 'lines' | 'book' | 'errors' | 'onChange'> & {
  ofComponent: number | null;
  scaled: ReadonlyMap<number, string>;
};

type Spot = { key: number; field: 'name' | 'amount' };

/** What goes in: quantities as weighed for the pot, peeled and uncooked. Enter goes to the next field, then the next line. */
function LineRows({ lines, book, ofComponent, errors, scaled, onChange }: LineRowsProps) {
  const foods = knownFoods(book, ofComponent);
  const rows = useRef<HTMLFieldSetElement>(null);
  // A new object each time: the same field may be gone to again.
  const [next, setNext] = useState<Spot | null>(null);
  const numberOf = new Map(lines.filter((line) => !isBlank(line)).map(({ key }, at) => [key, at]));

  useEffect(() => {
    if (!next) return;
    rows.current?.querySelector<HTMLElement>(`[data-spot="${spotId(next)}"] input`)?.focus();
  }, [next]);

  const set = (key: number, change: Partial<LineDraft>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...change } : line)));

  function add() {
    const line = blankLine(lines);
    onChange([...lines, line]);
    setNext({ key: line.key, field: 'name' });
  }

  function goOn(at: number) {
    const line = lines[at + 1];
    if (line) setNext({ key: line.key, field: 'name' });
    else add();
  }

  return (
    <fieldset ref={rows} className="grid min-w-0 gap-3">
      <legend className="mb-2 font-semibold">What goes in, peeled and uncooked</legend>
      <div aria-hidden="true" className={`max-sm:hidden ${COLUMNS} text-sm text-ink-soft`}>
        <span>Ingredient or component</span>
        <span>Amount</span>
        <span>Loss</span>
        <span>How it is cut</span>
      </div>
      {lines.map((line, at) => (
        <LineRow
          key={line.key}
          {...{ line, at, foods, book }}
          scaled={scaled.get(line.key)}
          errorOf={(field) => errors[`lines.${numberOf.get(line.key)}${field}`]}
          onChange={(change) => set(line.key, change)}
          onRemove={() => onChange(lines.filter(({ key }) => key !== line.key))}
          onPasteList={(text) => onChange(withPasted(lines, at, readLines(text, foods)))}
          onAmount={() => setNext({ key: line.key, field: 'amount' })}
          onNext={() => goOn(at)}
        />
      ))}
      {errors.lines !== undefined && <p className="text-danger">{errors.lines}</p>}
      <div className="flex flex-wrap items-center gap-x-3">
        <Button variant="secondary" size="small" onClick={add}>
          Add a line
        </Button>
        <span className="text-sm text-ink-soft">
          A list can be pasted into a line: “1.5 kg chicken thigh, 3 cm dice”.
        </span>
      </div>
    </fieldset>
  );
}

const COLUMNS = 'grid gap-2 sm:grid-cols-[minmax(0,1fr)_6.5rem_4.5rem_minmax(0,8rem)_2.75rem]';

function spotId({ key, field }: Spot): string {
  return `${key} ${field}`;
}

type LineRowProps = {
  line: LineDraft;
  at: number;
  foods: readonly KnownFood[];
  book: Book;
  scaled: string | undefined;
  /** '' of the line itself, '.amount' of a field of it. */
  errorOf: (field: '' | '.amount' | '.lossBp' | '.prep') => string | undefined;
  onChange: (change: Partial<LineDraft>) => void;
  onRemove: () => void;
  onPasteList: (text: string) => void;
  onAmount: () => void;
  onNext: () => void;
};

function LineRow(props: LineRowProps) {
  const { line, at, foods, book, scaled, errorOf, onChange, onNext } = props;
  const [isNew, setNew] = useState(false);
  const [isTyping, setTyping] = useState(false);
  const waits = line.used === '' && line.name.trim() !== '' && !isTyping;
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onNext();
  };
  const text = textFields(line, onChange, {
    amount: errorOf('.amount'),
    loss: errorOf('.lossBp'),
    prep: errorOf('.prep'),
  });
  const field = (name: 'amount' | 'loss' | 'prep', what: string) => ({
    label: `${what} of line ${at + 1}`,
    hideLabel: true,
    onKeyDown: onEnter,
    ...text(name),
  });
  return (
    <div className="grid gap-2 border-b border-line pb-3">
      <div className={`${COLUMNS} grid-cols-[1fr_4.5rem_2.75rem] items-start`}>
        <div data-spot={spotId({ key: line.key, field: 'name' })} className="max-sm:col-span-full">
          <LinePicker
            label={`Line ${at + 1}`}
            name={line.name}
            isChosen={line.used !== ''}
            foods={foods}
            error={errorOf('')}
            onType={(name) => {
              setTyping(true);
              onChange({ name, used: '' });
            }}
            onLeave={() => setTyping(false)}
            onChoose={({ used, name }) => onChange({ used, name })}
            onNew={() => setNew(true)}
            onPasteList={props.onPasteList}
            onNext={props.onAmount}
          />
        </div>
        <div data-spot={spotId({ key: line.key, field: 'amount' })}>
          <TextField {...field('amount', 'Amount')} placeholder="1.5 kg" maxLength={20} />
          {scaled !== undefined && (
            <p className="pt-1 text-right font-semibold tabular-nums">{scaled}</p>
          )}
        </div>
        <TextField
          {...field('loss', 'Loss')}
          inputMode="decimal"
          placeholder={line.used === '' ? '' : usualLoss(line, book)}
          maxLength={6}
        />
        <div className="max-sm:col-span-full max-sm:row-start-3">
          <TextField
            {...field('prep', 'Cut')}
            placeholder="How it is cut"
            className="sm:placeholder:text-transparent"
            maxLength={LONGEST_PREP}
          />
        </div>
        <Button
          variant="quiet"
          size="small"
          aria-label={`Remove line ${at + 1}`}
          className="mt-0.5 px-0! text-xl!"
          onClick={props.onRemove}
        >
          ×
        </Button>
      </div>
      {waits && !isNew && (
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-warning">
          {unknownMessage(line.name)} Choose one, or
          <Button variant="secondary" size="small" onClick={() => setNew(true)}>
            Add<VisuallyHidden> {line.name}</VisuallyHidden> as a new ingredient
          </Button>
        </p>
      )}
      {isNew && (
        <NewIngredient
          name={line.name.trim()}
          onAdded={({ id, name }) => {
            setNew(false);
            onChange({ used: `ingredient ${id}`, name });
            props.onAmount();
          }}
          onCancel={() => setNew(false)}
        />
      )}
    </div>
  );
}

const FIELDS = [
  ['handsMinutes', 'Hands, minutes'],
  ['restMinutes', 'Rest, minutes'],
  ['cookMinutes', 'Cooking, minutes'],
  ['chillMinutes', 'Chilling, minutes'],
] as const;

type MinuteField = (typeof FIELDS)[number][0];
type Minutes = Pick<ComponentReply, MinuteField>;
/** As typed; empty: not entered. */
type MinuteTexts = Record<MinuteField, string>;

export function minuteTextsOf(minutes: Minutes | null): MinuteTexts {
  const texts = FIELDS.map(([field]) => [field, String(minutes?.[field] ?? '')]);
  return Object.fromEntries(texts) as MinuteTexts;
}

/** What is no number is sent as it cannot be, and refused at its field. */
export function readMinutes(texts: MinuteTexts): Minutes {
  const read = (text: string) => (text.trim() === '' ? null : Number(text));
  return Object.fromEntries(FIELDS.map(([field]) => [field, read(texts[field])])) as Minutes;
}

export function minuteProblems(texts: MinuteTexts): FieldErrors {
  const wrong = FIELDS.filter(([field]) => {
    const text = texts[field].trim();
    return text !== '' && !(/^\d{1,4}$/.test(text) && Number(text) <= MOST_MINUTES);
  });
  return Object.fromEntries(wrong.map(([field]) => [field, `Enter 0 to ${MOST_MINUTES} minutes`]));
}

type WorkMinuteFieldsProps = {
  texts: MinuteTexts;
  errors: FieldErrors;
  /** What empty fields mean. */
  hint: string;
  onChange: (texts: MinuteTexts) => void;
};

/** How long the work takes: from these the plan says when it starts. */
export function WorkMinuteFields({ texts, errors, hint, onChange }: WorkMinuteFieldsProps) {
  const text = textFields(texts, (change) => onChange({ ...texts, ...change }), errors);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">How long it takes</legend>
      <p className="text-sm text-ink-soft">{hint}</p>
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-4">
        {FIELDS.map(([field, label]) => (
          <TextField key={field} label={label} inputMode="numeric" {...text(field)} />
        ))}
      </div>
    </fieldset>
  );
}
