import { assetKeyOf, ChatAssetIndex, type FrozenAsset } from '#libs/contracts';

/** The pictures frozen for a VOD by all of its recorders, each once. An index that cannot be understood is passed over. @param texts of the indexes */
export function joinIndexes(texts: readonly string[]): FrozenAsset[] {
  const assets = new Map<string, FrozenAsset>();
  for (const text of texts) {
    for (const asset of read(text)) if (!assets.has(assetKeyOf(asset))) assets.set(assetKeyOf(asset), asset);
  }
  return [...assets.values()];
}

function read(text: string): readonly FrozenAsset[] {
  try { return ChatAssetIndex.safeParse(JSON.parse(text)).data?.assets ?? []; } catch { return []; }
}
