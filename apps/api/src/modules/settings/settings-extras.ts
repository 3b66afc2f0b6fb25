import { type Problem, type SettingsView, type View } from '#libs/contracts';

/** What stands in `GET /settings` beside the settings themselves. */
export interface Extras {
  /** v0: the channels as configured, for who is logged in. */
  readonly channels: readonly unknown[];
  /** What is wrong right now, for the operator. */
  readonly problems: readonly View<typeof Problem>[];
  /** Ids of favourite categories. */
  readonly favouriteGames: readonly string[];
  /** Of the edits of that list. */
  readonly favouritesVersion: number;
  /** By site: what of its limits on webhooks is used. */
  readonly quotas: SettingsView['quotas'];
  /** Each socket to a site with its subscriptions. */
  readonly websocketQuotas: readonly unknown[];
}

export interface ExtrasRequest {
  readonly isGuest: boolean;
  readonly withChannels: boolean;
}

/** The features that know it implement this. Also the injection token. */
export abstract class SettingsExtras {
  /** A guest receives favourites only; nothing else is looked up for one. */
  abstract gather(request: ExtrasRequest): Promise<Extras>;
}
