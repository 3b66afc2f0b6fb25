import { localStore } from '../../lib/local-store.js';
import { type ChatSettings, readChatSettings } from './chat-settings.js';

const store = localStore('vodkeep_chat', readChatSettings, 'The chat settings of this browser');

export function writeChatSettings(change: Partial<ChatSettings>): void {
  store.set(readChatSettings({ ...store.get(), ...change }));
}

/** Saves the offset of a VOD, in seconds, as its newest one. */
export function writeChatOffset(uuid: string, seconds: number): void {
  const { [uuid]: _, ...others } = store.get().offsets;
  writeChatSettings({ offsets: { ...others, [uuid]: seconds } });
}

export const useChatSettings = store.use;
