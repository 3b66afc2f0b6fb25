import { withFaults } from '../answer-fault.js';
import { allThirdParty, type ThirdPartyEmote, type ThirdPartySite } from '../emotes/third-party-emotes.js';
import type { SitePorts } from '../site-ports.js';
import type { Site } from '../site.js';
import { thirdPartyPicture } from './emote-picture.js';
import type { PictureBytes, PictureFormat } from './picture.js';
import { drawn, sendPicture } from './send-picture.js';

/** A requested emote image, with its size and format. */
interface EmoteRequest {
  readonly site: ThirdPartySite;
  readonly id: string;
  readonly scale: number;
  /** null: the emote's own format */
  readonly format: PictureFormat | null;
  readonly still: boolean;
  /** 404 unless the emote is animated */
  readonly mustMove: boolean;
}

const formatOf = (extension: string | undefined): PictureFormat | null =>
  extension === 'png' || extension === 'gif' || extension === 'webp' || extension === 'avif' ? extension : null;

/** `/emote/<id>/3x[.webp]`, and FFZ's images: `/frankerfacez_emote/<id>/[animated/]4`. */
function bttv(pathname: string): EmoteRequest | null {
  const own = /^\/emote\/([0-9a-f]{24})\/([123])x(?:\.(webp|png|gif))?$/.exec(pathname);
  if (own)
    return {
      site: 'bttv',
      id: own[1] ?? '',
      scale: Number(own[2]),
      format: formatOf(own[3]),
      still: own[3] === 'png',
      mustMove: false,
    };
  return pathname.startsWith('/frankerfacez_emote/') ? ffz(pathname.replace('/frankerfacez_emote/', '/emote/')) : null;
}

/** `/emote/<id>/[animated/]4[.webp|.gif]`: a still image without `animated`. */
function ffz(pathname: string): EmoteRequest | null {
  const found = /^\/emote\/(\d+)\/(animated\/)?([124])(?:\.(webp|png|gif))?$/.exec(pathname);
  if (!found) return null;
  const moves = found[2] !== undefined;
  return {
    site: 'ffz',
    id: found[1] ?? '',
    scale: Number(found[3]),
    format: formatOf(found[4]) ?? (moves ? 'webp' : 'png'),
    still: !moves,
    mustMove: moves,
  };
}

/** `/emote/<id>/2x[_static].webp`. */
function sevenTv(pathname: string): EmoteRequest | null {
  const found = /^\/emote\/(\w{24,26})\/([1234])x(_static)?\.(webp|avif|gif|png)$/.exec(pathname);
  return (
    found && {
      site: '7tv',
      id: found[1] ?? '',
      scale: Number(found[2]),
      format: formatOf(found[4]),
      still: found[3] !== undefined,
      mustMove: false,
    }
  );
}

function picture(
  { site, id, scale, format, still, mustMove }: EmoteRequest,
  emotes: ReadonlyMap<string, ThirdPartyEmote>,
): Promise<PictureBytes> | null {
  const emote = emotes.get(id);
  if (!emote?.scales.includes(scale) || (mustMove && !emote.animated)) return null;
  const as = format ?? emote.imageType;
  return drawn(`${site} ${id} ${String(scale)} ${as} ${String(still)}`, () =>
    thirdPartyPicture(emote, scale, { format: as, still }),
  );
}

/**
 * cdn.betterttv.net, cdn.frankerfacez.com and cdn.7tv.app (docs/reference/twitch.md#third-party-emotes). An image that
 * no list names returns 404.
 */
export function emoteCdnSites({ world, faults }: SitePorts): readonly Site[] {
  const emotes: Readonly<Record<ThirdPartySite, ReadonlyMap<string, ThirdPartyEmote>>> = {
    'bttv': byId('bttv'),
    'ffz': byId('ffz'),
    '7tv': byId('7tv'),
  };
  function byId(site: ThirdPartySite): ReadonlyMap<string, ThirdPartyEmote> {
    return new Map(allThirdParty(world.channels, site).map((emote) => [emote.id, emote]));
  }
  const site = (host: string, read: (pathname: string) => EmoteRequest | null): Site => ({
    hosts: [host],
    handle: withFaults(faults, 'images', async (exchange) => {
      const request = read(exchange.url.pathname);
      sendPicture(exchange, request && (await picture(request, emotes[request.site])));
    }),
  });
  return [site('cdn.betterttv.net', bttv), site('cdn.frankerfacez.com', ffz), site('cdn.7tv.app', sevenTv)];
}
