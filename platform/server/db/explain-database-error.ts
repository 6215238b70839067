import { formatServers, listServerUrls } from './database-servers.ts';

const BY_CODE: Record<string, (target: Target) => string> = {
  ECONNREFUSED: ({ server }) => `nothing answers at ${server}. Start PostgreSQL there`,
  ENOTFOUND: ({ server }) => `there is no machine ${server}. Check the name`,
  EAI_AGAIN: ({ server }) =>
    `the name ${server} cannot be looked up. Check the name and the network`,
  ETIMEDOUT: ({ server }) => `${server} does not respond. Check the network and its firewall`,
  ECONNRESET: ({ server }) =>
    `${server} closed the connection. Check that PostgreSQL answers there`,
  '3D000': ({ name }) => `the database "${name}" does not exist. Create it with: createdb ${name}`,
  '25006': ({ server }) =>
    `none of ${server} accepts writes. Promote a standby, or wait until it is done`,
  '28P01': ({ user }) => `the password of "${user}" is wrong. Correct it`,
  '28000': ({ user }) => `"${user}" may not sign in. Create that role, or allow it in pg_hba.conf`,
};

type Target = { server: string; name: string; user: string };

/** A failed connection as one line that names `DATABASE_URL` and says what to do, without the password. */
export function explainDatabaseError(error: unknown, databaseUrl: string): Error {
  const code = codeOf(error);
  const explain = BY_CODE[code ?? ''];
  if (!explain) return error instanceof Error ? error : new Error(String(error));
  const [first = databaseUrl] = listServerUrls(databaseUrl);
  const { pathname, username } = new URL(first);
  const target = {
    server: formatServers(databaseUrl),
    name: pathname.slice(1),
    user: decodeURIComponent(username),
  };
  return new Error(`DATABASE_URL: ${explain(target)}, or correct DATABASE_URL.`, { cause: error });
}

/** Of several addresses of one name, the first one's. */
function codeOf(error: unknown): string | undefined {
  const [first = error] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  const { code } = (first ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
