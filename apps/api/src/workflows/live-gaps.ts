import { buildTimeline, keptClockOf } from '#libs/domain';
import { messageOf } from '#libs/errors';
import { Injectable, Logger } from '@nestjs/common';
import { LiveSnapshots, type Snapshot } from './live-snapshots.js';
import { PartReader } from './part-reader.js';
import { Recording } from './recording.js';

/** Shows the holes of a recording, and where it stands on the site's clock, while it still runs: a new part, and a new hole in one, mean that something happened. */
@Injectable()
export class LiveGaps {
  private readonly log = new Logger('live-gaps');
  /** How many holes each running part had when it was read last. */
  private readonly known = new Map<string, { readonly partId: string; readonly gaps: number }>();

  constructor(private readonly parts: PartReader, private readonly recording: Recording, private readonly snapshots: LiveSnapshots) {}

  start(): void { this.snapshots.onSnapshot((s) => { this.hear(s); }); }

  private hear({ vodUuid, partId, gaps }: Snapshot): void {
    const known = this.known.get(vodUuid);
    this.known.set(vodUuid, { partId, gaps });
    if (known?.partId !== partId || known.gaps === gaps) return;
    this.refresh(vodUuid).catch((thrown: unknown) => { this.log.debug(`${vodUuid}: ${messageOf(thrown)}`); });
  }

  /** Reads all parts, so it is called when a part begins or gets a hole, not for every segment. */
  async refresh(vodUuid: string): Promise<void> {
    const timeline = buildTimeline(await this.parts.readAll(vodUuid));
    const clock = keptClockOf(timeline);
    await this.recording.change(vodUuid, (vod) => {
      if (!vod.assigned || (JSON.stringify(vod.gaps) === JSON.stringify(timeline.gaps) && vod.clock?.length === clock.length)) return false;
      vod.gaps = timeline.gaps;
      vod.clock = clock;
      return true;
    });
  }
}
