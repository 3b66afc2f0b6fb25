import { messageOf, UserError } from '#libs/errors';
import { type Message, message } from '#libs/messages';
import { Injectable, Logger } from '@nestjs/common';
import { FileFixes } from './file-fixes.js';
import { type Outcome } from './fix.js';
import { RecordingFixes } from './recording-fixes.js';
import { VOD_MISSING } from '../../vods/vod-faults.js';
import { VodRepository } from '../../persistence/repositories/vod.repository.js';

type NamesByOutcome = Readonly<Record<Exclude<Outcome, 'ok'>, readonly string[]>>;

/** v0's message, followed by the problems that are not fixed, or not yet. */
export function fixedMessage({ fixed: names, started, unchanged }: NamesByOutcome): Message {
  const n = names.length;
  if (started.length === 0)
    return unchanged.length === 0
      ? n === 0
        ? message('answer.no-issues')
        : message('answer.issues-fixed', { n, names })
      : message('answer.issues-fixed.left', { n, names, left: unchanged });
  return unchanged.length === 0
    ? message('answer.issues-fixed.begun', { n, names, begun: started })
    : message('answer.issues-fixed.begun-and-left', { n, names, begun: started, left: unchanged });
}

/** Repairs a VOD as far as possible. Long work runs as jobs. */
@Injectable()
export class FixIssues {
  private readonly log = new Logger('vod');

  constructor(
    private readonly vods: VodRepository,
    private readonly recordings: RecordingFixes,
    private readonly files: FileFixes,
  ) {}

  /**
   * Runs the fixes in order, because one often makes another unnecessary.
   * @returns names of the problems, by result
   * @throws UserError `vod-missing` (404)
   */
  async run(uuid: string): Promise<NamesByOutcome> {
    const found = { fixed: [] as string[], started: [] as string[], unchanged: [] as string[] };
    for (const fix of [...this.recordings.all, ...this.files.all]) {
      const vod = await this.vods.find(uuid);
      if (!vod) throw VOD_MISSING();
      try {
        const outcome = await fix.run(vod);
        if (outcome !== 'ok') found[outcome].push(fix.name);
      } catch (thrown) {
        if (!(thrown instanceof UserError)) throw thrown;
        this.log.warn(`${vod.basename}: ${fix.name} not fixed: ${messageOf(thrown)}`);
        found.unchanged.push(fix.name);
      }
    }
    return found;
  }
}
