import { type PartFacts } from '#libs/domain';
import { verbatim } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { type PartEntity } from '../persistence/entities/part.entity.js';
import { type VodEntity } from '../persistence/entities/vod.entity.js';
import { VodRepository } from '../persistence/repositories/vod.repository.js';
import { LiveSnapshots } from '../vods/live-snapshots.js';
import { PartReader, totalsOf } from '../vods/part-reader.js';
import { type PartFact } from './part-fact.js';
import { Recording } from './recording.js';

/** Brings the rows of parts to what storage says: a part without a row gets one, an `end` record ends it. */
@Injectable()
export class PartRows {
  constructor(
    private readonly vods: VodRepository,
    private readonly parts: PartReader,
    private readonly recording: Recording,
    private readonly snapshots: LiveSnapshots,
  ) {}

  async read(vod: VodEntity): Promise<void> {
    const known = new Map((await this.vods.parts([vod.uuid])).map((p) => [p.partId, p]));
    for (const partId of await this.parts.partIds(vod.uuid)) {
      const row = known.get(partId);
      // One that speaks tells its own totals: a day of segments is not listed every minute.
      if (row && (hasEnded(row) || this.snapshots.isAlive(vod.uuid, partId))) continue;
      await this.readOne(vod.uuid, partId, row);
    }
  }

  /** Reads one part again, ended or not: something came late. */
  async readOne(vodUuid: string, partId: string, row?: PartEntity): Promise<void> {
    const facts = await this.parts.read(vodUuid, partId);
    if (facts.segments.length > 0 || facts.end !== null) await this.recording.applyPart(vodUuid, factOf(facts, row));
  }
}

const hasEnded = (row: PartEntity): boolean => row.endedAt !== null && row.cause !== 'lost';

function factOf(facts: PartFacts, row: PartEntity | undefined): PartFact {
  const { part, end } = facts;
  const picture = part ? { rendition: part.rendition, width: part.width, height: part.height, fps: part.fps } : {};
  const ended = end
    ? { endedAt: end.at, cause: end.cause, reason: end.reason === '' ? null : verbatim(end.reason) }
    : {};
  return {
    partId: facts.partId,
    recorder: recorderOf(facts, row),
    startedAt: part?.startedAt ?? facts.epochs.get(0)?.startAt ?? Date.now(),
    ...totalsOf(facts),
    ...picture,
    ...ended,
  };
}

const recorderOf = ({ part }: PartFacts, row: PartEntity | undefined): string =>
  part?.recorder ?? row?.recorder ?? 'unknown';
