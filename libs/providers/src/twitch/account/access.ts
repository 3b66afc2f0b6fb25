import { type Message } from '#libs/messages';
/** A token and its app: every Helix call sends both. */
export interface Access {
  readonly clientId: string;
  readonly accessToken: string;
}

/** The source of the token for a call. */
export interface AccessSource {
  /** @throws UserError with the remedy: the operator has to act first; OutsideError: Twitch is unavailable */
  get(): Promise<Access>;
  /**
   * Replaces `old` after Twitch refused it (401). One request serves all calls that were refused.
   * @throws like `get`
   */
  renew(old: Access): Promise<Access>;
  /** Sets the fault that the dashboard shows; null: none. */
  setFault(fault: Message | null): void;
}
