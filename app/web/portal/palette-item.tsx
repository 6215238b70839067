import { Command } from 'cmdk';
import type { ReactNode } from 'react';

type PaletteItemProps = {
  /** Told apart by it; by its own words if absent. */
  value?: string;
  /** Words it is found by besides its own. */
  words?: string[] | undefined;
  onChoose: () => void;
  children: ReactNode;
};

export function PaletteItem({ value, words, onChoose, children }: PaletteItemProps) {
  return (
    <Command.Item
      {...(value !== undefined && { value })}
      {...(words && { keywords: words })}
      onSelect={onChoose}
      className="flex min-h-11 cursor-pointer items-center rounded-xl px-3 font-semibold data-[selected=true]:bg-primary-soft data-[selected=true]:text-primary"
    >
      {children}
    </Command.Item>
  );
}

export function PaletteGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:text-ink-soft"
    >
      {children}
    </Command.Group>
  );
}
