import { useState } from 'react';
import type { SettingsReply } from '#areas/business/calls/settings.ts';
import { type BusinessFacts, changedFacts } from '#areas/business/rules/facts.ts';
import { checkBusinessFacts } from '#areas/business/rules/check-business-facts.ts';
import { factOf, withValueAt } from '#areas/business/rules/fact-path.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';

export type SettingsDraft = {
  facts: BusinessFacts;
  /** The facts that differ from the saved ones. */
  changed: (keyof BusinessFacts)[];
  problems: FieldErrors;
  /** Changes when fields must show other values than those typed into them. */
  formKey: number;
  change: (path: string, value: unknown) => void;
  /** Replaces what was typed, for an earlier version. */
  fill: (facts: BusinessFacts) => void;
  /** After saving, or to undo. */
  clear: () => void;
  /** What the server found wrong. */
  refuse: (problems: FieldErrors) => void;
};

/** Only what differs is kept: when someone else saved meanwhile, it is laid over what they saved. */
export function useSettingsDraft(saved: SettingsReply): SettingsDraft {
  const [changes, setChanges] = useState<Partial<BusinessFacts>>({});
  const [refused, setRefused] = useState<FieldErrors>({});
  const [formKey, setFormKey] = useState(0);
  const facts = { ...factsOf(saved), ...changes };

  function restart(next: Partial<BusinessFacts>) {
    setChanges(next);
    setRefused({});
    setFormKey((key) => key + 1);
  }

  return {
    facts,
    changed: changedFacts(saved, facts),
    problems: { ...refused, ...checkBusinessFacts(facts) },
    formKey,
    change(path, value) {
      const fact = factOf(path);
      setRefused({});
      setChanges((before) => ({
        ...before,
        [fact]: withValueAt({ ...saved, ...before }, path, value)[fact],
      }));
    },
    fill: restart,
    clear: () => restart({}),
    refuse: setRefused,
  };
}

function factsOf({
  version: _version,
  changedBy: _who,
  changedAt: _when,
  problems: _problems,
  ...facts
}: SettingsReply): BusinessFacts {
  return facts;
}
