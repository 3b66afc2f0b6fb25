import { type Storage } from '#libs/storage';

/** Writes a value as an object of JSON. @param indent of what people may want to read */
export async function putJson(
  { storage, key }: { readonly storage: Pick<Storage, 'put'>; readonly key: string },
  value: object,
  { indent = 0 }: { readonly indent?: number } = {},
): Promise<void> {
  await storage.put(key, Buffer.from(JSON.stringify(value, null, indent)), { contentType: 'application/json' });
}
