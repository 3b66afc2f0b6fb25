import { describe, expect, it } from '@jest/globals';
import { ChannelEdit, NewChannel } from '#libs/contracts';
import { bodyOf, changesOf, NEW_CHANNEL } from './channel-values.js';

describe('bodyOf', () => {
  it('leaves empty fields out and keeps what the schema takes', () => {
    const body = { provider: 'hls', ...bodyOf({ ...NEW_CHANNEL, url: ' https://a.example/live.m3u8 ', quality: '1080p60 best', priority: '7' }) };
    expect(NewChannel.parse(body)).toMatchObject({ url: 'https://a.example/live.m3u8', quality: ['1080p60', 'best'], priority: 7 });
    expect(body).not.toHaveProperty('displayName');
  });
  it('leaves text that is no number for the schema to refuse', () => { expect(ChannelEdit.safeParse(bodyOf({ priority: 'soon' })).success).toBe(false); });
});

describe('changesOf', () => {
  it('sends nothing when nothing changed', () => { expect(changesOf(NEW_CHANNEL, NEW_CHANNEL)).toEqual({}); });
  it('sends a cleared wait as null and a cleared quality as no wish', () => {
    const before = { ...NEW_CHANNEL, grace_s: '20', quality: 'best' };
    expect(changesOf(NEW_CHANNEL, before)).toEqual({ grace_s: null, quality: [] });
    expect(ChannelEdit.safeParse(changesOf(NEW_CHANNEL, before)).success).toBe(true);
  });
});
