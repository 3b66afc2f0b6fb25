import { ClientSettings as Stored } from '#libs/contracts';
import { expect, it } from '@jest/globals';
import { fromStored, toStored } from './synced-settings.js';

const own = {
  theme: 'dark',
  language: 'sv',
  vodsToShowInMenu: 2,
  vodsToShowInDashboard: 8,
  useWebsockets: true,
  useBackgroundTicker: false,
  animationsEnabled: true,
  enableNotifications: false,
  useSpeech: false,
} as const;

it('leaves every key that v0 needs, ours as they are here', () => {
  const left = toStored(own, {});
  expect(Stored.safeParse(left).success).toBe(true);
  expect(left).toMatchObject({ ...own, sidemenuWidth: 330 });
});
it('keeps what the page of v0 left there', () => {
  expect(toStored(own, { ...toStored(own, {}), sidemenuWidth: 200, theme: 'light' })).toMatchObject({
    sidemenuWidth: 200,
    theme: 'dark',
  });
});
it('takes what it left', () => {
  expect(fromStored(toStored(own, {}), { ...own, theme: 'light', vodsToShowInMenu: 16 })).toEqual(own);
});
it('takes nothing where nothing was left', () => {
  expect(fromStored({}, own)).toBeNull();
});
it('leaves out what this page does not know', () => {
  const { theme: _theme, language: _language, ...rest } = own;
  expect(fromStored({ ...own, theme: 'pink', language: 'tlh' }, own)).toEqual(rest);
});
