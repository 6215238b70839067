/**
 * Finds statements of migrations after which the release before might no longer work, or that lock a table which grows
 * with every order. What is not known to be safe is found: a reason beside it in the test lets it pass.
 */
export type Migration = { tag: string; statements: string[] };
export type UnsafeStatement = { tag: string; statement: string; why: string };

/** Tables that stay small however many orders there are: building an index takes no time. */
const SMALL_TABLES = new Set([
  'delivery_slots',
  'meals',
  'runs',
  'settings',
  'settings_versions',
  'staff',
  'staff_accounts',
  'staff_links',
  'staff_passkeys',
  'staff_two_factors',
]);

/** What has been added since the window began: the release before does not know it, so it may be changed at will. */
type Added = { tables: Set<string>; columns: Set<string>; lists: Map<string, Set<string>> };

type Rule = {
  matches: RegExp;
  /** Null: safe. */
  judge: (match: RegExpExecArray, added: Added, statement: string) => string | null;
};

/** `before` are the migrations of the release before, for what its lists of values allowed. */
export function findUnsafe(
  before: readonly Migration[],
  migrations: readonly Migration[],
): UnsafeStatement[] {
  const added: Added = { tables: new Set(), columns: new Set(), lists: new Map() };
  for (const { statements } of before)
    for (const statement of statements.map(normalise)) rememberList(statement, added);
  return migrations.flatMap(({ tag, statements }) =>
    statements
      .map(normalise)
      .filter((statement) => statement !== '')
      .flatMap((statement) => {
        const why = judge(statement, added);
        rememberList(statement, added);
        return why === null ? [] : [{ tag, statement, why }];
      }),
  );
}

function judge(statement: string, added: Added): string | null {
  for (const { matches, judge: judgeMatch } of RULES) {
    const match = matches.exec(statement);
    if (match) return judgeMatch(match, added, statement);
  }
  return 'is not known to be safe while the release before serves';
}

const RULES: Rule[] = [
  {
    matches: /^create table (?:if not exists )?(\w+)/,
    judge: ([, table = ''], { tables }) => keep(tables, table),
  },
  { matches: /^comment on /, judge: () => null },
  { matches: /^create (unique )?index (?:if not exists )?\w+ on (\w+)\b(.*)/, judge: judgeIndex },
  {
    matches: /^create trigger \w+ .*? on (\w+) /,
    judge: ([, table = ''], { tables }) =>
      tables.has(table) ? null : `runs at every write of the release before to ${table}`,
  },
  { matches: /^create function (\w+)/, judge: () => null },
  { matches: /^alter table (\w+) add column (\w+) (.*)/, judge: judgeColumn },
  {
    matches: /^alter table (\w+) drop constraint (\w+)/,
    judge: ([, table = '', name = ''], { tables, lists }) =>
      // A list of values comes back longer; whatever does not come back is found below.
      tables.has(table) || lists.has(name)
        ? null
        : `removes ${name}, which the release before may rely on`,
  },
  { matches: /^alter table (\w+) add constraint (\w+) (.*)/, judge: judgeConstraint },
  {
    matches: /^alter table (\w+) /,
    judge: ([, table = ''], { tables }) =>
      tables.has(table) ? null : `changes ${table}, which the release before reads and writes`,
  },
];

function judgeIndex(
  [, unique, table = '', rest = '']: RegExpExecArray,
  added: Added,
): string | null {
  if (added.tables.has(table)) return null;
  const isOnNew = [...rest.matchAll(/\w+/g)].some(([name]) =>
    added.columns.has(`${table}.${name}`),
  );
  if (unique && !isOnNew) return `may refuse what the release before writes to ${table}`;
  return SMALL_TABLES.has(table) ? null : `stops all writes to ${table} while the index is built`;
}

function judgeColumn(
  [, table = '', column = '', rest = '']: RegExpExecArray,
  { tables, columns }: Added,
): string | null {
  columns.add(`${table}.${column}`);
  if (tables.has(table)) return null;
  const hasDefault = / default /.test(` ${rest} `) || / generated .*identity/.test(` ${rest} `);
  if (/ not null/.test(` ${rest}`) && !hasDefault)
    return `refuses every row that the release before writes to ${table}`;
  if (/ default .*(random|clock_timestamp|nextval)|generated always/.test(` ${rest}`))
    return `writes all of ${table} anew while it is locked`;
  return null;
}

function judgeConstraint(
  [, table = '', name = '', rest = '']: RegExpExecArray,
  { tables, columns, lists }: Added,
): string | null {
  if (tables.has(table)) return null;
  const allowed = valuesOf(rest);
  const before = lists.get(name);
  if (before && allowed && [...before].every((value) => allowed.has(value))) return null;
  const own = [...rest.matchAll(/\w+/g)].filter(([word]) => columns.has(`${table}.${word}`));
  const others = [...rest.matchAll(/"?(\w+)"?\."?(\w+)"?/g)].filter(
    ([, of, column]) => of === table && !columns.has(`${table}.${column}`),
  );
  if (own.length > 0 && others.length === 0) return null;
  return `may refuse what the release before writes to ${table}`;
}

function keep(tables: Set<string>, table: string): null {
  tables.add(table);
  return null;
}

/** The values of `check (kind in ('a', 'b'))`, by the constraint's name, inside a new table as well. */
function rememberList(statement: string, { lists }: Added): void {
  for (const [, name = '', rest = ''] of statement.matchAll(
    /constraint (\w+) check \((.*?\))\)/g,
  )) {
    const values = valuesOf(rest);
    if (values) lists.set(name, values);
  }
}

function valuesOf(check: string): Set<string> | null {
  const list = / in \(([^)]*)\)/.exec(check)?.[1];
  return list === undefined
    ? null
    : new Set([...list.matchAll(/'([^']*)'/g)].map(([, value]) => value ?? ''));
}

/** One line in lower case, without comments, quotes of names and the schema. */
function normalise(statement: string): string {
  return statement
    .replaceAll(/--.*$/gm, '')
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\bpublic\./g, '')
    .trim()
    .replace(/^[^']*/, (code) => code.toLowerCase());
}
