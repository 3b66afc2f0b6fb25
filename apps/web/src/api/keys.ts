import { getAbout, getGames, getHealth, getSettings, getVod, listChannels, listDeadLetters, listJobs, listNotices, listSites, authCheck, pathOf, vodChatAssets } from '#libs/contracts';

/** Cache keys: the path of the route that fills them. Fetchers and the socket write the same entries. */
export const KEY = {
  auth: pathOf(authCheck), settings: pathOf(getSettings), games: pathOf(getGames), channels: pathOf(listChannels), jobs: pathOf(listJobs), health: pathOf(getHealth), about: pathOf(getAbout), deadLetters: pathOf(listDeadLetters), notices: pathOf(listNotices), sites: pathOf(listSites),
  vod: (uuid: string) => pathOf(getVod, { uuid }), chatAssets: (uuid: string) => pathOf(vodChatAssets, { uuid }),
} as const;
