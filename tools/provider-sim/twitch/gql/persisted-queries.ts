const TOKEN_PARAMS = 'params: {platform: $platform, playerBackend: "mediaplayer", playerType: $playerType}';
const TOKEN_FIELDS = '{ value signature authorization { isForbidden forbiddenReasonCode } __typename }';

const STREAM_METADATA = `query StreamMetadata($channelLogin: String!) {
  user(login: $channelLogin) { id primaryColorHex profileImageURL(width: 70) lastBroadcast { id title __typename } stream { id type createdAt game { id name __typename } __typename } __typename }
}`;

const CLIP_TOKEN =
  'playbackAccessToken(params: {platform: $platform, playerBackend: "mediaplayer", playerType: "clips-viewing"}) { signature value __typename }';
const CLIP_QUALITIES = 'videoQualities { frameRate quality sourceURL __typename }';
const CLIP_ACCESS = `query VideoAccessToken_Clip($slug: ID!, $platform: String = "web") { clip(slug: $slug) { id ${CLIP_TOKEN} ${CLIP_QUALITIES} __typename } }`;
const CLIP_STATUS = `query ShareClipRenderStatus($slug: ID!, $platform: String = "web") {
  clip(slug: $slug) {
    id slug title url createdAt durationSeconds viewCount thumbnailURL videoOffsetSeconds broadcaster { id login displayName __typename } curator { id login displayName __typename } game { id name displayName __typename } video { id __typename }
    ${CLIP_TOKEN} ${CLIP_QUALITIES} assets { id aspectRatio thumbnailURL ${CLIP_QUALITIES} __typename } __typename
  }
}`;
const COMMENTS = `query VideoCommentsByOffsetOrCursor($videoID: ID!, $contentOffsetSeconds: Int, $cursor: Cursor) {
  video(id: $videoID) {
    id creator { id channel { id __typename } __typename }
    comments(contentOffsetSeconds: $contentOffsetSeconds, after: $cursor) {
      edges { cursor node { id commenter { id login displayName __typename } contentOffsetSeconds createdAt message { fragments { emote { id emoteID from __typename } text __typename } userBadges { id setID version __typename } userColor __typename } __typename } __typename }
      pageInfo { hasNextPage hasPreviousPage __typename } __typename
    } __typename
  }
}`;
const VIDEO_METADATA = `query VideoMetadata($channelLogin: String, $videoID: ID!) {
  user(login: $channelLogin) { id __typename }
  video(id: $videoID) {
    id title description previewThumbnailURL(width: 60, height: 60) createdAt viewCount publishedAt lengthSeconds broadcastType owner { id login displayName __typename } game { id displayName __typename } __typename
  }
}`;
const VIDEO_CHAPTERS = `query VideoPlayer_ChapterSelectButtonVideo($videoID: ID!) {
  video(id: $videoID) {
    id moments(momentRequestType: VIDEO_CHAPTER_MARKERS) {
      edges { node { id durationMilliseconds positionMilliseconds type description subDescription thumbnailURL details { ... on GameChangeMomentDetails { game { id displayName boxArtURL(width: 40, height: 53) __typename } __typename } } __typename } __typename } __typename
    } __typename
  }
}`;

interface Persisted {
  readonly name: string;
  readonly text: string;
}

/**
 * Documents by their hash, as of August 2026 (docs/reference/twitch.md#gql). Older hashes are not found, as on Twitch.
 * Variables without an effect here are omitted.
 */
