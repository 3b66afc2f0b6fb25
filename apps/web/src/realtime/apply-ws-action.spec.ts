import { expect, it } from '@jest/globals';
import { WsAction } from '#libs/contracts';
import { KEY } from '../api/keys.js';
import { APPLY, applyFrame, type Page } from './apply-ws-action.js';

const VOD = {
  uuid: 'v',
  channel_uuid: 'c',
  state: 'finalized',
  archived_at: null,
  started_at: '2026-11-28T10:00:00Z',
  comment: 'new',
};

/** A page that holds something; `held` is what became of it. */
function page() {
  const held: Record<string, unknown> = {
    [KEY.vod('v')]: { ...VOD, comment: 'old' },
    [KEY.vodList({ channel: 'c' })]: { of: { channel: 'c' }, vods: [{ ...VOD, comment: 'old' }], more: false },
    [KEY.vodList({ channel: 'other' })]: { of: { channel: 'other' }, vods: [], more: false },
    [KEY.channels]: { streamer_list: [{ uuid: 'c', vods_size: 1 }], total_size: 1, free_size: 9 },
  };
  const changes: string[] = [];
  const requests: string[] = [];
  const write = <T>(key: string, change: (value: T) => T | undefined): void => {
    if (key in held) held[key] = change(held[key] as T);
  };
  const cache: Page['cache'] = {
    write,
    revalidate: (key) => {
      requests.push(key);
    },
    writeAll: (fits, change) => {
      for (const key of Object.keys(held)) if (fits(key)) write(key, change);
    },
  };
  return {
    held,
    changes,
    requests,
    it: {
      cache,
      toast: (text) => {
        changes.push(text);
      },
      notify: ({ title }) => {
        changes.push(title);
      },
    } satisfies Page,
  };
}

it('has an entry for every action of the wire and no other', () => {
  const names = WsAction.options.map((option) => option.shape.action.value);
  expect(Object.keys(APPLY).sort()).toEqual([...names].sort());
});
it.each(['vod_updated', 'start_capture', 'end_convert', 'end_download'])(
  'writes the VOD of %s into its own entry and into the lists it belongs to, and asks for nothing',
  (action) => {
    const p = page();
    expect(applyFrame({ action, data: { vod: VOD } }, p.it)).toBe(true);
    expect(p.held[KEY.vod('v')]).toEqual(VOD);
    expect(p.held[KEY.vodList({ channel: 'c' })]).toMatchObject({ vods: [VOD] });
    expect(p.held[KEY.vodList({ channel: 'other' })]).toMatchObject({ vods: [] });
    expect(p.requests).toEqual([]);
  },
);
it('takes a removed VOD out of its entry and of every list', () => {
  const p = page();
  applyFrame({ action: 'vod_removed', data: { uuid: 'v', basename: 'v' } }, p.it);
  expect(p.held[KEY.vod('v')]).toBeUndefined();
  expect(p.held[KEY.vodList({ channel: 'c' })]).toMatchObject({ vods: [] });
});
it('writes a channel into the list of channels', () => {
  const p = page();
  applyFrame({ action: 'channel_updated', data: { channel: { uuid: 'c', vods_size: 5 } } }, p.it);
  expect(p.held[KEY.channels]).toMatchObject({ streamer_list: [{ uuid: 'c', vods_size: 5 }], total_size: 5 });
});
it.each([
  ['/api/v0/vod?', true],
  ['/api/v0/vod?channel=c', true],
  ['/api/v0/vod/v', false],
  ['/api/v0/channels', false],
  [null, false],
])('knows by its key whether %j is a list of VODs', (key, is) => {
  expect(KEY.isVodList(key)).toBe(is);
});
it('asks for the settings, and what hangs on them, again when they changed', () => {
  const p = page();
  applyFrame({ action: 'settings_updated', data: {} }, p.it);
  expect(p.requests).toEqual(['/api/v0/settings', '/api/v0/sites']);
});
it('tells the person what the server wants reported, and asks for the list of notices again when it changed', () => {
  const p = page();
  applyFrame({ action: 'alert', data: { text: 'disk is nearly full' } }, p.it);
  applyFrame(
    { action: 'notify', data: { id: 'a', title: 'hana is live', body: '', icon: '', url: '', tts: false } },
    p.it,
  );
  expect(p.changes).toEqual(['disk is nearly full', 'hana is live']);
  expect(p.requests).toEqual([]);
  applyFrame({ action: 'notices_updated', data: {} }, p.it);
  expect(p.requests).toEqual(['/api/v0/notices']);
});
it.each([[{ action: 'from_the_future', data: {} }], [{ action: 'toString' }], [{}], [null], ['text']])(
  'refuses what it does not know: %j',
  (frame) => {
    const p = page();
    expect(applyFrame(frame, p.it)).toBe(false);
    expect(p.requests).toEqual([]);
  },
);
