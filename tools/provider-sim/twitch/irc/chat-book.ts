import { ChatRecord, type ChatLog } from './chat-log.js';

/** What the chats of all accounts were sent, by `userId`. */
export class ChatBook {
  private readonly records = new Map<string, ChatRecord>();

  of(userId: string): ChatRecord {
    const record = this.records.get(userId) ?? new ChatRecord();
    this.records.set(userId, record);
    return record;
  }

  logOf(userId: string): ChatLog {
    return this.of(userId).log;
  }
}
