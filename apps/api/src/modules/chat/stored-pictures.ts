import { AssetTable, storedAssets } from '#libs/chat';
import { assetKeyOf, type ChatAssets, type StoredAsset, pathOf, vodChatAsset } from '#libs/contracts';
import { type Storage } from '#libs/storage';

/** The images that all recorders stored for one VOD's chat. */
export class StoredPictures {
  private constructor(
    private readonly vodUuid: string,
    private readonly assets: readonly StoredAsset[],
  ) {}

  /** @throws OutsideError from storage; an index that cannot be parsed is ignored */
  static async read(storage: Storage, vodUuid: string): Promise<StoredPictures> {
    return new StoredPictures(vodUuid, await storedAssets(storage, vodUuid));
  }

  table(): AssetTable<StoredAsset> {
    return new AssetTable(this.assets);
  }

  present(basepath: string): ChatAssets {
    const url = ({ object }: StoredAsset): string =>
      `${basepath}${pathOf(vodChatAsset, { uuid: this.vodUuid, name: object })}`;
    const picture = (a: StoredAsset): { url: string; animated: boolean; width: number; height: number } => ({
      url: url(a),
      animated: a.animated,
      width: a.width,
      height: a.height,
    });
    const of = (kind: StoredAsset['kind']): readonly StoredAsset[] => this.assets.filter((a) => a.kind === kind);
    return {
      emotes: of('emote').map((a) => ({
        key: assetKeyOf(a),
        name: a.name,
        source: a.source,
        zeroWidth: a.zeroWidth,
        ...picture(a),
      })),
      badges: of('badge').map((a) => ({ ...splitId(a.id, 'set', 'version'), title: a.name, url: url(a) })),
      cheers: of('cheer').map((a) => {
        const { prefix, bits } = splitId(a.id, 'prefix', 'bits');
        return { key: assetKeyOf(a), prefix, min_bits: Number(bits), color: a.color, ...picture(a) };
      }),
    };
  }
}

/** Splits `subscriber/12` at the last slash: the second part contains no slash. */
function splitId<A extends string, B extends string>(id: string, first: A, second: B): Record<A | B, string> {
  const at = id.lastIndexOf('/');
  return { [first]: id.slice(0, at), [second]: id.slice(at + 1) } as Record<A | B, string>;
}
