import { type Vod } from '#libs/contracts';
import { useTranslation } from 'react-i18next';
import { DetailRow } from '../../components/ui/detail-row.js';
import { siteUrl } from '../../lib/basepath.js';
import { bitrate, bytes, dayTime } from '../../lib/format.js';
import { useNow } from '../../lib/use-now.js';
import { useLocale } from '../../lib/use-locale.js';

/** Details of video and audio, and downloads of the finished files. */
export function VodVideo({ vod }: { readonly vod: Vod }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow();
  const details = [
    [t('video.recorded'), recorded(vod, locale, now)],
    [t('video.picture'), pictureOf(vod, locale)],
    [t('video.sound'), soundOf(vod, locale)],
    [t('video.container'), vod.video_metadata?.container],
    [t('video.name'), vod.basename],
  ] as const;
  return (
    <section>
      <h3>{t('video.title')}</h3>
      <dl className="facts">
        {details
          .filter(([, value]) => value !== undefined && value !== '')
          .map(([name, value]) => (
            <DetailRow key={name} name={name}>
              {value}
            </DetailRow>
          ))}
        <DetailRow name={t('video.files')}>
          {vod.files.length === 0 ? (
            <span className="muted">{t('video.no-files')}</span>
          ) : (
            <ul className="vod-files">
              {vod.files
                .flatMap((file) => [file, ...(file.subtitles ?? [])])
                .map((f) => (
                  <li key={f.basename}>
                    <a className="text-link mono" href={siteUrl(f.url)} download={f.basename}>
                      {f.basename}
                    </a>{' '}
                    <span className="dim num">{bytes(f.size, locale)}</span>
                  </li>
                ))}
            </ul>
          )}
        </DetailRow>
      </dl>
    </section>
  );
}

function recorded(vod: Vod, locale: string, now: number): string {
  const from = dayTime(vod.started_at, locale, now);
  return vod.ended_at === undefined ? from : `${from} – ${dayTime(vod.ended_at, locale, now)}`;
}

function pictureOf({ video_metadata: m, stream_resolution }: Vod, locale: string): string {
  if (m === undefined) return stream_resolution ?? '';
  const parts = [
    m.width !== undefined && m.height !== undefined ? `${m.width}×${m.height}` : '',
    m.fps === undefined ? '' : `${Math.round(m.fps * 100) / 100} fps ${m.fps_mode ?? ''}`.trim(),
    m.video_codec ?? '',
    m.video_bitrate === undefined ? '' : bitrate(m.video_bitrate, locale),
  ];
  return parts.filter((p) => p !== '').join(', ');
}

function soundOf({ video_metadata: m }: Vod, locale: string): string {
  if (m?.audio_codec === undefined) return '';
  const parts = [
    m.audio_codec,
    m.audio_bitrate === undefined ? '' : bitrate(m.audio_bitrate, locale),
    m.audio_sample_rate === undefined ? '' : `${m.audio_sample_rate / 1000} kHz`,
    m.audio_channels === undefined ? '' : `${m.audio_channels} ch`,
  ];
  return parts.filter((p) => p !== '').join(', ');
}
