import { isSiteKind, SITE_NAMES, type Vod } from '#libs/contracts';
import { Link, VolumeX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { checkMute, matchVod } from '../../api/site-vod.js';
import { useIsAdmin } from '../../api/auth.js';
import { useVodAction } from '../../api/vod.js';
import { Button } from '../../components/ui/button.js';
import { DetailRow } from '../../components/ui/detail-row.js';
import { Tag } from '../../components/ui/tag.js';
import { clock, dayTime } from '../../lib/format.js';
import { useLocale } from '../../lib/use-locale.js';
import { useNow } from '../../lib/use-now.js';
import { isRecording, longerAtSite, mutedStateOf, siteStateOf } from './vod-state.js';

const STATE_TONE = {
  'exists': 'live',
  'deleted': 'warn',
  'unchecked': 'plain',
  'unmatched': 'plain',
  'never-saved': 'plain',
} as const;

/** The site's copy of the broadcast: whether it still exists, for how long, and which ranges are muted. */
export function VodSite({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const admin = useIsAdmin();
  if (!isSiteKind(vod.provider_kind)) return null;
  const state = siteStateOf(vod);
  return (
    <section>
      <h3>{t('site-vod.title', { site: SITE_NAMES[vod.provider_kind] })}</h3>
      <dl className="facts">
        <DetailRow name={t('site-vod.state')}>
          <Tag tone={STATE_TONE[state]}>{t(`site-vod.${state}`)}</Tag>
        </DetailRow>
        <SiteRetention vod={vod} />
      </dl>
      {admin && !isRecording(vod) && <SiteDo vod={vod} />}
    </section>
  );
}

function SiteRetention({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow();
  if (vod.twitch_vod_id === undefined) return null;
  const muted = mutedStateOf(vod.twitch_vod_muted);
  const longer = longerAtSite(vod);
  const length = vod.twitch_vod_duration;
  return (
    <>
      <DetailRow name={t('site-vod.video')}>
        {vod.twitch_vod_title ?? ''} <span className="dim mono">{vod.twitch_vod_id}</span>
      </DetailRow>
      {vod.twitch_vod_date !== undefined && (
        <DetailRow name={t('site-vod.made')}>
          <span className="num">{dayTime(vod.twitch_vod_date, locale, now)}</span>
        </DetailRow>
      )}
      {length !== undefined && (
        <DetailRow name={t('site-vod.length')}>
          <span className="num">{clock(length * 1000)}</span>
          {longer !== 0 && (
            <span className="warn num">
              {' '}
              {t(longer > 0 ? 'site-vod.longer' : 'site-vod.shorter', { length: clock(Math.abs(longer) * 1000) })}
            </span>
          )}
        </DetailRow>
      )}
      <DetailRow name={t('site-vod.sound')}>
        <span className={muted === 'muted' ? 'warn' : ''}>{t(`site-vod.${muted}`)}</span>
      </DetailRow>
      <Until vod={vod} />
    </>
  );
}

/** How long the site still stores it. */
function Until({ vod: { site_vod_deleted_at: until, site_vod_at_risk: isNear } }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow();
  if (until === undefined) return null;
  return (
    <DetailRow name={t('site-vod.until')}>
      <span className={`num${isNear ? ' warn' : ''}`}>
        {dayTime(until, locale, now)}
        {isNear && ` ${t('site-vod.at-risk')}`}
      </span>
    </DetailRow>
  );
}

function SiteDo({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const [ranges, setRanges] = useState<readonly { readonly offset: number; readonly duration: number }[]>([]);
  const match = useVodAction(matchVod);
  const mute = useVodAction(async (uuid: string) => {
    const { data } = await checkMute(uuid);
    const state = mutedStateOf(data.muted);
    setRanges(data.ranges);
    toast(t(`site-vod.said-${state}`, { basename: vod.basename }));
    return { message: '' };
  });
  return (
    <>
      {ranges.length > 0 && (
        <p className="warn num">
          {t('site-vod.ranges', {
            ranges: ranges.map((r) => `${clock(r.offset * 1000)}–${clock((r.offset + r.duration) * 1000)}`).join(', '),
          })}
        </p>
      )}
      <div className="button-row">
        <Button
          size="small"
          icon={Link}
          busy={match.busy}
          onClick={() => {
            void match.run(vod.uuid);
          }}
        >
          {t(vod.twitch_vod_id === undefined ? 'site-vod.match' : 'site-vod.match-again')}
        </Button>
        {vod.twitch_vod_id !== undefined && (
          <Button
            size="small"
            icon={VolumeX}
            busy={mute.busy}
            onClick={() => {
              void mute.run(vod.uuid);
            }}
          >
            {t('site-vod.check-mute')}
          </Button>
        )}
      </div>
    </>
  );
}
