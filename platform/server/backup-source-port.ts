/**
 * A passphrase, if there is one, encrypts; otherwise the first identity (`AGE-SECRET-KEY-1…`). Any of them may decrypt.
 */
export type BackupKey = { passphrase: string | null; identities: readonly string[] };

/** What is backed up, and where to. */
export type BackupSource = {
  databaseUrl: string;
  /** Backups are stored in `DATA_DIR/backups`. */
  dataDir: string;
  /** Tables that no backup holds. */
  leftOut: readonly string[];
};
