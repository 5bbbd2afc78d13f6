// IndexedDB as the row store of the games on this device.
import type { Change, RowStore } from './engine';

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error as Error);
  });

export async function openDatabase(name = 'perron'): Promise<RowStore> {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('rows');
  const database = await resultOf(opening);
  return {
    load: async () => {
      const rows = database.transaction('rows').objectStore('rows');
      const [keys, texts] = await Promise.all([
        resultOf(rows.getAllKeys()),
        resultOf(rows.getAll() as IDBRequest<string[]>),
      ]);
      return keys.map((key, i) => [String(key), texts[i]!]);
    },
    commit: (changes: Change[]) =>
      new Promise((resolve, reject) => {
        const transaction = database.transaction('rows', 'readwrite', { durability: 'strict' }),
          rows = transaction.objectStore('rows');
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error as Error);
        for (const [how, key, text] of changes) {
          if (how === 'delete') rows.delete(key);
          else rows[how](text, key);
        }
      }),
  };
}
