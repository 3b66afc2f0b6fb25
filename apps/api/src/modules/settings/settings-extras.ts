import { type Problem, type SettingsView, type View } from '#libs/contracts';

/** Fields of `GET /settings` other than the settings. */
export interface Extras {
  /** The configured channels (v0), if the caller is logged in. */
  readonly channels: readonly unknown[];
  /** Current problems, for the operator. */
  readonly problems: readonly View<typeof Problem>[];
  /** Ids of favourite categories. */
  readonly favouriteGames: readonly string[];
  /** Version of that list, for edits. */
  readonly favouritesVersion: number;
  /** Usage of the webhook limits by site. */
  readonly quotas: SettingsView['quotas'];
  /** Each websocket to a site, with its subscriptions. */
  readonly websocketQuotas: readonly unknown[];
}

export interface ExtrasRequest {
  readonly isGuest: boolean;
  readonly withChannels: boolean;
}

/** Provides these fields; also the injection token. */
export abstract class SettingsExtras {
  /** A guest receives only the favourites; the other fields are not loaded. */
  abstract gather(request: ExtrasRequest): Promise<Extras>;
}
