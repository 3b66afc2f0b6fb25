import { OutsideError } from '#libs/errors';
import { message } from '#libs/messages';
import { segmentOfOtherSize, type SourceAudio, type SourcePiece, type SourceRun } from '#libs/media';
import { type Storage } from '#libs/storage';

/** Reports segments of an audio rendition that are not in a file. */
export type LeaveOut = (audio: Pick<SourceAudio, 'name' | 'id' | 'pieces'>, why: unknown) => void;

/** Selects the audio of renditions that storage holds: a lost segment of audio must not cost the video. */
export class StoredAudio {
  private readonly sizes = new Map<string, number>();
  private readonly listed = new Set<string>();

  constructor(private readonly storage: Pick<Storage, 'list'>) {}

  /**
   * Leaves out segments of audio that are missing or have another size than their name says, and all of a rendition
   * whose init section is missing.
   */
  async select(runs: readonly SourceRun[], leaveOut: LeaveOut): Promise<SourceRun[]> {
    const used: SourceRun[] = [];
    for (const run of runs) {
      if (!run.audio) {
        used.push(run);
        continue;
      }
      const audio: SourceAudio[] = [];
      for (const one of run.audio) audio.push(await this.ofOne(one, leaveOut));
      used.push({ ...run, audio: audio.filter(({ pieces }) => pieces.length > 0) });
    }
    return used;
  }

  private async ofOne(audio: SourceAudio, leaveOut: LeaveOut): Promise<SourceAudio> {
    for (const { key } of [...(audio.init ? [audio.init] : []), ...audio.pieces]) await this.listBeside(key);
    const lostInit = audio.init && this.faultOf(audio.init);
    const lost = lostInit ? audio.pieces : audio.pieces.filter((piece) => this.faultOf(piece));
    const [first] = lost;
    if (!first) return audio;
    leaveOut({ ...audio, pieces: lost }, lostInit ?? this.faultOf(first));
    return { ...audio, pieces: lostInit ? [] : audio.pieces.filter((piece) => !this.faultOf(piece)) };
  }

  private faultOf({ key, bytes: named }: SourcePiece): OutsideError | null {
    const bytes = this.sizes.get(key);
    if (bytes === undefined)
      return new OutsideError(message('error.segment-unreadable', { key, why: message('error.file-missing') }));
    if (named === null || bytes === named) return null;
    return segmentOfOtherSize({ key, bytes, named });
  }

  /** Lists the folder of an object once. */
  private async listBeside(key: string): Promise<void> {
    const folder = key.slice(0, key.lastIndexOf('/') + 1);
    if (this.listed.has(folder)) return;
    this.listed.add(folder);
    for await (const { key: stored, sizeBytes } of this.storage.list(folder)) this.sizes.set(stored, sizeBytes);
  }
}
