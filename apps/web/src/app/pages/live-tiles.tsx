import { useTranslation } from 'react-i18next';
import { useChannels } from '../../api/channel.js';
import { useLiveVods } from '../../api/vod.js';
import { LiveTile } from '../../features/vods/live-tile.js';

/** What is being recorded right now. */
export function LiveTiles() {
  const { t } = useTranslation();
  const { channels } = useChannels();
  const { vods } = useLiveVods();
  const tiles = channels.flatMap((channel) =>
    vods.filter((vod) => vod.channel_uuid === channel.uuid).map((vod) => ({ channel, vod })),
  );
  if (tiles.length === 0) return null;
  return (
    <>
      <h2 className="section">{t('dashboard.now')}</h2>
      <div className="tiles">
        {tiles.map(({ vod, channel }) => (
          <LiveTile key={vod.uuid} vod={vod} channel={channel} />
        ))}
      </div>
    </>
  );
}
