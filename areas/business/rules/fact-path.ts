import type { BusinessFacts } from '#areas/business/rules/facts.ts';

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
  const [fact = '', part] = path.split('.');
  const whole: unknown = Reflect.get(facts, fact);
  const changed =
    part === undefined || typeof whole !== 'object' ? value : { ...whole, [part]: value };
  return { ...facts, [fact]: changed };
}

/** The fact that a path belongs to. */
export function factOf(path: string): keyof BusinessFacts {
  return path.split('.')[0] as keyof BusinessFacts;
}
