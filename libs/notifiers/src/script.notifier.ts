import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { output } from '#libs/process';
import { type Notifier } from './notifier.js';
import { answerLine } from './texts.js';
import { payloadOf } from './webhook.notifier.js';

const LIMIT_MS = 60_000;
/** A script gets no variable of Vodkeep's own environment, which holds addresses and keys. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * Runs a program of the operator without a shell. It reads the documented payload from stdin; what it prints is the
 * answer.
 */
export const script: Notifier<'script'> = {
  limitMs: LIMIT_MS,
  send: async (message, { file }, { scriptDir, signal }) => {
    const path = join(scriptDir, file);
    const found = await lstat(path).catch(() => null);
    if (found?.isFile() !== true) return { outcome: 'failed', answer: `${file}: no such file in ${scriptDir}` };
    const printed = await output({
      file: path,
      args: [],
      signal,
      cwd: scriptDir,
      cleanEnv: { PATH, LANG: 'C.UTF-8', VODKEEP_EVENT: message.category, VODKEEP_DELIVERY: message.id },
      input: `${JSON.stringify(payloadOf(message))}\n`,
    });
    return { outcome: 'sent', answer: answerLine(printed) };
  },
};
