import { z } from 'zod';

const Answer = z.object({
  streamPlaybackAccessToken: z
    .object({
      value: z.string(),
      signature: z.string(),
      authorization: z
        .object({ isForbidden: z.boolean().nullish(), forbiddenReasonCode: z.string().nullish() })
        .nullish(),
    })
    .nullish(),
});
/** Of the JSON that `value` is. */
const Value = z.object({ channel_id: z.union([z.number(), z.string()]).nullish() });

/**
 * `value` is signed as it stands, byte for byte. `channelId`: null where it does not tell. `forbidden`: the site's
 * word, where it will not let us see.
 */
export interface PlaybackToken {
  readonly value: string;
  readonly signature: string;
  readonly channelId: string | null;
  readonly forbidden: string | null;
}

/**
 * From the data of `PlaybackAccessToken` (shape as streamlink 8.6 reads it, Aug 2026). Null: the site knows no such
 * channel, or none that went live lately.
 */
export function readPlaybackToken(data: unknown): PlaybackToken | null {
  const token = Answer.safeParse(data).data?.streamPlaybackAccessToken;
  if (!token) return null;
  const { value, signature, authorization } = token;
  const forbidden = authorization?.isForbidden === true ? (authorization.forbiddenReasonCode ?? 'forbidden') : null;
  return { value, signature, channelId: channelIdOf(value), forbidden };
}

function channelIdOf(value: string): string | null {
  try {
    const id = Value.parse(JSON.parse(value)).channel_id;
    return id === null || id === undefined ? null : String(id);
  } catch {
    return null;
  }
}

const VideoAnswer = z.object({
  videoPlaybackAccessToken: z.object({ value: z.string(), signature: z.string() }).nullable(),
});

/** The same of a video. Null: the site has no such video (any more); undefined: it did not say. */
export function readVideoToken(data: unknown): Pick<PlaybackToken, 'value' | 'signature'> | null | undefined {
  return VideoAnswer.safeParse(data).data?.videoPlaybackAccessToken;
}
