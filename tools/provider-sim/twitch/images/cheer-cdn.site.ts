import { withFaults } from '../answer-fault.js';
import { channelCheermotes, CHEER_HOST, GLOBAL_CHEERMOTES, type Cheermote } from '../emotes/cheer-data.js';
import type { SitePorts } from '../site-ports.js';
import type { Site } from '../site.js';
import { drawCheer } from './draw-emote.js';
import { DELAYS, movingPicture, stillPicture, type PictureBytes } from './picture.js';
import { drawn, sendPicture } from './send-picture.js';

const CHEER_PX = 28;
const ADDRESS =
  /^\/(?:actions|partner-actions\/\d+\/[0-9a-f-]{36})\/(\w+)\/(?:dark|light)\/(?:animated|static)\/(\d+)\/(1|1\.5|2|3|4)\.(gif|png)$/;

function picture(pathname: string, cheermotes: readonly Cheermote[]): Promise<PictureBytes> | null {
  const [, prefix = '', bits = '', scale = '', extension = ''] = ADDRESS.exec(pathname) ?? [];
  const tier = cheermotes
    .find((one) => one.prefix.toLowerCase() === prefix)
    ?.tiers.find((one) => String(one.bits) === bits);
  const animated = pathname.includes('/animated/');
  if (!tier || animated !== (extension === 'gif')) return null;
  const side = Math.round(CHEER_PX * Number(scale));
  const drawing = drawCheer(prefix, { ...tier, animated });
  return drawn(`cheer ${pathname}`, () =>
    animated
      ? movingPicture(drawing, { width: side, height: side }, { format: 'gif', delays: DELAYS.even })
      : stillPicture(drawing, { width: side, height: side }, 'png'),
  );
}

/** Images of cheermotes (docs/reference/twitch.md#chat-pictures). */
export function cheerCdnSite({ world, faults }: SitePorts): Site {
  const cheermotes = [...GLOBAL_CHEERMOTES, ...world.channels.flatMap(channelCheermotes)];
  return {
    hosts: [CHEER_HOST],
    handle: withFaults(faults, 'images', async (exchange) => {
      sendPicture(exchange, await picture(exchange.url.pathname, cheermotes));
    }),
  };
}
