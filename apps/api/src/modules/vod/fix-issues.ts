import { messageOf, UserError } from '#libs/errors';
import { Injectable, Logger } from '@nestjs/common';
import { FileFixes } from './file-fixes.js';
import { RecordingFixes } from './recording-fixes.js';
import { VOD_MISSING } from './vod-faults.js';
import { VodRepository } from './vod.repository.js';

/** Mends what is wrong with a VOD, as far as it can be mended (server-behaviour 2.12). Long work that follows runs as jobs. */
@Injectable()
export class FixIssues {
  private readonly log = new Logger('vod');

  constructor(private readonly vods: VodRepository, private readonly recordings: RecordingFixes, private readonly files: FileFixes) {}

  /** Each in its turn, since one often mends another. @returns names of what was mended, and of what could not be @throws UserError `vod-missing` (404) */
  async run(uuid: string): Promise<{ readonly fixed: readonly string[]; readonly left: readonly string[] }> {
    const [fixed, left]: [string[], string[]] = [[], []];
    for (const fix of [...this.recordings.all, ...this.files.all]) {
      const vod = await this.vods.find(uuid);
      if (!vod) throw VOD_MISSING();
      try {
        if (await fix.run(vod)) fixed.push(fix.name);
      } catch (thrown) {
        if (!(thrown instanceof UserError)) throw thrown;
        this.log.warn(`${vod.basename}: ${fix.name} could not be mended: ${messageOf(thrown)}`);
        left.push(fix.name);
      }
    }
    return { fixed, left };
  }
}
