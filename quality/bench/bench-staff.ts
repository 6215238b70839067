import type { BenchApp } from './bench-app.ts';

const account = { email: 'chef@example.com', password: 'mangoes by the bay at dawn' };

/** Makes apps started from now on create a member of staff. */
export function createStaffAccount(): void {
  process.env['STAFF_EMAIL'] = account.email;
  process.env['STAFF_PASSWORD'] = account.password;
}

/** The cookies of that member of staff, or of one with the same password, as a header. */
export async function signIn({ url }: BenchApp, email = account.email): Promise<string> {
  const reply = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, email }),
  });
  if (!reply.ok) throw new Error(`signing in was refused: ${await reply.text()}`);
  const cookies = reply.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return cookies.join('; ');
}
