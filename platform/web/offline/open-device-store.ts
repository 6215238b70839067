import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** What is written so is on the disk, not on its way to it, when `tx.done` says so. */
export const STRICT = { durability: 'strict' } as const;

type Store<Schema extends DBSchema> = {
  /**
   * Does what needs the database; a second time on a fresh connection when that fails, because phones cut connections of
   * pages that they suspend. Work must bear being done twice. Throws what the second attempt throws.
   */
  withDatabase: <T>(work: (db: IDBPDatabase<Schema>) => Promise<T>) => Promise<T>;
};

/** A database of the browser, opened when it is first needed. */
export function openDeviceStore<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: (db: IDBPDatabase<Schema>) => void,
): Store<Schema> {
  let connection: Promise<IDBPDatabase<Schema>> | null = null;

  function open(): Promise<IDBPDatabase<Schema>> {
    connection ??= openDB<Schema>(name, version, {
      upgrade,
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
      terminated: () => {
        connection = null;
      },
    });
    return connection;
  }

  async function close(): Promise<void> {
    const before = connection;
    connection = null;
    try {
      (await before)?.close();
    } catch {
      // It never opened.
    }
  }

  return {
    async withDatabase(work) {
      try {
        return await work(await open());
      } catch {
        await close();
        return work(await open());
      }
    },
  };
}
