import { type Timeline, TrackGap } from '#libs/contracts';
import { message, type OwnMessage } from '#libs/messages';
import { z } from 'zod';
import { type VodEntity } from '../persistence/entities/vod.entity.js';

const TrackGaps = z.array(TrackGap);

/** Stored in `facts.trackGaps`. */
export const trackGapsIn = ({ facts }: Pick<VodEntity, 'facts'>): TrackGap[] =>
  TrackGaps.safeParse(facts['trackGaps']).data ?? [];

export function setTrackGaps(row: VodEntity, { trackGaps = [] }: Pick<Timeline, 'trackGaps'>): void {
  const { trackGaps: _before, ...facts } = row.facts;
  row.facts = trackGaps.length > 0 ? { ...facts, trackGaps } : facts;
}

export function trackGapText({ kind, number, name, cause }: TrackGap): OwnMessage {
  if (kind === 'video') return message('vod.track-gap.video');
  const track = name === '' ? String(number) : name;
  const isOnly = name === '' && number <= 1;
  switch (cause) {
    case 'damaged':
      return isOnly ? message('vod.track-gap.damaged') : message('vod.track-gap.damaged.track', { track });
    case 'not-recorded':
      return message('vod.track-gap.not-recorded', { track });
    case 'not-sent':
      return isOnly ? message('vod.track-gap.audio') : message('vod.track-gap.audio.track', { track });
  }
}
