import { expect, test } from 'vitest';
import { backupKeyText } from './backups-card.tsx';

test('the recovery sheet is said to open backups only where its key does', () => {
  expect(backupKeyText('key')).toMatch(/on the recovery sheet: without it nobody can open them/);
  expect(backupKeyText('passphrase')).toMatch(/BACKUP_PASSPHRASE: without it nobody can open them/);
  expect(backupKeyText('passphrase')).not.toMatch(/sheet: without it/);
});
