import { describe, expect, it } from '@jest/globals';
import { type Channel, ChannelEdit, NewChannel } from '#libs/contracts';
import { bodyOf, changesOf, kindOf, NEW_CHANNEL, newBodyOf, valuesOf } from './channel-values.js';

describe('bodyOf', () => {
  it('leaves empty fields out and keeps what the schema takes', () => {
    const body = newBodyOf({
      ...NEW_CHANNEL,
      url: ' https://a.example/live.m3u8 ',
      quality: '1080p60 best',
      priority: '7',
      match: 'one, two words',
    });
    expect(NewChannel.parse(body)).toMatchObject({
      url: 'https://a.example/live.m3u8',
      quality: ['1080p60', 'best'],
      priority: 7,
      match: ['one', 'two words'],
    });
    expect(body).not.toHaveProperty('displayName');
  });
  it('leaves text that is no number for the schema to refuse', () => {
    expect(ChannelEdit.safeParse(bodyOf({ priority: 'soon' })).success).toBe(false);
  });
  it('leaves out rules without a text', () => {
    expect(
      bodyOf({
        include: [
          { on: 'title', text: ' ' },
          { on: 'tags', text: 'jazz' },
        ],
      }),
    ).toEqual({ include: [{ on: 'tags', text: 'jazz' }] });
  });
});

describe('a new channel', () => {
  it.each([
    ['name', 'twitch'],
    ['https://www.twitch.tv/name', 'twitch'],
    ['https://a.example/live.m3u8', 'hls'],
    ['', 'hls'],
  ])('%j is taken for %s', (url, kind) => {
    expect(kindOf({ ...NEW_CHANNEL, url })).toBe(kind);
  });
  it('is what the person says it is', () => {
    expect(newBodyOf({ ...NEW_CHANNEL, url: 'localhost/live', provider: 'hls' })).toEqual({
      provider: 'hls',
      url: 'localhost/live',
      nearest_below: true,
    });
  });
  it('integrity-7 takes the next lower quality unless that is switched off', () => {
    expect(NewChannel.parse(newBodyOf({ ...NEW_CHANNEL, url: 'name' })).nearest_below).toBe(true);
    const { nearest_below: isOn = false } = NewChannel.parse(
      newBodyOf({ ...NEW_CHANNEL, url: 'name', nearest_below: false }),
    );
    expect(isOn).toBe(false);
  });
  it('has its chat recorded unless that is switched off, where the site has one', () => {
    expect(newBodyOf({ ...NEW_CHANNEL, url: 'name' })).toMatchObject({
      provider: 'twitch',
      url: 'name',
      live_chat: true,
    });
    expect(newBodyOf({ ...NEW_CHANNEL, url: 'name', live_chat: false })).toMatchObject({ live_chat: false });
  });
});

describe('changesOf', () => {
  it('sends nothing when nothing changed', () => {
    expect(changesOf(NEW_CHANNEL, NEW_CHANNEL)).toEqual({});
  });
  it('sends a cleared wait as null and a cleared list as none', () => {
    const before = { ...NEW_CHANNEL, grace_s: '20', quality: 'best', match: 'jazz' };
    expect(changesOf(NEW_CHANNEL, before)).toEqual({ grace_s: null, quality: [], match: [] });
    expect(ChannelEdit.safeParse(changesOf(NEW_CHANNEL, before)).success).toBe(true);
  });
  it('sources-7 sends the access to a source for an address only', () => {
    const values = { ...NEW_CHANNEL, source_hosts: 'cdn.example' };
    expect(newBodyOf({ ...values, url: 'https://h/a.m3u8' })).toMatchObject({ source_hosts: 'cdn.example' });
    expect(newBodyOf({ ...values, url: 'https://www.twitch.tv/hana' })).not.toHaveProperty('source_hosts');
  });
  it('sources-7 sends masked headers back beside a new one, and clears a certificate', () => {
    const before = { ...NEW_CHANNEL, source_headers: 'referer: ********', source_ca: '********' };
    const changes = changesOf({ ...before, source_headers: 'referer: ********\nX-Key: a', source_ca: '' }, before);
    expect(ChannelEdit.parse(changes)).toEqual({ source_headers: ['referer: ********', 'X-Key: a'], source_ca: '' });
  });
  it('sends rules that changed, and none that are as they were', () => {
    const before = valuesOf({
      url: 'u',
      displayName: 'd',
      internalName: 'i',
      quality: ['best'],
      match: [],
      include: [{ on: 'title', text: 'a' }],
      exclude: [{ on: 'tags', text: 'b' }],
      source_headers: [],
      source_hosts: [],
      source_fingerprints: [],
      source_ca: '',
    } as unknown as Channel);
    expect(changesOf({ ...before, include: [] }, before)).toEqual({ include: [] });
    expect(changesOf({ ...before, exclude: [...before.exclude, { on: 'category', text: 'Chess' }] }, before)).toEqual({
      exclude: [
        { on: 'tags', text: 'b' },
        { on: 'category', text: 'Chess' },
      ],
    });
  });
});
