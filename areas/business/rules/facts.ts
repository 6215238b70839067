/** What follows from the table of facts: their type, the defaults, how they are checked and read, and the page Settings. */
import {
  cents,
  type Choices,
  fact,
  type FactEntry,
  type FactProblems,
  type FieldKind,
  type Kind,
  oneCurrency,
  yesNo,
} from '#areas/business/rules/fact-kinds.ts';
import { FACTS_OF_SECTIONS, MOST_FEE } from '#areas/business/rules/fact-table.ts';

/** No owner sets these. */
const FIXED_FACTS = {
  taxCents: fact(cents(0, MOST_FEE), {
    label: 'Tax on each order',
    changes: 'Added to new orders. Usually none.',
  }),
  /** False until the owner opens the kitchen; it is never switched off again: to stop, the kitchen closes. */
  ordersOpen: fact(
    { ...yesNo(true), field: null },
    { label: 'Open for orders', changes: 'From the launch date on, everyone can order.' },
  ),
  currency: fact(oneCurrency(), { label: 'Currency', changes: 'Always Australian dollars.' }),
};

/** Every fact by its name. */
export const FACTS = {
  ...FACTS_OF_SECTIONS['Your kitchen'],
  ...FACTS_OF_SECTIONS.Where,
  ...FACTS_OF_SECTIONS.When,
  ...FACTS_OF_SECTIONS['What it costs'],
  ...FACTS_OF_SECTIONS.Ordering,
  ...FACTS_OF_SECTIONS['Kitchen and bags'],
  ...FACTS_OF_SECTIONS['After a missed delivery'],
  ...FACTS_OF_SECTIONS['About you'],
  ...FACTS_OF_SECTIONS['Launch and waitlist'],
  ...FIXED_FACTS,
};

type Facts = typeof FACTS;

export type BusinessFacts = {
  [Name in keyof Facts]: Facts[Name] extends FactEntry<infer Value> ? Value : never;
};

export type FactName = keyof Facts;

export const FACT_NAMES = Object.keys(FACTS) as FactName[];

/** The spec's kitchen; a database setting may override each fact. */
export const defaultBusiness = Object.fromEntries(
  Object.entries(FACTS).map(([name, { kind }]) => [name, kind.preset]),
) as BusinessFacts;

/** A fact as the preview and the history show it. */
export function describeFact<Name extends FactName>(
  name: Name,
  value: BusinessFacts[Name],
): string {
  return kindOf(name).describe(value);
}

/** Path below the fact, `''` for itself -> what is wrong with the value. */
export function checkFact<Name extends FactName>(
  name: Name,
  value: BusinessFacts[Name],
): FactProblems {
  return kindOf(name).check(value);
}

function kindOf<Name extends FactName>(name: Name): Kind<BusinessFacts[Name]> {
  return (FACTS[name] as unknown as FactEntry<BusinessFacts[Name]>).kind;
}

/** The facts whose values differ. */
export function changedFacts(before: BusinessFacts, after: BusinessFacts): FactName[] {
  return FACT_NAMES.filter((name) => canonical(before[name]) !== canonical(after[name]));
}

/** Databases and forms keep keys in sequences of their own. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, each]) => `${key}:${canonical(each)}`).join(',')}}`;
}

/** `path`: of a fact, or of a part of one. */
export type ShownField = {
  path: string;
  kind: FieldKind;
  choices?: Choices | undefined;
  label: string;
  hint?: string | undefined;
};

/** The page Settings: which facts it shows, in what sequence and as which kind of field. */
export const SECTIONS: readonly { title: string; fields: ShownField[] }[] = Object.entries(
  FACTS_OF_SECTIONS,
).map(([title, facts]) => ({
  title,
  fields: Object.entries<AnyFact>(facts).flatMap(fieldsOf),
}));

/** For whatever values. */
type AnyFact = Pick<FactEntry<never>, 'label' | 'changes'> & {
  kind: Pick<Kind<never>, 'field' | 'choices' | 'parts'>;
};

function fieldsOf([name, { kind, label, changes }]: [string, AnyFact]): ShownField[] {
  if (kind.field !== null)
    return [{ path: name, kind: kind.field, choices: kind.choices, label, hint: changes }];
  return Object.entries(kind.parts ?? {}).flatMap(([key, each]) =>
    each.kind.field === null
      ? []
      : { ...each, path: `${name}.${key}`, kind: each.kind.field, choices: each.kind.choices },
  );
}

/** The value at a path such as `cutoff.weekday`; undefined: there is none. */
export function valueAt(facts: BusinessFacts, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
      facts,
    );
}

/** A copy with this value at the path, which is a fact or a part of one. Its type is the caller's business. */
export function withValueAt(facts: BusinessFacts, path: string, value: unknown): BusinessFacts {
  const [name = '', part] = path.split('.');
  const whole: unknown = Reflect.get(facts, name);
  const changed =
    part === undefined || typeof whole !== 'object' ? value : { ...whole, [part]: value };
  return { ...facts, [name]: changed };
}

/** The fact that a path belongs to. */
export function factOf(path: string): keyof BusinessFacts {
  return path.split('.')[0] as keyof BusinessFacts;
}
