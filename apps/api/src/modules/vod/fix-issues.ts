import { messageOf, UserError } from '#libs/errors';
import { type Message, message } from '#libs/messages';
import { Injectable, Logger } from '@nestjs/common';
import { FileFixes } from './file-fixes.js';
import { type Outcome } from './fix.js';
import { RecordingFixes } from './recording-fixes.js';
import { VOD_MISSING } from '../../vods/vod-faults.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';

type Found = Readonly<Record<Exclude<Outcome, 'well'>, readonly string[]>>;

/** As v0 says it, and behind that what is not mended, or not yet. */
export function fixedMessage({ mended: names, begun, left }: Found): Message {
  const n = names.length;
  if (begun.length === 0)
    return left.length === 0
      ? n === 0
        ? message('answer.no-issues')
        : message('answer.issues-fixed', { n, names })
      : message('answer.issues-fixed.left', { n, names, left });
  return left.length === 0
    ? message('answer.issues-fixed.begun', { n, names, begun })
    : message('answer.issues-fixed.begun-and-left', { n, names, begun, left });
}

/** Repairs what can be repaired of a VOD. Long work that follows runs as jobs. */
@Injectable()
export class FixIssues {
  private readonly log = new Logger('vod');

  constructor(
    private readonly vods: VodRepository,
    private readonly recordings: RecordingFixes,
    private readonly files: FileFixes,
  ) {}

  /**
   * Each in its turn, since one often mends another.
   * @returns names of what was wrong, by what became of it
   * @throws UserError `vod-missing` (404)
   */
  async run(uuid: string): Promise<Found> {
    const found = { mended: [] as string[], begun: [] as string[], left: [] as string[] };
    for (const fix of [...this.recordings.all, ...this.files.all]) {
      const vod = await this.vods.find(uuid);
      if (!vod) throw VOD_MISSING();
      try {
        const outcome = await fix.run(vod);
        if (outcome !== 'well') found[outcome].push(fix.name);
      } catch (thrown) {
        if (!(thrown instanceof UserError)) throw thrown;
        this.log.warn(`${vod.basename}: ${fix.name} not fixed: ${messageOf(thrown)}`);
        found.left.push(fix.name);
      }
    }
    return found;
  }
}
