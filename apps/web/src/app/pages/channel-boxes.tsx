import { useLocation } from 'react-router-dom';
import { useChannels } from '../../api/channel.js';
import { useVod } from '../../api/vod.js';
import { InView } from '../../components/ui/in-view.js';
import { ChannelBox } from '../../features/channels/channel-box.js';
import { VodRow } from '../../features/vods/vod-row.js';

/** Of a channel with a few VODs, px, until it is drawn. */
const BOX = 270;
const VOD_HASH = /^#vod_([0-9a-f-]{36})$/i;

/**
 * Every channel's box. Those near what is seen are drawn and ask for their VODs, so that a thousand cost no more than a
 * dozen.
 */
export function ChannelBoxes() {
  const { channels } = useChannels();
  const { hash, key } = useLocation();
  const wanted = VOD_HASH.exec(hash)?.[1] ?? null;
  const { data: pointed } = useVod(wanted);
  return channels.map((c) => {
    const mine = pointed?.channel_uuid === c.uuid ? pointed : undefined;
    return (
      <InView
        key={c.uuid}
        id={`streamer_${c.uuid}`}
        className="channel-place"
        estimate={BOX}
        always={mine !== undefined}
      >
        <ChannelBox
          channel={c}
          pointed={mine}
          vodOf={(vod) => (
            <VodRow key={vod.uuid === wanted ? vod.uuid + key : vod.uuid} vod={vod} startOpen={vod.uuid === wanted} />
          )}
        />
      </InView>
    );
  });
}
