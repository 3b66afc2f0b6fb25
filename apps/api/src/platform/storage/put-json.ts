import { type Storage } from '#libs/storage';

/**
 * Writes a value as a JSON object.
 * @param indent for files that people may read
 */
export async function putJson(
  { storage, key }: { readonly storage: Pick<Storage, 'put'>; readonly key: string },
  value: object,
  { indent = 0 }: { readonly indent?: number } = {},
): Promise<void> {
  await storage.put(key, Buffer.from(JSON.stringify(value, null, indent)), { contentType: 'application/json' });
}
