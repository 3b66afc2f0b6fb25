const TOKEN_PARAMS = 'params: {platform: $platform, playerBackend: "mediaplayer", playerType: $playerType}';
const TOKEN_FIELDS = '{ value signature authorization { isForbidden forbiddenReasonCode } __typename }';

const STREAM_METADATA = `query StreamMetadata($channelLogin: String!) {
  user(login: $channelLogin) { id primaryColorHex profileImageURL(width: 70) lastBroadcast { id title __typename } stream { id type createdAt game { id name __typename } __typename } __typename }
}`;

interface Persisted { readonly name: string; readonly text: string }

/** Documents by their hash (protocols.md 3.2 and 3.10, as of August 2026). Older hashes are not found, as on Twitch. Variables that nothing here depends on are left out. */
export const PERSISTED_QUERIES: Readonly<Record<string, Persisted>> = {
  ed230aa1e33e07eebb8928504583da78a5173989fadfb1ac94be06a04f3cdbe9: {
    name: 'PlaybackAccessToken',
    text: `query PlaybackAccessToken($login: String!, $isLive: Boolean!, $vodID: ID!, $isVod: Boolean!, $playerType: String!, $platform: String = "web") {
      streamPlaybackAccessToken(channelName: $login, ${TOKEN_PARAMS}) @include(if: $isLive) ${TOKEN_FIELDS}
      videoPlaybackAccessToken(id: $vodID, ${TOKEN_PARAMS}) @include(if: $isVod) ${TOKEN_FIELDS}
    }`,
  },
  b57f9b910f8cd1a4659d894fe7550ccc81ec9052c01e438b290fd66a040b9b93: { name: 'StreamMetadata', text: STREAM_METADATA },
  ad022ca32220d5523d03a23cbcb5beaa1e0999889c1f8f78f9f2520dafb5cae6: { name: 'StreamMetadata', text: STREAM_METADATA },
  fea4573a7bf2644f5b3f2cbbdcbee0d17312e48d2e55f080589d053aad353f11: {
    name: 'ChannelShell',
    text: `query ChannelShell($login: String!) { userOrError(login: $login) { ... on User { id login displayName primaryColorHex profileImageURL(width: 70) stream { id viewersCount } __typename } ... on UserDoesNotExist { userDoesNotExist: reason __typename } } }`,
  },
  e1edae8122517d013405f237ffcc124515dc6ded82480a88daef69c83b53ac01: {
    name: 'ComscoreStreamingQuery',
    text: `query ComscoreStreamingQuery($channel: String!, $isLive: Boolean = true) {
      user(login: $channel) @include(if: $isLive) { id broadcastSettings { id title __typename } stream { id createdAt game { id name __typename } __typename } displayName __typename }
    }`,
  },
  '9515480dee68a77e667cb19de634739d33f243572b007e98e67184b1a5d8369f': { name: 'VideoPreviewOverlay', text: 'query VideoPreviewOverlay($login: String!) { user(login: $login) { id stream { id previewImageURL(width: 320, height: 180) __typename } __typename } }' },
};
