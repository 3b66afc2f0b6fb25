import { localizedOf } from '#libs/errors';
import { type RenditionCapture } from '#libs/media';
import { english, message, type Message } from '#libs/messages';
import { type Log } from '#libs/service-kit';

/** What can be wrong at the same time while a capture records. A rendition beside the video is named by its id. */
type FaultOrigin = 'playlist' | 'storage' | `rendition ${string}`;

/** Lines of one part. Texts that contain an address differ for each server of a site. */
const MAX_LOGGED = 50;

/** The faults of one capture at present, one for each origin. Logs when one begins and when it is over. */
export class CurrentFaults {
  private readonly faults = new Map<FaultOrigin, Message>();
  /** What was logged since the part began: a fault that comes and goes is logged once. */
  private readonly logged = new Set<string>();
  /** Whose begin was logged, but not yet its end. */
  private readonly announced = new Set<FaultOrigin>();

  constructor(
    private readonly log: Pick<Log, 'warn' | 'info'>,
    private readonly channelName: string,
    private readonly vod: string,
  ) {}

  /** What the engine calls while it captures. */
  readonly callbacks = {
    onFault: (failed: unknown): void => {
      this.begin('playlist', localizedOf(failed));
    },
    onLoaded: (): void => {
      this.end('playlist');
    },
    onRenditionFault: ({ kind, rendition: { id, name } }: RenditionCapture, failed: unknown): void => {
      this.begin(`rendition ${id}`, message(`capture.${kind}-failed`, { name, why: localizedOf(failed) }));
    },
    onRenditionLoaded: ({ rendition: { id } }: RenditionCapture): void => {
      this.end(`rendition ${id}`);
    },
  };

  /** The fault that has lasted longest; null if there is none. */
  get shown(): Message | null {
    return this.faults.values().next().value ?? null;
  }

  begin(origin: FaultOrigin, fault: Message): void {
    this.faults.set(origin, fault);
    const text = english(fault);
    const line = `${origin} ${text}`;
    if (this.logged.has(line) || this.logged.size >= MAX_LOGGED) return;
    this.logged.add(line);
    this.announced.add(origin);
    this.log.warn(`${this.channelName}: ${origin} fault`, { vod: this.vod, message: text });
  }

  end(origin: FaultOrigin): void {
    this.faults.delete(origin);
    if (!this.announced.delete(origin)) return;
    this.log.info(`${this.channelName}: ${origin} fault is over`, { vod: this.vod });
  }

  /** Call when a new part begins. */
  clear(): void {
    this.faults.clear();
    this.logged.clear();
    this.announced.clear();
  }
}
