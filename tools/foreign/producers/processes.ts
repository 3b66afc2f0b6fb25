import { OutsideError, untranslated } from '#libs/errors';
import { listens } from '../../supervisor/wait-for.js';
import { startChild, type ThirdPartyChild } from '../../third-party/third-party-child.js';
import type { RunningProducer } from '../producer.js';

/** Options of ffmpeg as an encoder that reads a file in real time. */
export const FFMPEG_LIVE = ['-v', 'error', '-nostdin', '-y', '-re'] as const;

/**
 * A producer of one encoder and the servers that it needs.
 * @param encoder its end is the end of the stream
 * @param servers are stopped last
 */
export function runningProducer(
  url: string,
  encoder: ThirdPartyChild,
  servers: readonly ThirdPartyChild[] = [],
): RunningProducer {
  return {
    url,
    ended: encoder.ended,
    lastOutput: () => [encoder, ...servers].map((child) => child.lastOutput().trim().slice(-600)).join('\n'),
    stop: async () => {
      for (const child of [encoder, ...servers]) child.kill('SIGKILL');
      await Promise.all([encoder, ...servers].map(({ ended }) => ended));
    },
  };
}

/** ffmpeg that sends a file in real time to one address. */
export const publish = (file: string, output: readonly string[]): ThirdPartyChild =>
  startChild('ffmpeg', [...FFMPEG_LIVE, '-i', file, '-map', '0:v', '-map', '0:a', '-c', 'copy', ...output]);

const START_MS = 20_000;

/** Waits until a server accepts connections. @throws OutsideError `server-silent`: with its last output */
export async function untilListens(port: number, server: ThirdPartyChild): Promise<void> {
  await Promise.race([listens(port, AbortSignal.timeout(START_MS)), server.ended]).catch((thrown: unknown) => {
    throw new OutsideError(untranslated('server-silent', `no connection: ${server.lastOutput()}`), { cause: thrown });
  });
}
