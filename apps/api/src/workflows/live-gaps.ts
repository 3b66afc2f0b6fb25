import { buildTimeline, keptClockOf } from '#libs/domain';
import { messageOf } from '#libs/errors';
import { Injectable, Logger } from '@nestjs/common';
import { LiveSnapshots, type Snapshot } from './live-snapshots.js';
import { noteStart } from './note-start.js';
import { PartReader } from './part-reader.js';
import { Recording } from './recording.js';

/** Shows the holes of a recording, and where it stands on the site's clock, while it still runs: a new part, and a new hole in one, mean that something happened. */
@Injectable()
export class LiveGaps {
  private readonly log = new Logger('live-gaps');
  /** What each running part said last; `unread`: an ad break went on then. */
  private readonly known = new Map<string, { readonly partId: string; readonly gaps: number; readonly adMs: number; readonly unread: boolean }>();

  constructor(private readonly parts: PartReader, private readonly recording: Recording, private readonly snapshots: LiveSnapshots) {}

  start(): void { this.snapshots.onSnapshot((s) => { this.hear(s); }); }

  /** A break counts up while it lasts, and is read once when it does so no more. */
  private hear({ vodUuid, partId, gaps, adMs }: Snapshot): void {
    const known = this.known.get(vodUuid);
    const isSame = known?.partId === partId;
    const goesOn = adMs !== (isSame ? known.adMs : 0);
    this.known.set(vodUuid, { partId, gaps, adMs, unread: goesOn });
    if (!isSame || (known.gaps === gaps && (goesOn || !known.unread))) return;
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
      noteStart(vod, timeline);
      return true;
    });
  }
}
