import { z } from 'zod';
import { type GqlOperation } from '../gql/gql-operation.js';

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

/**
 * The queries of the web player by their hashes, and the same as text (the shape of its own, which has been stable for
 * years).
 */
const TOKEN_HASHES = [
  'ed230aa1e33e07eebb8928504583da78a5173989fadfb1ac94be06a04f3cdbe9',
  '0828119ded1c13477966434e15800ff57ddacf13ba1911c129dc2200705b0712',
];
const TOKEN_QUERY = `query PlaybackAccessToken($login: String!, $isLive: Boolean!, $vodID: ID!, $isVod: Boolean!, $playerType: String!, $platform: String!) {
  streamPlaybackAccessToken(channelName: $login, params: {platform: $platform, playerBackend: "mediaplayer", playerType: $playerType}) @include(if: $isLive) { value signature authorization { isForbidden forbiddenReasonCode } }
  videoPlaybackAccessToken(id: $vodID, params: {platform: $platform, playerBackend: "mediaplayer", playerType: $playerType}) @include(if: $isVod) { value signature }
}`;

/** A playback token of a kept video. */
export const videoTokenQuestion = (id: string): GqlOperation => ({
  operationName: 'PlaybackAccessToken',
  hashes: TOKEN_HASHES,
  query: TOKEN_QUERY,
  variables: { isLive: false, login: '', isVod: true, vodID: id, playerType: 'embed', platform: 'web' },
});

/** A playback token of a live channel. */
export const tokenQuestion = (login: string): GqlOperation => ({
  operationName: 'PlaybackAccessToken',
  hashes: TOKEN_HASHES,
  query: TOKEN_QUERY,
  variables: { isLive: true, login, isVod: false, vodID: '', playerType: 'embed', platform: 'web' },
});
