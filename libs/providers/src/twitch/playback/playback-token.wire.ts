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
/** The JSON inside `value`. */
const Value = z.object({ channel_id: z.union([z.number(), z.string()]).nullish() });

/**
 * `value` is signed byte for byte. `channelId`: null if the token does not contain it. `forbidden`: the site's code if
 * it refuses access.
 */
export interface PlaybackToken {
  readonly value: string;
  readonly signature: string;
  readonly channelId: string | null;
  readonly forbidden: string | null;
}

/**
 * Reads the data of `PlaybackAccessToken` (format as in streamlink 8.6, Aug 2026). Null: the site does not know the
 * channel, or it has not been live lately.
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

/**
 * Reads the token of a video. Null: the site does not have the video (any more); undefined: the response does not say.
 */
export function readVideoToken(data: unknown): Pick<PlaybackToken, 'value' | 'signature'> | null | undefined {
  return VideoAnswer.safeParse(data).data?.videoPlaybackAccessToken;
}

/** The hashes of the web player's queries, and the same query as text (its format has been stable for years). */
const TOKEN_HASHES = [
  'ed230aa1e33e07eebb8928504583da78a5173989fadfb1ac94be06a04f3cdbe9',
  '0828119ded1c13477966434e15800ff57ddacf13ba1911c129dc2200705b0712',
];
const TOKEN_QUERY = `query PlaybackAccessToken($login: String!, $isLive: Boolean!, $vodID: ID!, $isVod: Boolean!, $playerType: String!, $platform: String!) {
  streamPlaybackAccessToken(channelName: $login, params: {platform: $platform, playerBackend: "mediaplayer", playerType: $playerType}) @include(if: $isLive) { value signature authorization { isForbidden forbiddenReasonCode } }
  videoPlaybackAccessToken(id: $vodID, params: {platform: $platform, playerBackend: "mediaplayer", playerType: $playerType}) @include(if: $isVod) { value signature }
}`;

/** Requests a playback token for a recorded video. */
export const videoTokenQuestion = (id: string): GqlOperation => ({
  operationName: 'PlaybackAccessToken',
  hashes: TOKEN_HASHES,
  query: TOKEN_QUERY,
  variables: { isLive: false, login: '', isVod: true, vodID: id, playerType: 'embed', platform: 'web' },
});

/** Requests a playback token for a live channel. */
export const tokenQuestion = (login: string): GqlOperation => ({
  operationName: 'PlaybackAccessToken',
  hashes: TOKEN_HASHES,
  query: TOKEN_QUERY,
  variables: { isLive: true, login, isVod: false, vodID: '', playerType: 'embed', platform: 'web' },
});
