import { describe, expect, it } from '@jest/globals';
import { chooseRendition, type Rendition } from './choose-rendition.js';

const r = (name: string, height: number | null, more: Partial<Rendition> = {}): Rendition => ({
  name,
  height,
  width: height === null ? null : Math.round((height * 16) / 9),
  fps: 30,
  bandwidth: (height ?? 100) * 1000,
  audioOnly: height === null,
  separateAudio: false,
  source: false,
  ...more,
});
const LADDER = [
  r('720p60', 720, { fps: 60 }),
  r('480p', 480),
  r('720p', 720),
  r('160p', 160),
  r('audio_only', null),
  r('1080p60', 1080, { fps: 59.94, source: true }),
];

describe('chooseRendition', () => {
  it.each<[wanted: string, chosen: string]>([
    ['', '1080p60'],
    ['best', '1080p60'],
    ['worst', '160p'],
    ['audio_only', 'audio_only'],
    ['720p', '720p60'],
    ['720p30', '720p'],
    ['1080p60 best', '1080p60'],
    ['1440p 480p best', '480p'],
    ['900p best', '1080p60'],
    ['1080P', '1080p60'],
  ])('chooses for "%s" %s', (wanted, chosen) => {
    expect(
      chooseRendition(LADDER, { qualities: wanted.split(' ').filter((w) => w !== ''), nearestBelow: false }),
    ).toMatchObject({ chosen: { name: chosen } });
  });

  it('refuses if no listed quality is offered, and names the offered ones', () => {
    const choice = chooseRendition(LADDER, { qualities: ['1440p', '900p'], nearestBelow: false });
    expect(choice).toMatchObject({
      refused: {
        english:
          'The stream offers none of the qualities 1440p, 900p. It offers 1080p60, 720p60, 720p, 480p, 160p, audio_only.',
      },
    });
  });

  it.each([
    ['900p', '720p60'],
    ['720p60', '720p60'],
    ['480p60', '480p'],
    ['1440p', '1080p60'],
  ])('takes the nearest rendition below %s if that is allowed', (wanted, chosen) => {
    expect(chooseRendition(LADDER, { qualities: [wanted], nearestBelow: true })).toMatchObject({
      chosen: { name: chosen },
    });
  });

  it('never chooses above the request, even if the nearest is allowed', () => {
    expect(chooseRendition([r('1080p', 1080)], { qualities: ['720p'], nearestBelow: true })).toHaveProperty('refused');
  });

  it("prefers the broadcaster's own picture over a portrait copy with as many pixels", () => {
    const portrait = r('1080p60-portrait', 1920, { width: 1080, fps: 60, bandwidth: 9e6 });
    expect(chooseRendition([portrait, ...LADDER], { qualities: ['best'], nearestBelow: false })).toMatchObject({
      chosen: { name: '1080p60' },
    });
  });

  it('prefers a rendition with audio to a higher one without, where no other can be used', () => {
    const offered = [r('1080p', 1080, { separateAudio: true }), r('720p', 720)];
    const best = { qualities: ['best'], nearestBelow: false };
    expect(chooseRendition(offered, { ...best, withSoundOnly: true })).toMatchObject({ chosen: { name: '720p' } });
    expect(chooseRendition(offered, best)).toMatchObject({ chosen: { name: '1080p' } });
  });

  it('gives separate audio as the reason', () => {
    const choice = chooseRendition([r('1080p', 1080, { separateAudio: true })], {
      qualities: ['best'],
      nearestBelow: false,
      withSoundOnly: true,
    });
    expect(choice).toMatchObject({ refused: { english: expect.stringContaining('separate rendition') } });
  });

  it('chooses the audio of an audio-only stream for best', () => {
    expect(chooseRendition([r('audio_only', null)], { qualities: ['best'], nearestBelow: false })).toMatchObject({
      chosen: { name: 'audio_only' },
    });
  });

  it('reports that nothing is offered', () => {
    expect(chooseRendition([], { qualities: [], nearestBelow: true })).toMatchObject({
      refused: { english: 'The stream offers none of the qualities best. It offers no qualities at all.' },
    });
  });

  it.each([
    [['best'], '720p60'],
    [['worst'], '160p'],
    [['720p'], '720p60'],
    [['1080p60-portrait'], '1080p60-portrait'],
    [['900p', '1080p60-PORTRAIT'], '1080p60-portrait'],
  ])('takes a portrait copy for %j only if it is named', (qualities, chosen) => {
    const portrait = r('1080p60-portrait', 1920, { width: 1080, fps: 60, bandwidth: 9e6 });
    const small = r('160p-portrait', 284, { width: 160, bandwidth: 10 });
    expect(
      chooseRendition([portrait, small, ...LADDER.filter((l) => !l.source)], { qualities, nearestBelow: false }),
    ).toMatchObject({ chosen: { name: chosen } });
  });

  it('takes the best portrait rendition if the stream has no other', () => {
    const [low, own] = [r('480p', 852, { width: 480 }), r('1080p', 1920, { width: 1080, source: true })];
    expect(chooseRendition([low, own, r('audio_only', null)], { qualities: ['best'], nearestBelow: false })).toEqual({
      chosen: own,
    });
  });

  it.each([
    ['chunked', '1080p60'],
    ['source', '1080p60'],
    ['720p60-stable', '720p60'],
  ])('accepts an alias of the site for %s', (wanted, chosen) => {
    const offered = [
      r('720p60', 720, { fps: 60, aliases: ['720p60-stable'] }),
      r('1080p60', 1080, { fps: 60, source: true, aliases: ['chunked'] }),
    ];
    expect(chooseRendition(offered, { qualities: [wanted], nearestBelow: false })).toMatchObject({
      chosen: { name: chosen },
    });
  });
});
