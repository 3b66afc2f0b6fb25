import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { CutMedia } from '../media/cut-source.js';
import { SMALL_MEDIA } from '../media/media-spec.js';
import type { ChannelSpec } from '../scenario.js';
import { smallChannel } from '../scenarios/small-channel.js';
import { LiveChannel } from './live-channel.js';
import { mediaPlaylist } from './playlists.js';
import { Rendition } from './rendition.js';

const media: CutMedia = {
  spec: SMALL_MEDIA,
  cut: { container: 'ts', segmentS: 2 },
  segments: Array.from({ length: 120 }, () => ({ file: '', bytes: 1000 })),
  init: null,
  framesPerSegment: 60,
};

function liveChannel(more: Partial<ChannelSpec> = {}): LiveChannel {
  const channel = new LiveChannel(smallChannel('c', { window: 3, programDateTime: false, ...more }), [
    new Rendition('source', media),
  ]);
  channel.act({ do: 'start' });
  return channel;
}

const seqs = (channel: LiveChannel): number[] => channel.window.listed.map(({ seq }) => seq);

function playlistOf(channel: LiveChannel): string {
  return mediaPlaylist({
    spec: channel.spec,
    listed: channel.window.listed,
    mediaSequence: channel.window.listed[0]?.seq ?? 0,
    discontinuitySequence: channel.window.discontinuitySequence,
    ended: channel.state === 'ended',
    prefix: '',
    rendition: 'source',
    initBytes: 0,
    bytesOf: () => 1000,
  });
}

describe('a live channel', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: 1_000_000 });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('adds a segment each two seconds and keeps the list at its size', () => {
    const channel = liveChannel();
    expect(seqs(channel)).toEqual([0]);
    jest.advanceTimersByTime(8000);
    expect(seqs(channel)).toEqual([2, 3, 4]);
    expect(channel.offered.map(({ firstFrame }) => firstFrame)).toEqual([0, 60, 120, 180, 240]);
  });

  it('keeps a removed segment for its length and that of the list', () => {
    const channel = liveChannel();
    jest.advanceTimersByTime(6000);
    expect(channel.fetchable(0)).toBeDefined();
    jest.advanceTimersByTime(8000);
    expect(channel.fetchable(0)).toBeUndefined();
  });

  it('marks a discontinuity, and counts it once it has left the list', () => {
    const channel = liveChannel();
    channel.act({ do: 'discontinuity' });
    jest.advanceTimersByTime(2000);
    expect(playlistOf(channel)).toContain('0.ts\n#EXT-X-DISCONTINUITY\n#EXTINF:2.000,\n1.ts');
    jest.advanceTimersByTime(6000);
    expect(playlistOf(channel)).toContain('#EXT-X-MEDIA-SEQUENCE:2\n#EXT-X-DISCONTINUITY-SEQUENCE:1\n');
  });

  it('begins at 0 again after a reset, with the frames that follow', () => {
    const channel = liveChannel();
    jest.advanceTimersByTime(4000);
    channel.act({ do: 'drop', answer: '404' });
    jest.advanceTimersByTime(10_000);
    expect(channel.offered).toHaveLength(3);
    channel.act({ do: 'resume', sequence: 'reset' });
    expect(channel.window.listed).toMatchObject([
      { seq: 0, epoch: 1, firstFrame: 180, discontinuity: true, shiftS: -6 },
    ]);
  });

  it('ends with ENDLIST, or is gone', () => {
    const channel = liveChannel();
    channel.act({ do: 'end', how: 'endlist' });
    expect(playlistOf(channel)).toMatch(/#EXT-X-ENDLIST\n$/);
    channel.act({ do: 'end', how: 'vanish' });
    expect(channel.state).toBe('offline');
    expect(channel.window.listed).toEqual([]);
  });

  it('counts how long a segment could be had, and not while the lists fail', () => {
    const channel = liveChannel({ window: 2 });
    jest.advanceTimersByTime(1000);
    channel.act({ do: 'fault', on: 'playlist', mode: '500', forMs: 2000 });
    jest.advanceTimersByTime(4000);
    channel.countReach();
    expect(channel.offered.map(({ reachableMs }) => reachableMs)).toEqual([2000, 2000, 1000]);
  });

  it('knows which segments nobody can have', () => {
    const channel = liveChannel();
    channel.act({ do: 'fault', on: 'segment', mode: '404', fromSeq: 1, toSeq: 1 });
    channel.act({ do: 'gap', segments: 1 });
    jest.advanceTimersByTime(4000);
    expect(channel.offered.map(({ withheld }) => withheld)).toEqual([false, true, false]);
    expect(playlistOf(channel)).toContain('#EXT-X-GAP\n#EXTINF:2.000,\n1.ts');
  });
});
