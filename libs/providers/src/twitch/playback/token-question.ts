import { type GqlOperation } from '../gql/gql-operation.js';

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
