import { type ChatBadge, EMOTE_SOURCES, type FrozenAsset } from '#libs/contracts';

/** What is needed of a picture to find the messages that use it. */
export type NamedAsset = Pick<FrozenAsset, 'kind' | 'source' | 'id' | 'name' | 'global'>;

/** A word that cheers: `prefix` as typed, and the picture of the tier that its bits reach. */
export interface FoundCheer<A> {
  readonly prefix: string;
  readonly bits: number;
  readonly asset: A;
}

interface Tier<A> {
  readonly minBits: number;
  readonly asset: A;
}

/** The site whose own emotes come by id; the others come by word. */
export const SITE_EMOTES = EMOTE_SOURCES[0];
const CHEER = /^(\D*?\p{L}\D*?)(\d{1,7})$/u;

/**
 * Finds the pictures that messages use (docs/reference/twitch.md#third-party-emotes): words whole and case-sensitive, a
 * channel's own before those of all channels, and of two equals the one that was listed first. Cheermotes by prefix
 * (any case) and the highest tier that the bits reach.
 */
export class AssetTable<A extends NamedAsset> {
  private readonly emotes = new Map<string, A>();
  private readonly words = new Map<string, A>();
  private readonly badges = new Map<string, A>();
  private readonly cheers = new Map<string, Tier<A>[]>();

  constructor(assets: Iterable<A> = []) {
    for (const asset of assets) this.add(asset);
  }

  add(asset: A): void {
    if (asset.kind === 'badge') addUnlessLocal(this.badges, asset.id, asset);
    else if (asset.kind === 'cheer') this.addCheer(asset);
    else if (asset.source === SITE_EMOTES) this.emotes.set(asset.id, asset);
    else addUnlessLocal(this.words, asset.name, asset);
  }

  /** The site's own, by its id. */
  emote(id: string): A | null {
    return this.emotes.get(id) ?? null;
  }

  /** A third-party emote that this word means. */
  word(word: string): A | null {
    return this.words.get(word) ?? null;
  }

  badge({ set, version }: ChatBadge): A | null {
    return this.badges.get(`${set}/${version}`) ?? null;
  }

  /** Only for words of a message that paid bits: else it is a word. */
  cheer(word: string): FoundCheer<A> | null {
    const [, prefix, digits] = CHEER.exec(word) ?? [];
    const bits = Number(digits);
    const tier =
      prefix === undefined || bits === 0
        ? undefined
        : this.cheers.get(prefix.toLowerCase())?.findLast((t) => t.minBits <= bits);
    return prefix === undefined || tier === undefined ? null : { prefix, bits, asset: tier.asset };
  }

  private addCheer(asset: A): void {
    const slash = asset.id.lastIndexOf('/');
    const prefix = asset.id.slice(0, slash).toLowerCase();
    const tiers = this.cheers.get(prefix) ?? [];
    const minBits = Number(asset.id.slice(slash + 1));
    const same = tiers.findIndex((t) => t.minBits === minBits);
    if (same >= 0 && !(tiers[same]?.asset.global === true && !asset.global)) return;
    if (same >= 0) tiers.splice(same, 1);
    tiers.push({ minBits, asset });
    this.cheers.set(
      prefix,
      tiers.sort((a, b) => a.minBits - b.minBits),
    );
  }
}

function addUnlessLocal<A extends NamedAsset>(map: Map<string, A>, key: string, asset: A): void {
  const known = map.get(key);
  if (!known || (known.global && !asset.global)) map.set(key, asset);
}
