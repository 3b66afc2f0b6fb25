import { useSyncExternalStore } from 'react';
import { logInClient } from '../../lib/client-log.js';
import { CHAT_DEFAULTS, type ChatSettings, readChatSettings } from './chat-settings.js';

const KEY = 'vodkeep_chat';
let current: ChatSettings = load();
const listeners = new Set<() => void>();

function load(): ChatSettings {
  try {
    return readChatSettings(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch (thrown) {
    logInClient(`The chat settings of this browser could not be read: ${String(thrown)}`);
    return CHAT_DEFAULTS;
  }
}

export function writeChatSettings(change: Partial<ChatSettings>): void {
  current = readChatSettings({ ...current, ...change });
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch (thrown) {
    logInClient(`The chat settings of this browser could not be saved: ${String(thrown)}`);
  }
  listeners.forEach((notify) => {
    notify();
  });
}

export function writeChatOffset(uuid: string, seconds: number): void {
  const { [uuid]: _, ...others } = current.offsets;
  writeChatSettings({ offsets: { ...others, [uuid]: seconds } });
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => {
    listeners.delete(notify);
  };
}

export const useChatSettings = (): ChatSettings => useSyncExternalStore(subscribe, () => current);
