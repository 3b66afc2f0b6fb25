import { describe, expect, it } from '@jest/globals';
import { type SiteVod, UNKNOWN_SITE_VOD } from '../persistence/entities/site-vod.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { siteVodEvents } from './site-vod-events.js';

const idsOf = (before: Partial<SiteVod> | null, after: Partial<SiteVod>): string[] => {
  const vod = {
    uuid: 'v',
    channelUuid: 'c',
    channelName: 'quay',
    channelDisplay: 'Quay',
    basename: 'quay_1',
    title: '',
    mediaMs: 1000,
    siteVod: { ...UNKNOWN_SITE_VOD, id: '9', ...after },
  } as VodEntity;
  return siteVodEvents(before && { ...UNKNOWN_SITE_VOD, id: '9', ...before }, vod).map(({ eventId }) => eventId);
};

describe("a check of the site's video reports", () => {
  it('that parts were muted, and that it was deleted, when that is new', () => {
    expect(idsOf(null, { exists: 'yes', muted: 'yes' })).toEqual(['vod-muted v 9']);
    expect(idsOf({ exists: 'yes', muted: 'no' }, { exists: 'yes', muted: 'yes' })).toEqual(['vod-muted v 9']);
    expect(idsOf({ exists: 'yes' }, { exists: 'no' })).toEqual(['vod-deleted v 9']);
    expect(idsOf({ muted: 'yes', exists: 'no' }, { muted: 'yes', exists: 'no' })).toEqual([]);
    expect(idsOf({ exists: 'yes' }, { exists: 'yes', muted: 'no' })).toEqual([]);
  });
});
