import { Readable } from 'node:stream';
import { readTdChat } from '#libs/chat';
import type { Vod } from '#libs/contracts';
import { OutsideError, untranslated } from '#libs/errors';
import { GivenUp, until } from '../../common/until.js';
import { fetchServed } from '../verdict/fetch-served.js';
import { judgeChat } from './judge-chat.js';
import type { TwitchEnvironment } from './scenario.js';

const CHAT_FILE_LIMIT_MS = 120_000;

type Made = NonNullable<NonNullable<Vod['chat']>['file']>;

export interface FinishedChat {
  readonly ids: readonly string[];
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
}

/** Waits for the finished chat of a VOD and checks it. @throws OutsideError `never`, `wrong` */
export async function concludeChat(environment: TwitchEnvironment, vodUuid: string): Promise<FinishedChat> {
  const { url } = await waitForFile(environment, vodUuid);
  const { ids, gaps } = await readChat(
    await fetchServed('the finished chat', `${environment.api.url}${url}`, environment.signal),
  );
  const log = environment.sim.log().chat[environment.channel];
  if (log === undefined)
    throw new OutsideError(untranslated('no-channel', `the sim has no chat of ${environment.channel}`));
  const { expected, unreceived, wrong } = judgeChat(log, ids);
  const away = gaps.map(({ from, to }) => `${from.toFixed(1)}-${to.toFixed(1)} s`).join(' ');
  environment.say(
    `chat: ${String(ids.length)} of ${String(expected)} received lines, ${String(unreceived)} sent without a listener${away === '' ? '' : `; gaps ${away}`}`,
  );
  const faults = [...wrong, ...(expected === 0 ? ['no socket received a line of the chat'] : [])];
  if (faults.length > 0) throw new OutsideError(untranslated('wrong', faults.join('; ')));
  return { ids, gaps };
}

async function waitForFile({ api, channelUuid, signal }: TwitchEnvironment, vodUuid: string): Promise<Made> {
  return until('the chat file is made', { signal, limitMs: CHAT_FILE_LIMIT_MS }, async () => {
    const chat = (await api.vodsOf(channelUuid)).find(({ uuid }) => uuid === vodUuid)?.chat;
    if (chat?.state === 'failed') throw new GivenUp(`the chat file failed: ${chat.reason}`);
    return chat?.state === 'done' && chat.file;
  });
}

/** Ids of the messages, and the gaps in the chat. */
async function readChat(file: Buffer): Promise<FinishedChat> {
  const ids: string[] = [];
  let gaps: FinishedChat['gaps'] = [];
  for await (const piece of readTdChat(Readable.from([file]))) {
    if (piece.kind === 'entry' && piece.entry.message.author !== null) ids.push(piece.entry.message.id);
    if (piece.kind === 'head') gaps = piece.gaps;
  }
  return { ids, gaps };
}
