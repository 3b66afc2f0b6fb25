import { type SubtitlesView, type Vod } from '#libs/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '../../components/ui/select.js';
import { siteUrl } from '../../lib/basepath.js';

/** The subtitles of a VOD. Only those of a single file have the times of the whole VOD. */
export const subtitlesOf = ({ files }: Pick<Vod, 'files'>): readonly SubtitlesView[] =>
  files.length === 1 ? (files[0]?.subtitles ?? []) : [];

const nameOf = ({ name, language, basename }: SubtitlesView): string => name || language || basename;

/** Text tracks of a `<video>`; the browser loads one when it is shown. */
export function SubtitlesTracks({ subtitles }: { readonly subtitles: readonly SubtitlesView[] }) {
  return subtitles.map((one) => (
    <track key={one.basename} kind="subtitles" src={siteUrl(one.url)} srcLang={one.language} label={nameOf(one)} />
  ));
}

const OFF = '';

/** Chooses which text track is shown. */
export function SubtitlesSelect({
  subtitles,
  video,
}: {
  readonly subtitles: readonly SubtitlesView[];
  readonly video: HTMLVideoElement;
}) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(OFF);
  if (subtitles.length === 0) return null;
  return (
    <Select
      compact
      label={t('player.subtitles')}
      value={shown}
      options={[
        { value: OFF, label: t('player.subtitles-off') },
        ...subtitles.map((one) => ({ value: one.basename, label: nameOf(one) })),
      ]}
      onChange={(basename) => {
        setShown(basename);
        // hls.js may add text tracks of its own, so the track elements identify ours.
        for (const [i, { track }] of [...video.querySelectorAll('track')].entries())
          track.mode = subtitles[i]?.basename === basename ? 'showing' : 'disabled';
      }}
    />
  );
}
