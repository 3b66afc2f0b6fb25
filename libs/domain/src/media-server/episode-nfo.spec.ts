import { describe, expect, it } from '@jest/globals';
import { episodeNfo, type Episode } from './episode-nfo.js';

const EPISODE: Episode = {
  title: 'Boats & <trains> "live"',
  show: 'Quay',
  season: '202611',
  episode: 3,
  aired: '2026-11-30',
  minutes: 62,
  plot: ['0:00:00 Start', '0:20:00 Harbour'],
  genres: ['Chess', 'Just Chatting'],
  studio: 'Twitch',
  id: { type: 'twitch', value: '40001' },
};

describe('the .nfo of a VOD', () => {
  it('describes an episode of the channel', () => {
    expect(episodeNfo(EPISODE)).toBe(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<episodedetails>
  <title>Boats &amp; &lt;trains&gt; &quot;live&quot;</title>
  <showtitle>Quay</showtitle>
  <season>202611</season>
  <episode>3</episode>
  <plot>0:00:00 Start
0:20:00 Harbour</plot>
  <aired>2026-11-30</aired>
  <runtime>62</runtime>
  <genre>Chess</genre>
  <genre>Just Chatting</genre>
  <studio>Twitch</studio>
  <uniqueid type="twitch" default="true">40001</uniqueid>
</episodedetails>
`);
  });

  it('leaves out numbers that a VOD has not, and characters that XML refuses', () => {
    const text = episodeNfo({ ...EPISODE, season: null, episode: null, title: 'a\u0000b\u001bc\ud800' });
    expect(text).not.toMatch(/season>|episode>\d/);
    expect(text).toContain('<title>abc</title>');
  });
});
