import { type Message } from '#libs/messages';
/** A token and the app it belongs to: every call of Helix names both. */
export interface Access {
  readonly clientId: string;
  readonly accessToken: string;
}

/** Where a call gets its token from. */
export interface AccessSource {
  /** @throws UserError with the remedy when the operator has to do something first; OutsideError when Twitch is away */
  get(): Promise<Access>;
  /** After Twitch refused `old` (401): another one, asked for once however many calls were refused. @throws as `get` */
  renew(old: Access): Promise<Access>;
  /** What the dashboard shall show of it; null: it works. */
  setFault(fault: Message | null): void;
}
