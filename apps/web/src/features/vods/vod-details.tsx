import { type Vod } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { type StripModel, ticksOf } from '../../components/strip/strip-model.js';
import { Notice } from '../../components/ui/notice.js';
import { clock } from '../../lib/format.js';
import { StripLegend } from './strip-legend.js';
import { useStripModel } from './use-strip-model.js';
import { ViewersChart } from './viewers-chart.js';
import { VodBookmarks } from './vod-bookmarks.js';
import { VodChapters } from './vod-chapters.js';
import { VodControls } from './vod-controls.js';
import { VodFailed } from './vod-failed.js';
import { VodGaps } from './vod-gaps.js';
import { VodJobs } from './vod-jobs.js';
import { VodParts } from './vod-parts.js';
import { VodPicture } from './vod-picture.js';
import { VodSegments } from './vod-segments.js';
import { VodSite } from './vod-site.js';
import { VodStrip } from './vod-strip.js';
import { VodVideo } from './vod-video.js';
import './vod-details.css';

const TICKS = 7;

interface DetailsProps {
  readonly vod: Vod;
  /** It stands under the player, which has its own strip and needs no Play. */
  readonly playing?: boolean;
  /** Moves that player, s of the file. */
  readonly onSeek?: (seconds: number) => void;
}

/** Everything known about one VOD. */
export function VodDetails({ vod, playing = false, onSeek }: DetailsProps) {
  const { t } = useTranslation();
  const { model, mediaMs } = useStripModel(vod);
  return (
    <div className={`vod-details${playing ? ' vod-details-page' : ''}`}>
      {playing && <h2 className="off-screen">{t('vod.details')}</h2>}
      {!playing && (
        <>
          <VodStrip vod={vod} size="big" />
          <Axis model={model} />
        </>
      )}
      <StripLegend vod={vod} />
      <Now vod={vod} />
      <VodControls vod={vod} playing={playing} />
      {vod.comment !== undefined && vod.comment !== '' && <p className="vod-comment">{vod.comment}</p>}
      <ViewersChart vod={vod} model={model} onSeek={onSeek} />
      <VodChapters vod={vod} mediaMs={mediaMs} onSeek={onSeek} />
      <div className="vod-body">
        {!playing && <VodPicture vod={vod} />}
        <div className="vod-cols">
          <VodVideo vod={vod} />
          <VodGaps vod={vod} />
          <VodParts vod={vod} />
          <VodSegments vod={vod} />
          <VodBookmarks vod={vod} onSeek={onSeek} />
          <VodSite vod={vod} />
        </div>
      </div>
    </div>
  );
}

/** What is so, and what is being done about it. */
function Now({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  return (
    <>
      {vod.state === 'failed' ? (
        <VodFailed vod={vod} />
      ) : (
        vod.state_reason !== '' && <Notice tone="info" title={vod.state_reason} />
      )}
      {vod.archived_at !== null && <Notice tone="info" title={t('vod.archived')} text={t('vod.archived-text')} />}
      <VodJobs vod={vod} />
    </>
  );
}

function Axis({ model }: { readonly model: StripModel }) {
  return (
    <div className="strip-axis" aria-hidden="true">
      {ticksOf(model, TICKS).map((ms) => (
        <span key={ms}>{clock(ms)}</span>
      ))}
    </div>
  );
}
