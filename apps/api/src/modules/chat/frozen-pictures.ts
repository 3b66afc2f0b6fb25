import { AssetTable, frozenAssets } from '#libs/chat';
import { assetKeyOf, type ChatAssets, type FrozenAsset, pathOf, vodChatAsset } from '#libs/contracts';
import { type Storage } from '#libs/storage';

/** The pictures frozen with one VOD, of all recorders that froze any. */
export class FrozenPictures {
  private constructor(
    private readonly vodUuid: string,
    private readonly assets: readonly FrozenAsset[],
  ) {}

  /** @throws OutsideError of storage; an index that cannot be understood is passed over */
  static async read(storage: Storage, vodUuid: string): Promise<FrozenPictures> {
    return new FrozenPictures(vodUuid, await frozenAssets(storage, vodUuid));
  }

  table(): AssetTable<FrozenAsset> {
    return new AssetTable(this.assets);
  }

  present(basepath: string): ChatAssets {
    const url = ({ object }: FrozenAsset): string =>
      `${basepath}${pathOf(vodChatAsset, { uuid: this.vodUuid, name: object })}`;
    const picture = (a: FrozenAsset): { url: string; animated: boolean; width: number; height: number } => ({
      url: url(a),
      animated: a.animated,
      width: a.width,
      height: a.height,
    });
    const of = (kind: FrozenAsset['kind']): readonly FrozenAsset[] => this.assets.filter((a) => a.kind === kind);
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

/** `subscriber/12`: the last part may hold no slash. */
function splitId<A extends string, B extends string>(id: string, first: A, second: B): Record<A | B, string> {
  const at = id.lastIndexOf('/');
  return { [first]: id.slice(0, at), [second]: id.slice(at + 1) } as Record<A | B, string>;
}
