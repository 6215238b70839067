import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '#platform/web/ui/class-names.ts';

export type Tab<Name extends string> = {
  name: Name;
  label: ReactNode;
  /** How many items it has. */
  count?: number;
};

type TabsProps<Name extends string, Beside extends string> = {
  label: string;
  tabs: readonly Tab<Name>[];
  /** One of the tabs, or what was chosen beside them. */
  value: Name | Beside;
  onChange: (name: Name) => void;
  /** The content of the chosen tab. */
  children: ReactNode;
  /** `line`: the parts of a page. `pill`: the parts of a list. */
  look?: 'line' | 'pill';
  /** After the last one: ways to what is no tab, or more choices. */
  beside?: ReactNode;
};

const LIST = {
  line: 'relative flex min-w-0 gap-1 overflow-x-auto',
  pill: 'flex flex-wrap gap-2',
};

/** Of what looks like a tab, `data-state` says whether it is open. */
export const LINE_TAB_CLASS =
  'min-h-11 xl:pointer-fine:min-h-8 border-b-3 border-transparent px-2 text-sm leading-tight font-semibold text-ink-soft hover:text-ink ' +
  'sm:shrink-0 sm:px-3 sm:text-base sm:whitespace-nowrap ' +
  'data-[state=active]:border-primary data-[state=active]:text-primary focus-visible:-outline-offset-3';

const TRIGGER = {
  line: LINE_TAB_CLASS,
  pill:
    'min-h-11 xl:pointer-fine:min-h-8 shrink-0 rounded-full border border-control px-4 text-sm font-semibold whitespace-nowrap hover:bg-primary-soft ' +
    'data-[state=active]:border-primary data-[state=active]:bg-primary data-[state=active]:text-on-primary',
};

const FRAME = {
  line: 'flex border-b border-line px-1 pt-1 xl:pt-0',
  pill: 'flex flex-wrap items-center gap-x-4 gap-y-2',
};

/** Tabs, at most one of them open. Arrow keys move between them, Enter opens. */
export function Tabs<Name extends string, Beside extends string = never>({
  label,
  tabs,
  value,
  onChange,
  children,
  look = 'line',
  beside,
}: TabsProps<Name, Beside>) {
  function choose(name: string) {
    const chosen = tabs.find((tab) => tab.name === name);
    if (chosen) onChange(chosen.name);
  }
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // On a phone, the open tab may be beyond the edge of the list.
    const open = list.current?.querySelector<HTMLElement>('[data-state=active]');
    if (!list.current || !open) return;
    list.current.scrollLeft = open.offsetLeft - (list.current.clientWidth - open.offsetWidth) / 2;
  }, [value]);

  return (
    <Radix.Root value={value} onValueChange={choose} activationMode="manual">
      <div className={FRAME[look]}>
        <Radix.List ref={list} aria-label={label} className={LIST[look]}>
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.name}
              value={tab.name}
              className={classNames(TRIGGER[look], tab.count !== undefined && 'tabular-nums')}
            >
              {tab.label}
              {tab.count !== undefined && ` (${tab.count})`}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {beside}
      </div>
      {tabs.map((tab) => (
        // All panels are mounted, so that each tab controls one; only the chosen one has content.
        <Radix.Content
          key={tab.name}
          value={tab.name}
          forceMount
          hidden={tab.name !== value}
          tabIndex={-1}
        >
          {tab.name === value && children}
        </Radix.Content>
      ))}
      {tabs.every((tab) => tab.name !== value) && children}
    </Radix.Root>
  );
}