export const PERSISTED_QUERIES: Readonly<Record<string, Persisted>> = {
  'ed230aa1e33e07eebb8928504583da78a5173989fadfb1ac94be06a04f3cdbe9': {
    name: 'PlaybackAccessToken',
    text: `query PlaybackAccessToken($login: String!, $isLive: Boolean!, $vodID: ID!, $isVod: Boolean!, $playerType: String!, $platform: String = "web") {
      streamPlaybackAccessToken(channelName: $login, ${TOKEN_PARAMS}) @include(if: $isLive) ${TOKEN_FIELDS}
      videoPlaybackAccessToken(id: $vodID, ${TOKEN_PARAMS}) @include(if: $isVod) ${TOKEN_FIELDS}
    }`,
  },
  'b57f9b910f8cd1a4659d894fe7550ccc81ec9052c01e438b290fd66a040b9b93': { name: 'StreamMetadata', text: STREAM_METADATA },
  'ad022ca32220d5523d03a23cbcb5beaa1e0999889c1f8f78f9f2520dafb5cae6': { name: 'StreamMetadata', text: STREAM_METADATA },
  'fea4573a7bf2644f5b3f2cbbdcbee0d17312e48d2e55f080589d053aad353f11': {
    name: 'ChannelShell',
    text: `query ChannelShell($login: String!) { userOrError(login: $login) { ... on User { id login displayName primaryColorHex profileImageURL(width: 70) stream { id viewersCount } __typename } ... on UserDoesNotExist { userDoesNotExist: reason __typename } } }`,
  },
  'e1edae8122517d013405f237ffcc124515dc6ded82480a88daef69c83b53ac01': {
    name: 'ComscoreStreamingQuery',
    text: `query ComscoreStreamingQuery($channel: String!, $isLive: Boolean = true) {
      user(login: $channel) @include(if: $isLive) { id broadcastSettings { id title __typename } stream { id createdAt game { id name __typename } __typename } displayName __typename }
    }`,
  },
  '45111672eea2e507f8ba44d101a61862f9c56b11dee09a15634cb75cb9b9084d': { name: 'VideoMetadata', text: VIDEO_METADATA },
  '71835d5ef425e154bf282453a926d99b328cdc5e32f36d3a209d0f4778b41203': {
    name: 'VideoPlayer_ChapterSelectButtonVideo',
    text: VIDEO_CHAPTERS,
  },
  '07e99e4d56c5a7c67117a154777b0baf85a5ffefa393b213f4bc712ccaf85dd6': {
    name: 'VideoPlayer_VODSeekbarPreviewVideo',
    text: 'query VideoPlayer_VODSeekbarPreviewVideo($videoID: ID!) { video(id: $videoID) { id seekPreviewsURL __typename } }',
  },
  'b70a3591ff0f4e0313d126c6a1502d79a1c02baebb288227c582044aa76adf6a': {
    name: 'VideoCommentsByOffsetOrCursor',
    text: COMMENTS,
  },
  '36b89d2507fce29e5ca551df756d27c1cfe079e2609642b4390aa4c35796eb11': {
    name: 'VideoAccessToken_Clip',
    text: CLIP_ACCESS,
  },
  '993d9a5131f15a37bd16f32342c44ed1e0b1a9b968c6afdb662d2cddd595f6c5': {
    name: 'VideoAccessToken_Clip',
    text: CLIP_ACCESS,
  },
  '2db6a3b20eabf510bd3cf465ae2408834b59eb6b8af89ca73ab1486cacecfb63': {
    name: 'ShareClipRenderStatus',
    text: CLIP_STATUS,
  },
  '0a02bb974443b576f5579aab0fef1d4b7f44e58a8a256f0c5adfead0db70640f': {
    name: 'ShareClipRenderStatus',
    text: CLIP_STATUS,
  },
  '1844261bb449fa51e6167040311da4a7a5f1c34fe71c71a3e0c4f551bc30c698': {
    name: 'ShareClipRenderStatus',
    text: CLIP_STATUS,
  },
  '9515480dee68a77e667cb19de634739d33f243572b007e98e67184b1a5d8369f': {
    name: 'VideoPreviewOverlay',
    text: 'query VideoPreviewOverlay($login: String!) { user(login: $login) { id stream { id previewImageURL(width: 320, height: 180) __typename } __typename } }',
  },
};
