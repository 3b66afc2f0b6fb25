import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { UserError, messageOf, untranslated } from '#libs/errors';
import { FAULT_MODES, type Action } from '../scenario.js';
import { TWITCH_ACTION_WIRES } from '../twitch/read-twitch-action.js';
import type { TwitchAction } from '../twitch/twitch-spec.js';

const timestamps = z.enum(['continue', 'restart']);
const goLive = {
  sequence: z.enum(['continue', 'reset', 'gap']).exactOptional(),
  timestamps: timestamps.exactOptional(),
  discontinuity: z.boolean().exactOptional(),
  skipSegments: z.int().nonnegative().exactOptional(),
};
const count = z.int().nonnegative().exactOptional();

const ActionWire = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('start'), ...goLive }),
  z.strictObject({ do: z.literal('resume'), ...goLive }),
  z.strictObject({
    do: z.literal('drop'),
    answer: z.enum([...FAULT_MODES, 'frozen']),
    offline: z.boolean().exactOptional(),
  }),
  z.strictObject({ do: z.literal('discontinuity'), timestamps: timestamps.exactOptional() }),
  z.strictObject({
    do: z.literal('fault'),
    on: z.enum(['playlist', 'master', 'segment', 'init', 'key', 'all']),
    mode: z.enum(FAULT_MODES),
    fromSeq: count,
    toSeq: count,
    times: count,
    forMs: count,
    bytesPerS: count,
  }),
  z.strictObject({ do: z.literal('clear') }),
  z.strictObject({ do: z.literal('gap'), segments: z.int().positive() }),
  z.strictObject({ do: z.literal('qualities'), renditions: z.array(z.string()) }),
  z.strictObject({ do: z.literal('end'), how: z.enum(['endlist', 'vanish']) }),
  ...TWITCH_ACTION_WIRES,
]);

/**
 * The action of `POST /_sim/<channel>/<do>`, with its other fields in the JSON body.
 * @throws UserError when the action is not valid
 */
export async function readAction(request: IncomingMessage, name: string): Promise<Action | TwitchAction> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  try {
    return ActionWire.parse({ ...(text === '' ? {} : (JSON.parse(text) as object)), do: name });
  } catch (failure) {
    throw new UserError(untranslated('sim-action', messageOf(failure)));
  }
}
