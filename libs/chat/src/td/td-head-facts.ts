import { type ChatGap } from '#libs/contracts';
import { type TdEntry, type TdPiece } from './td-chat.js';
import { TdOurs, TdStreamer, TdVideo } from './td-chat.wire.js';

/** A file without an end is not longer than this, whatever its last comment says (protocols.md 5.1). */
const LONGEST_MS = 48 * 3_600_000;

/**
 * What a chat file says of its VOD, in whatever order its parts come, and what follows from its comments where it says
 * nothing.
 */
export class TdHeadFacts {
  private streamer = { id: '', login: '', name: '' };
  private video = { title: '', startedAt: '', category: '', endMs: 0 };
  private ours: { readonly streamerId: string; readonly vodUuid: string; readonly gaps: readonly ChatGap[] } | null =
    null;
  private lastMs = 0;

  /** A member of the file's root. */
  note(key: string, value: unknown): void {
    if (key === 'streamer') this.noteStreamer(value);
    else if (key === 'video') this.noteVideo(value);
    else if (key === 'vodkeep') {
      const ours = TdOurs.safeParse(value);
      if (ours.success) this.ours = { streamerId: ours.data.streamer_id, vodUuid: ours.data.vod, gaps: ours.data.gaps };
    }
  }

  see({ message }: TdEntry): void {
    this.lastMs = Math.max(this.lastMs, message.atMs);
  }

  piece(): TdPiece {
    const { title, startedAt, category, endMs } = this.video;
    const streamer = this.ours ? { ...this.streamer, id: this.ours.streamerId } : this.streamer;
    return {
      kind: 'head',
      gaps: this.ours?.gaps ?? [],
      head: {
        vodUuid: this.ours?.vodUuid ?? '',
        streamer,
        title,
        startedAt,
        category,
        lengthMs: endMs > 0 || this.ours ? endMs : Math.min(LONGEST_MS, this.lastMs),
      },
    };
  }

  private noteStreamer(value: unknown): void {
    const found = TdStreamer.safeParse(value);
    if (found.success) this.streamer = found.data;
  }

  /** Very old files tell the streamer here. */
  private noteVideo(value: unknown): void {
    const found = TdVideo.safeParse(value);
    if (!found.success) return;
    const { title, created_at: startedAt, game: category, end, length, user_name: name, user_id: id } = found.data;
    this.video = { title, startedAt, category, endMs: Math.round(Math.max(end, length, 0) * 1000) };
    if (this.streamer.name === '' && name !== '') this.streamer = { id, login: name.toLowerCase(), name };
  }
}
