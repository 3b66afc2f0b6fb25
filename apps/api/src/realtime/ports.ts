import { type Channel, type DeadLetter, type Job, type Payload, type uiChanged, type Vod } from '#libs/contracts';

export type UiChange = Payload<typeof uiChanged>;

/**
 * The pulse `ui.*` of the bus (architecture 5.10): said after a commit, heard by every api. Also the injection token.
 */
export abstract class UiBus {
  /** Fire and forget: a lost pulse costs a late page, nothing else. */
  abstract changed(change: UiChange): void;
  /** @returns ends the listening */
  abstract onChanged(listener: (change: UiChange) => void): () => void;
}

/** Reads what is sent to browsers, as it is now; null where it is gone. Also the injection token. */
export abstract class ViewLoader {
  abstract vod(uuid: string): Promise<Vod | null>;
  /** @param newest with so many of its VODs, and those that something still happens to; not given: with all */
  abstract channel(uuid: string, newest?: number): Promise<Channel | null>;
  abstract job(name: string): Promise<Job | null>;
  abstract deadLetters(): Promise<DeadLetter[]>;
}
