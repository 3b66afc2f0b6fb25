import { buildTimeline } from '#libs/domain';
import { Injectable } from '@nestjs/common';
import { PartReader } from './part-reader.js';
import { Recording } from './recording.js';

/** Shows the holes of a recording while it still runs: a new part means that something happened before it. */
@Injectable()
export class LiveGaps {
  constructor(private readonly parts: PartReader, private readonly recording: Recording) {}

  /** Reads all parts, so it is called when a part begins, not for every segment. */
  async refresh(vodUuid: string): Promise<void> {
    if ((await this.parts.partIds(vodUuid)).length < 2) return;
    const { gaps } = buildTimeline(await this.parts.readAll(vodUuid));
    await this.recording.change(vodUuid, (vod) => {
      if (!vod.assigned || JSON.stringify(vod.gaps) === JSON.stringify(gaps)) return false;
      vod.gaps = gaps;
      return true;
    });
  }
}
