import { type Vod } from '#libs/contracts';
import { type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Strip } from '../../components/strip/strip.js';
import { mediaToWall, stripOf, wallToMedia } from '../../components/strip/strip-model.js';
import { chapterSpans } from '../../components/strip/strip-story.js';
import { clock } from '../../lib/format.js';

interface Props {
  readonly vod: Vod;
  readonly time: number;
  readonly duration: number;
  /** Wall clock of the first frame, where the playlist tells it. */
  readonly startAt: number | null;
  readonly onSeek: (seconds: number) => void;
}

/** The strip as a seek bar: gaps are where they were, a click lands in the media. Keys are the player's own. */
export function SeekStrip({ vod, time, duration, startAt, onSeek }: Props) {
  const { t } = useTranslation();
  const [hover, setHover] = useState<number | null>(null);
  // As long as the player says, which knows the newest segment before the server's next report does.
  const model = stripOf({ ...vod, media_ms: duration > 0 ? duration * 1000 : vod.media_ms }, { startAt });
  const shareAt = (e: PointerEvent<HTMLDivElement>): number => {
    const box = e.currentTarget.getBoundingClientRect();
    return Math.min(1, Math.max(0, (e.clientX - box.left) / box.width));
  };
  const mediaAt = (share: number): number => wallToMedia(model, model.start + share * (model.end - model.start)) / 1000;
  return (
    <div
      className="seek"
      role="slider"
      tabIndex={0}
      aria-label={t('player.position')}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(time)}
      aria-valuetext={t('player.position-of', { time: clock(time * 1000), length: clock(duration * 1000) })}
      onPointerDown={(e) => {
        e.currentTarget.setPointerCapture(e.pointerId);
        onSeek(mediaAt(shareAt(e)));
      }}
      onPointerMove={(e) => {
        const share = shareAt(e);
        setHover(share);
        if (e.buttons === 1) onSeek(mediaAt(share));
      }}
      onPointerLeave={() => {
        setHover(null);
      }}
    >
      <Strip
        model={model}
        size="seek"
        chapters={chapterSpans(model, vod.chapters)}
        label={t('player.timeline')}
        playhead={mediaToWall(model, time * 1000)}
      />
      {hover !== null && (
        <span className="seek-tip num" style={{ '--share': `${hover * 100}%` }}>
          {clock(mediaAt(hover) * 1000)}
        </span>
      )}
    </div>
  );
}
