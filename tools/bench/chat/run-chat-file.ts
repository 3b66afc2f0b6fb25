import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OutsideError, untranslated } from '#libs/errors';

/** Megabytes of 10^6 for the file, of 2^20 for memory. */
export interface ChatFileFigures {
  readonly megabytes: number;
  readonly messages: number;
  readonly writeS: number;
  readonly readS: number;
  readonly idleMb: number;
  readonly peakMb: number;
}

/** Writes and reads a chat file with libs/chat. */
export async function runChatFile(megabytes: number, dir: string): Promise<ChatFileFigures> {
  mkdirSync(dir, { recursive: true });
  try {
    const child = fork(join(import.meta.dirname, 'chat-file-main.js'), [join(dir, 'chat.json'), String(megabytes)], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const died = once(child, 'exit').then(([code]) => {
      throw new OutsideError(untranslated('bench-chat-file', `The chat file's process ended with ${String(code)}.`));
    });
    died.catch(() => undefined);
    return (await Promise.race([once(child, 'message'), died]))[0] as ChatFileFigures;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
