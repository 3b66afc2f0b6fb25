import { SETTING_DEFAULTS } from '#libs/contracts';
import { expect, it } from '@jest/globals';
import { UNKNOWN_SITE_VOD } from '../persistence/entities/site-vod.js';
import { presentRetention } from './retention.presenter.js';

const DAY_MS = 86_400_000;
const site = { ...UNKNOWN_SITE_VOD, id: '1', exists: 'yes', createdAt: 0 } as const;
const after = (days: number, broadcasterType: string, set = {}) =>
  presentRetention(site, { broadcasterType, days: { ...SETTING_DEFAULTS, ...set }, now: days * DAY_MS });

it.each([
  ['', 7],
  ['affiliate', 14],
])('the site video of a channel of type "%s" is at risk two days before its deletion after %i days', (type, days) => {
  expect([after(days - 2.01, type).site_vod_at_risk, after(days - 2, type).site_vod_at_risk]).toEqual([false, true]);
  expect(after(0, type).site_vod_deleted_at).toBe(new Date(days * DAY_MS).toISOString());
});
it('the site video of a partner is deleted after 60 days, and never at risk', () => {
  expect(after(59, 'partner')).toEqual({
    site_vod_deleted_at: new Date(60 * DAY_MS).toISOString(),
    site_vod_at_risk: false,
  });
});
it.each([
  ['', { 'retention.none_days': 3 }, 1],
  ['affiliate', { 'retention.affiliate_days': 4 }, 2],
  ['', { 'retention.early_days': 5 }, 2],
])('the risk of a site video of type "%s" follows the settings %j', (type, set, days) => {
  expect([after(days - 0.01, type, set).site_vod_at_risk, after(days, type, set).site_vod_at_risk]).toEqual([
    false,
    true,
  ]);
});
it('the deletion of a site video follows retention.partner_days', () => {
  expect(after(0, 'partner', { 'retention.partner_days': 30 }).site_vod_deleted_at).toBe(
    new Date(30 * DAY_MS).toISOString(),
  );
});
it('the risk is null while the broadcaster type is unknown, unless the site has deleted the video', () => {
  for (const exists of ['yes', 'no'] as const)
    expect([
      exists,
      presentRetention({ ...site, exists }, { broadcasterType: null, days: SETTING_DEFAULTS, now: 9 * DAY_MS }),
    ]).toEqual([exists, { site_vod_at_risk: exists === 'yes' ? null : false }]);
});
it.each([[null], [UNKNOWN_SITE_VOD], [{ ...site, exists: 'no' as const }]])(
  'a VOD without a video at the site has no deletion time and is not at risk: %j',
  (siteVod) => {
    expect(presentRetention(siteVod, { broadcasterType: '', days: SETTING_DEFAULTS, now: 99 * DAY_MS })).toEqual({
      site_vod_at_risk: false,
    });
  },
);
