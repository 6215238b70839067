import { Command } from 'cmdk';
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { type KnownFood, suggestFoodNames } from '#areas/recipes/rules/read-lines.ts';
import { searchKey } from '#platform/rules/search-key.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { CONTROL_CLASS } from '#platform/web/ui/form/field-frame.tsx';

const MOST_SHOWN = 8;
/** For the entry that adds what is typed. */
const NEW = 'new';

type LinePickerProps = {
  label: string;
  name: string;
  isChosen: boolean;
  foods: readonly KnownFood[];
  error: string | undefined;
  onType: (name: string) => void;
  onLeave: () => void;
  onChoose: (food: KnownFood) => void;
  onNew: () => void;
  onPasteList: (text: string) => void;
  /** Enter, when nothing is to be chosen. */
  onNext: () => void;
};

/** What a line uses: ingredients and components together, those that begin with what is typed first. */
export function LinePicker(props: LinePickerProps) {
  const { label, name, isChosen, foods, error, onType, onChoose, onNew, onNext } = props;
  const errorId = useId();
  const [isOpen, setOpen] = useState(false);
  const typed = name.trim();
  const found = isOpen ? suggestFoodNames(typed, foods, MOST_SHOWN) : [];
  const isKnown = foods.some((food) => searchKey(food.name) === searchKey(typed));
  const isListed = isOpen && !isChosen && (found.length > 0 || typed !== '');

  function close() {
    setOpen(false);
    props.onLeave();
    const same = foods.filter((food) => searchKey(food.name) === searchKey(typed));
    if (!isChosen && typed !== '' && same.length === 1 && same[0]) onChoose(same[0]);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') setOpen(false);
    if (event.key !== 'Enter' || isListed) return;
    event.preventDefault();
    onNext();
  }

  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain');
    if (!/\n./.test(text)) return;
    event.preventDefault();
    setOpen(false);
    props.onPasteList(text);
  }

  return (
    <Command
      label={label}
      loop
      shouldFilter={false}
      className="relative"
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <Command.Input
        value={name}
        maxLength={80}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : errorId}
        className={CONTROL_CLASS}
        onValueChange={(value) => {
          setOpen(true);
          onType(value);
        }}
        onPaste={onPaste}
      />
      {error !== undefined && (
        <p id={errorId} className="pt-1 text-sm font-semibold text-danger">
          {error}
        </p>
      )}
      <Command.List
        // What the field names must be there, shown or not.
        hidden={!isListed}
        // A press on it must not take the focus, or the list would be gone before it is heard.
        onMouseDown={(event) => event.preventDefault()}
        className="absolute z-20 max-h-80 w-full min-w-64 overflow-y-auto rounded-xl border border-line bg-surface p-1 shadow-raised"
      >
        {isListed &&
          found.map((food) => (
            <Choice
              key={food.used}
              value={food.used}
              onSelect={() => {
                setOpen(false);
                onChoose(food);
                onNext();
              }}
            >
              <span>{food.name}</span>
              {food.used.startsWith('component') && (
                <span className="text-sm text-ink-soft">component</span>
              )}
            </Choice>
          ))}
        {isListed && typed !== '' && !isKnown && (
          <Choice
            value={NEW}
            onSelect={() => {
              setOpen(false);
              onNew();
            }}
          >
            New ingredient ‘{typed}’
          </Choice>
        )}
      </Command.List>
    </Command>
  );
}

type ChoiceProps = { value: string; onSelect: () => void; children: ReactNode };

function Choice({ value, onSelect, children }: ChoiceProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className={classNames(
        'flex cursor-pointer flex-wrap items-baseline justify-between gap-x-3 rounded-lg px-3 py-1.5',
        'break-words aria-selected:bg-primary-soft pointer-coarse:py-3',
      )}
    >
      {children}
    </Command.Item>
  );
}
