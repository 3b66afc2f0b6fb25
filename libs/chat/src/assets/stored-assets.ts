import { assetKeyOf, ChatAssetIndex, type StoredAsset, objectKeys } from '#libs/contracts';

/** The storage methods that this module needs. */
interface Indexes {
  list(prefix: string): AsyncIterable<{ readonly key: string }>;
  read(key: string): Promise<Buffer>;
}

/**
 * The pictures stored for a VOD by all of its recorders, each once. Ignores an invalid index.
 * @throws OutsideError of storage
 */
export async function storedAssets(storage: Indexes, vodUuid: string): Promise<StoredAsset[]> {
  const assets = new Map<string, StoredAsset>();
  for await (const { key } of storage.list(objectKeys.chatAssetIndexes(vodUuid))) {
    for (const asset of assetsOf((await storage.read(key)).toString('utf8')))
      if (!assets.has(assetKeyOf(asset))) assets.set(assetKeyOf(asset), asset);
  }
  return [...assets.values()];
}

function assetsOf(text: string): readonly StoredAsset[] {
  try {
    return ChatAssetIndex.safeParse(JSON.parse(text)).data?.assets ?? [];
  } catch {
    return [];
  }
}
