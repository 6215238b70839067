/** What everyone may know of the sign-in: enough to read a session and to write links. The staff module holds the rest. */
export type SignIn = {
  /** The site's own origin, without a slash at the end. */
  publicUrl: string;
  /** Signs session cookies. */
  secret: string;
  cookieName: string;
};
