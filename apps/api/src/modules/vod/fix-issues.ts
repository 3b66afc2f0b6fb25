import { messageOf, UserError } from '#libs/errors';
import { Injectable, Logger } from '@nestjs/common';
import { FileFixes } from './file-fixes.js';
import { type Outcome } from './fix.js';
import { RecordingFixes } from './recording-fixes.js';
import { VOD_MISSING } from '../../vods/vod-faults.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';

type Found = Readonly<Record<Exclude<Outcome, 'well'>, readonly string[]>>;

/** v0's words, and behind them what is not mended, or not yet. */
export function fixedWords({ mended, begun, left }: Found): string {
  const also = [
    ['Begun as jobs', begun],
    ['Could not be fixed', left],
  ] as const;
  return [
    `${mended.length} issues fixed (${mended.join(', ')})`,
    ...also.flatMap(([what, names]) => (names.length > 0 ? [`${what}: ${names.join(', ')}`] : [])),
  ].join('. ');
}

/**
 * Mends what is wrong with a VOD, as far as it can be mended (server-behaviour 2.12). Long work that follows runs as
 * jobs.
 */
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
        this.log.warn(`${vod.basename}: ${fix.name} could not be mended: ${messageOf(thrown)}`);
        found.left.push(fix.name);
      }
    }
    return found;
  }
}
