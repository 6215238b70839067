/** The embedded database cannot run; the message is one line that tells the operator why. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

/** Rethrows a file system error under DATA_DIR as one line that names the folder. */
export function explainFileError(error: unknown, folder: string): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    throw new EmbeddedPostgresError(
      `DATA_DIR ${folder} is not writable or belongs to another user. Start as its owner, or choose another DATA_DIR.`,
    );
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    throw new EmbeddedPostgresError(
      `The disk with DATA_DIR ${folder} is full. Free some space and start again.`,
    );
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    throw new EmbeddedPostgresError(`DATA_DIR ${folder} is not a folder.`);
  }
  throw error;
}
