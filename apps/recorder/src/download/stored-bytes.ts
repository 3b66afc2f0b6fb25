import { type Bus } from '#libs/bus';
import { type download, type Payload, videoProgress } from '#libs/contracts';
import { msgId } from '#libs/service-kit';

const EVERY_MS = 5_000;

/**
 * Tells how many bytes of a video are stored, so that whoever counts what lies on storage sees them before it is whole.
 */
export class StoredBytes {
  private told: number;
  private due = -Infinity;

  /** @param before stored by an earlier delivery, whose death may have kept it from telling */
  constructor(
    private readonly bus: Pick<Bus, 'publish'>,
    private readonly command: Payload<typeof download>,
    before: number,
  ) {
    this.told = before > 0 ? -1 : 0;
  }

  /** At once, then every five seconds. Losing a word loses nothing: the next one says more. */
  moved(bytes: number): void {
    if (performance.now() < this.due) return;
    this.due = performance.now() + EVERY_MS;
    void this.tell(bytes);
  }

  /** Now, where there is more than was told. */
  async tell(bytes: number): Promise<void> {
    if (bytes <= this.told) return;
    this.told = bytes;
    const { jobName, attempt, vodUuid, partId } = this.command;
    await this.bus
      .publish(
        videoProgress,
        { jobName, attempt, vodUuid, partId, at: Date.now(), bytes },
        { msgId: msgId(this.command, 'video-progress') },
      )
      .catch(() => undefined);
  }
}
