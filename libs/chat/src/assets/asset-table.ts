import { type ChatBadge, EMOTE_SOURCES, type StoredAsset } from '#libs/contracts';

/** Properties of a picture that are needed to find the messages that use it. */
export type NamedAsset = Pick<StoredAsset, 'kind' | 'source' | 'id' | 'name' | 'global'>;

/** A cheer: `prefix` as typed, and the picture of the tier for its bits. */
export interface FoundCheer<A> {
  readonly prefix: string;
  readonly bits: number;
  readonly asset: A;
}

interface Tier<A> {
  readonly minBits: number;
  readonly asset: A;
}

/** The site whose emotes are identified by id; other emotes are identified by word. */
export const SITE_EMOTES = EMOTE_SOURCES[0];
const CHEER = /^(\D+)(\d{1,7})$/;

/**
 * Finds the pictures that messages use (docs/reference/twitch.md#third-party-emotes). Words match as a whole and
 * case-sensitively. A channel's own pictures have priority over global ones; of two equal ones the first listed
 * applies. Cheermotes match by prefix (case-insensitively) and use the highest tier that the bits reach.
 */
export class AssetTable<A extends NamedAsset> {
  private readonly emotes = new Map<string, A>();
  private readonly emotesByWord = new Map<string, A>();
  private readonly badges = new Map<string, A>();
  private readonly cheers = new Map<string, Tier<A>[]>();

  constructor(assets: Iterable<A> = []) {
    for (const asset of assets) this.add(asset);
  }

  add(asset: A): void {
    if (asset.kind === 'badge') addUnlessLocal(this.badges, asset.id, asset);
    else if (asset.kind === 'cheer') this.addCheer(asset);
    else if (asset.source === SITE_EMOTES) this.emotes.set(asset.id, asset);
    else addUnlessLocal(this.emotesByWord, asset.name, asset);
  }

  /** The site's own emote with this id. */
  emote(id: string): A | null {
    return this.emotes.get(id) ?? null;
  }

  /** The third-party emote for this word. */
  word(word: string): A | null {
    return this.emotesByWord.get(word) ?? null;
  }

  badge({ set, version }: ChatBadge): A | null {
    return this.badges.get(`${set}/${version}`) ?? null;
  }

  /** The cheer for this word. Call it only for messages with paid bits; in others the word is plain text. */
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
