import { assetKeyOf, ChatAssetIndex, type FrozenAsset, objectKeys } from '#libs/contracts';

/** What is needed of a storage. */
interface Indexes {
  list(prefix: string): AsyncIterable<{ readonly key: string }>;
  read(key: string): Promise<Buffer>;
}

/**
 * The pictures frozen for a VOD by all of its recorders, each once. An index that cannot be understood is passed over.
 * @throws OutsideError of storage
 */
export async function frozenAssets(storage: Indexes, vodUuid: string): Promise<FrozenAsset[]> {
  const assets = new Map<string, FrozenAsset>();
  for await (const { key } of storage.list(objectKeys.chatAssetIndexes(vodUuid))) {
    for (const asset of assetsOf((await storage.read(key)).toString('utf8')))
      if (!assets.has(assetKeyOf(asset))) assets.set(assetKeyOf(asset), asset);
  }
  return [...assets.values()];
}

function assetsOf(text: string): readonly FrozenAsset[] {
  try {
    return ChatAssetIndex.safeParse(JSON.parse(text)).data?.assets ?? [];
  } catch {
    return [];
  }
}
