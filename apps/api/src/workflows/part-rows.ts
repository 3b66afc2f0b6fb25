import { type PartFacts } from '#libs/domain';
import { Injectable } from '@nestjs/common';
import { type PartEntity } from '../modules/vod/part.entity.js';
import { type VodEntity } from '../modules/vod/vod.entity.js';
import { VodRepository } from '../modules/vod/vod.repository.js';
import { PartReader, totalsOf } from './part-reader.js';
import { type PartFact, Recording } from './recording.js';

/** Brings the rows of parts to what storage says: a part that is there and has no row gets one, an `end` record ends it (architecture D4). */
@Injectable()
export class PartRows {
  constructor(private readonly vods: VodRepository, private readonly parts: PartReader, private readonly recording: Recording) {}

  async read(vod: VodEntity): Promise<void> {
    const known = new Map((await this.vods.parts([vod.uuid])).map((p) => [p.partId, p]));
    for (const partId of await this.parts.partIds(vod.uuid)) {
      const row = known.get(partId);
      if (row && row.endedAt !== null && row.cause !== 'lost') continue;
      const facts = await this.parts.read(vod.uuid, partId);
      if (facts.segments.length > 0 || facts.end !== null) await this.recording.applyPart(vod.uuid, factOf(facts, row));
    }
  }
}

function factOf(facts: PartFacts, row: PartEntity | undefined): PartFact {
  const { part, end } = facts;
  const picture = part ? { rendition: part.rendition, width: part.width, height: part.height, fps: part.fps } : {};
  const ended = end ? { endedAt: end.at, cause: end.cause, reason: end.reason } : {};
  return { partId: facts.partId, recorder: recorderOf(facts, row), startedAt: part?.startedAt ?? facts.epochs.get(0)?.startAt ?? Date.now(), ...totalsOf(facts), ...picture, ...ended };
}

const recorderOf = ({ part }: PartFacts, row: PartEntity | undefined): string => part?.recorder ?? row?.recorder ?? 'unknown';
