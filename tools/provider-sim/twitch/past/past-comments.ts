import type { ChatBook } from '../irc/chat-book.js';
import type { PastVideo } from './past-video.js';
import { VideoChats } from './video-chat.js';

/** The chats of videos, and how often each still answers that it has no time. */
export class PastComments {
  readonly chats: VideoChats;
  private readonly asked = new Map<string, number>();

  constructor(book: ChatBook, pieceS: (video: PastVideo) => number) {
    this.chats = new VideoChats(book, pieceS);
  }

  /** Counts. */
  isBusy({ id, chat: { nullPages = 0 } }: PastVideo): boolean {
    const before = this.asked.get(id) ?? 0;
    this.asked.set(id, before + 1);
    return before < nullPages;
  }
}
