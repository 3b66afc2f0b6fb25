import { type Vod } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { stripOf, ticksOf } from '../../components/strip/strip-model.js';
import { Notice } from '../../components/ui/notice.js';
import { clock } from '../../lib/format.js';
import { VodControls } from './vod-controls.js';
import { VodGaps } from './vod-gaps.js';
import { VodParts } from './vod-parts.js';
import { VodPicture } from './vod-picture.js';
import { VodStrip } from './vod-strip.js';
import { VodVideo } from './vod-video.js';
import './vod-details.css';

const TICKS = 7;

/** Everything known about one VOD. `playing`: it stands under the player, which has its own strip and needs no Play. */
export function VodDetails({ vod, playing = false }: { readonly vod: Vod; readonly playing?: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={`vod-details${playing ? ' vod-details-page' : ''}`}>
      {playing && <h2 className="off-screen">{t('vod.details')}</h2>}
      {!playing && <><VodStrip vod={vod} size="big" /><Axis vod={vod} /></>}
      {vod.state_reason !== '' && (vod.state === 'failed' ? <Notice tone="rec" title={t('vod.failed')} text={vod.state_reason} /> : <Notice tone="info" title={vod.state_reason} />)}
      <VodControls vod={vod} playing={playing} />
      <div className="vod-body">
        {!playing && <VodPicture vod={vod} />}
        <div className="vod-cols">
          <VodVideo vod={vod} />
          <VodGaps vod={vod} />
          <VodParts vod={vod} />
        </div>
      </div>
    </div>
  );
}

function Axis({ vod }: { readonly vod: Vod }) {
  const model = stripOf(vod);
  return <div className="strip-axis" aria-hidden="true">{ticksOf(model, TICKS).map((ms) => <span key={ms}>{clock(ms)}</span>)}</div>;
}
