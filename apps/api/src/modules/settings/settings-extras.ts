/** What stands in `GET /settings` beside the settings themselves; the features that know it implement this. Also the injection token. */
export abstract class SettingsExtras {
  /** v0: the channels as configured, for who is logged in. */
  abstract channels(): Promise<readonly unknown[]>;
  /** What is wrong right now, as sentences for the operator. */
  abstract errors(): Promise<readonly string[]>;
}
