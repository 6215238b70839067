import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
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
  /** After the last one: ways to what is no tab, or more choices. */
  beside?: ReactNode;
};

const TRIGGER =
  'min-h-11 xl:pointer-fine:min-h-8 shrink-0 rounded-full border border-control px-4 text-sm font-semibold whitespace-nowrap hover:bg-primary-soft ' +
  'data-[state=active]:border-primary data-[state=active]:bg-primary data-[state=active]:text-on-primary';

/** Tabs, at most one of them open. Arrow keys move between them, Enter opens. */
export function Tabs<Name extends string, Beside extends string = never>(
  props: TabsProps<Name, Beside>,
) {
  const { label, tabs, value, onChange, children, beside } = props;
  function choose(name: string) {
    const chosen = tabs.find((tab) => tab.name === name);
    if (chosen) onChange(chosen.name);
  }

  return (
    <Radix.Root value={value} onValueChange={choose} activationMode="manual">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Radix.List aria-label={label} className="flex flex-wrap gap-2">
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.name}
              value={tab.name}
              className={classNames(TRIGGER, tab.count !== undefined && 'tabular-nums')}
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
