/** `identity`: the secret key of a key file, `AGE-SECRET-KEY-1…`. */
export type BackupKey = { passphrase: string } | { identity: string };

/** What is backed up, and where to. */
export type BackupSource = {
  databaseUrl: string;
  /** Backups are stored in `DATA_DIR/backups`. */
  dataDir: string;
  /** Tables that no backup holds. */
  leftOut: readonly string[];
  /** Without one, backups are not encrypted. */
  key?: BackupKey | null;
};
