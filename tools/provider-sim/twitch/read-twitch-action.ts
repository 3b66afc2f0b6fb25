import { z } from 'zod';
import { FAULT_MODES } from '../scenario.js';
import { VIDEO_ACCESS } from './past/past-spec.js';
import { EVENTS_HOW } from './twitch-spec.js';

const count = z.int().nonnegative();
const login = z.string().regex(/^[a-z0-9_]{1,25}$/);

/** The bodies of {@link TwitchAction}s in `POST /_sim/<channel>/<do>`. */
export const TWITCH_ACTION_WIRES = [
  z.strictObject({
    do: z.literal('update'),
    title: z.string().exactOptional(),
    category: z.string().exactOptional(),
    tags: z.array(z.string()).exactOptional(),
    language: z.string().exactOptional(),
    isMature: z.boolean().exactOptional(),
  }),
  z.strictObject({ do: z.literal('viewers'), count }),
  z.strictObject({ do: z.literal('ad'), seconds: z.number().positive() }),
  z.strictObject({
    do: z.literal('say'),
    login: z.string().exactOptional(),
    text: z.string().exactOptional(),
    raw: z.string().exactOptional(),
  }),
  z.strictObject({ do: z.literal('burst'), perSecond: z.number().positive(), seconds: z.number().positive() }),
  z.strictObject({ do: z.literal('rename'), login }),
  z.strictObject({ do: z.enum(['unlist', 'list']) }),
  z.strictObject({ do: z.literal('events'), how: z.enum(EVENTS_HOW), forMs: count.exactOptional() }),
  z.strictObject({
    do: z.literal('video'),
    id: z.string().exactOptional(),
    access: z.enum(VIDEO_ACCESS).exactOptional(),
    muted: z.array(z.strictObject({ from: count, count })).exactOptional(),
    mutedNames: z.enum(['muted', 'unmuted']).exactOptional(),
    hasPlainSound: z.boolean().exactOptional(),
  }),
  z.strictObject({ do: z.literal('chat'), how: z.enum(['drop', 'reconnect']), forMs: count.exactOptional() }),
  z.strictObject({
    do: z.literal('site-fault'),
    on: z.enum(['helix', 'auth', 'gql', 'usher', 'eventsub', 'irc', 'emotes', 'images']),
    mode: z.enum([...FAULT_MODES, '401', '429']),
    forMs: count.exactOptional(),
    times: count.exactOptional(),
  }),
  z.strictObject({ do: z.literal('heal') }),
  z.strictObject({ do: z.literal('revoke-tokens'), withRefresh: z.boolean().exactOptional() }),
] as const;
