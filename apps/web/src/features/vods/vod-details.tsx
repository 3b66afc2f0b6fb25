import { type Vod } from '#libs/contracts';
import { Trash2, Wrench } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsAdmin } from '../../api/auth.js';
import { fixIssues, useVodAction } from '../../api/vod.js';
import { type StripModel, ticksOf } from '../../components/strip/strip-model.js';
import { categoriesOf } from '../../components/strip/strip-chapters.js';
import { Button } from '../../components/ui/button.js';
import { Notice } from '../../components/ui/notice.js';
import { siteUrl } from '../../lib/basepath.js';
import { clock, seconds } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';
import { DeleteVodDialog } from './delete-vod.js';
import { useStripModel, VodStrip } from './vod-strip.js';
import { ViewersChart } from './viewers-chart.js';
import { VodBookmarks } from './vod-bookmarks.js';
import { VodChapters } from './vod-chapters.js';
import { VodControls } from './vod-controls.js';
import { VodGaps, VodParts } from './vod-parts.js';
import { VodRepair } from './vod-repair.js';
import { VodJobs } from './vod-jobs.js';
import { VodFiles } from './vod-files.js';
import { VodSite } from './vod-site.js';
import { VodStages } from './vod-stages.js';
import { VodVideo } from './vod-video.js';
import './vod-details.css';

const TICKS = 7;
/** Damaged files that are named. */
const DAMAGED_SHOWN = 10;

interface DetailsProps {
  readonly vod: Vod;
  /** True below the player, which has its own strip and needs no Play button. */
  readonly playing?: boolean;
  /** Seeks that player to a second of the file. */
  readonly onSeek?: (seconds: number) => void;
}

/** All data about one VOD. */
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
          <VodRepair vod={vod} />
          <VodParts vod={vod} />
          <VodFiles vod={vod} />
          <VodBookmarks vod={vod} onSeek={onSeek} />
          <VodSite vod={vod} />
          <VodStages vod={vod} />
        </div>
      </div>
    </div>
  );
}

/** The VOD's state and its running jobs. */
function Now({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  return (
    <>
      {vod.state === 'failed' ? (
        <VodFailed vod={vod} />
      ) : (
        vod.state_reason !== '' && <Notice tone="info" title={vod.state_reason} />
      )}
      {vod.damaged !== undefined && (
        <Notice
          tone="rec"
          title={t('vod.damaged', { count: vod.damaged.length })}
          text={vod.damaged
            .slice(0, DAMAGED_SHOWN)
            .map(({ name, text }) => `${name}: ${text}.`)
            .join(' ')}
        />
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

/** A failed VOD: the reason, and the two possible actions. */
function VodFailed({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const admin = useIsAdmin();
  const [deleting, setDeleting] = useState(false);
  const fix = useVodAction(fixIssues);
  return (
    <Notice tone="rec" title={t('vod.failed')} text={vod.state_reason}>
      {admin && (
        <>
          <Button
            size="small"
            icon={Wrench}
            busy={fix.busy}
            onClick={() => {
              void fix.run(vod.uuid);
            }}
          >
            {t('vod.fix')}
          </Button>
          <Button
            size="small"
            tone="ghost"
            className="btn-delete"
            icon={Trash2}
            disabled={vod.prevent_deletion}
            onClick={() => {
              setDeleting(true);
            }}
          >
            {t('common.delete')}
          </Button>
          {deleting && (
            <DeleteVodDialog
              vod={vod}
              onClose={() => {
                setDeleting(false);
              }}
            />
          )}
        </>
      )}
    </Notice>
  );
}

/** The legend of the strip's colours; nothing if it has none. */
function StripLegend({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const categories = categoriesOf(vod.chapters);
  if (categories.length === 0 && vod.ad_ms === 0 && vod.missing_ms === 0) return null;
  return (
    <ul className="strip-legend">
      {categories.map(({ name, hue }) => (
        <li key={name}>
          <span className="swatch" style={{ '--hue': hue }} aria-hidden="true" />
          <span className="cut">{name}</span>
        </li>
      ))}
      {vod.ad_ms > 0 && (
        <li>
          <span className="swatch swatch-ad" aria-hidden="true" />
          {t('strip.ads', { length: seconds(vod.ad_ms, locale) })}
        </li>
      )}
      {vod.missing_ms > 0 && (
        <li>
          <span className="swatch swatch-gap" aria-hidden="true" />
          {t('vod.tag.missing', { length: seconds(vod.missing_ms, locale) })}
        </li>
      )}
    </ul>
  );
}

/** An image from the VOD, if there is one. */
function VodPicture({ vod }: { readonly vod: Vod }) {
  const [broken, setBroken] = useState(false);
  if (vod.thumbnail_url === null || broken) return null;
  return (
    <div className="vod-picture">
      <img
        src={siteUrl(vod.thumbnail_url)}
        alt=""
        loading="lazy"
        width={320}
        height={180}
        onError={() => {
          setBroken(true);
        }}
      />
    </div>
  );
}
