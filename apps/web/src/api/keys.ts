import { listSiteClips, siteVideos, getAbout, getGames, previewName, getSpace, listFiles, listKeyValues, listSubscriptions, previewWholeCleanup, getHealth, getSettings, getVod, listChannels, listDeadLetters, listJobs, listNotices, listSites, listVods, authCheck, channelHistory, previewCleanup, pathOf, vodChatAssets } from '#libs/contracts';
import { queryOf, type VodQuestion } from './vod-list.js';

const LISTS = `${pathOf(listVods)}?`;
const ONE = pathOf(getVod, { uuid: '' });

/** Cache keys: the path of the route that fills them. Fetchers and the socket write the same entries. */
export const KEY = {
  auth: pathOf(authCheck), settings: pathOf(getSettings), games: pathOf(getGames), channels: pathOf(listChannels), jobs: pathOf(listJobs), health: pathOf(getHealth), about: pathOf(getAbout), deadLetters: pathOf(listDeadLetters), notices: pathOf(listNotices), sites: pathOf(listSites),
  vodList: (of: VodQuestion) => LISTS + new URLSearchParams(queryOf(of)).toString(), isVodList: (key: unknown): boolean => typeof key === 'string' && key.startsWith(LISTS), isVod: (key: unknown): boolean => typeof key === 'string' && key.startsWith(ONE) && !key.slice(ONE.length).includes('/'),
  keyValues: pathOf(listKeyValues), subscriptions: pathOf(listSubscriptions), space: pathOf(getSpace), wholeCleanup: pathOf(previewWholeCleanup), namePreview: pathOf(previewName), files: (path: string) => `${pathOf(listFiles)}?${path}`,
  siteClips: (uuid: string) => pathOf(listSiteClips, { uuid }), siteVideos: (login: string) => pathOf(siteVideos, { login }), history: (uuid: string) => pathOf(channelHistory, { uuid }), cleanup: (uuid: string) => pathOf(previewCleanup, { uuid }),
  vod: (uuid: string) => pathOf(getVod, { uuid }), chatAssets: (uuid: string) => pathOf(vodChatAssets, { uuid }),
} as const;
