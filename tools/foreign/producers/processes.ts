import type { ThirdPartyChild } from '../../third-party/third-party-child.js';
import type { RunningProducer } from '../producer.js';

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
