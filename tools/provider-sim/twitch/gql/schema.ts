import { buildSchema } from 'graphql';

/**
 * The part of Twitch's schema that documents of public clients use (docs/reference/twitch.md#gql). Names and
 * nullability are Twitch's; lists that no client requests are omitted.
 */
export const SCHEMA = buildSchema(`
  scalar Time
  scalar Cursor

  type Query {
    streamPlaybackAccessToken(channelName: String!, params: PlaybackAccessTokenParams!): PlaybackAccessToken
    videoPlaybackAccessToken(id: ID!, params: PlaybackAccessTokenParams!): PlaybackAccessToken
    currentUser: User
    user(id: ID, login: String, lookupType: UserLookupType): User
    users(ids: [ID!], logins: [String!]): [User]
    userOrError(id: ID, login: String): UserOrError
    video(id: ID): Video
    clip(slug: ID!): Clip
    game(id: ID, name: String): Game
    badges: [Badge]
    cheerConfig: GlobalCheerConfig
  }

  enum UserLookupType { ALL ACTIVE }
  enum BadgeImageSize { NORMAL DOUBLE QUADRUPLE }

  input PlaybackAccessTokenParams { platform: String!, playerBackend: String, playerType: String!, disableHTTPS: Boolean, hasAdblock: Boolean }
  type PlaybackAccessToken { value: String!, signature: String!, authorization: PlaybackAuthorization! }
  type PlaybackAuthorization { isForbidden: Boolean!, forbiddenReasonCode: String! }

  union UserOrError = User | UserDoesNotExist
  type UserDoesNotExist { userDoesNotExist: String, reason: String }
  type User {
    id: ID!, login: String!, displayName: String!, description: String, createdAt: Time, updatedAt: Time
    profileImageURL(width: Int!): String, primaryColorHex: String
    stream: Stream, broadcastSettings: BroadcastSettings, lastBroadcast: LastBroadcast
    broadcastBadges: [Badge], cheer: CheerInfo, roles: UserRoles
    videos(first: Int, after: Cursor, type: BroadcastType, types: [BroadcastType!], sort: VideoSort): VideoConnection
    clips(first: Int, after: Cursor, criteria: UserClipsInput): ClipConnection
    channel: Channel
  }
  type UserRoles { isPartner: Boolean, isAffiliate: Boolean }
  type Stream { id: ID!, type: String, createdAt: Time, title: String, viewersCount: Int, averageFPS: Float, height: Int, width: Int, language: String, game: Game, broadcaster: User, previewImageURL(width: Int, height: Int): String, freeformTags: [FreeformTag!] }
  type FreeformTag { id: ID!, name: String! }
  type BroadcastSettings { id: ID!, title: String!, language: String, isMature: Boolean!, game: Game }
  type LastBroadcast { id: ID, title: String, startedAt: Time, game: Game }
  type Game { id: ID!, name: String!, displayName: String!, slug: String!, boxArtURL(width: Int, height: Int): String }
  type Channel { id: ID! }
  type PageInfo { hasNextPage: Boolean!, hasPreviousPage: Boolean! }

  enum BroadcastType { ARCHIVE HIGHLIGHT UPLOAD PREMIERE_UPLOAD PAST_PREMIERE }
  enum VideoSort { TIME VIEWS TIME_ASC }
  type VideoConnection { edges: [VideoEdge], pageInfo: PageInfo, totalCount: Int }
  type VideoEdge { cursor: Cursor, node: Video }
  type Video {
    id: ID!, title: String, description: String, createdAt: Time, publishedAt: Time, recordedAt: Time, lengthSeconds: Int, viewCount: Int, language: String, broadcastType: BroadcastType, status: String, isDeleted: Boolean
    owner: User, creator: User, game: Game, seekPreviewsURL: String, animatedPreviewURL: String, previewThumbnailURL(width: Int, height: Int): String, thumbnailURLs(width: Int, height: Int): [String]
    muteInfo: VideoMuteInfo, moments(first: Int, momentRequestType: VideoMomentRequestType, types: [MomentType], sort: MomentSort): MomentConnection, comments(contentOffsetSeconds: Int, after: Cursor): VideoCommentConnection
  }
  type VideoMuteInfo { mutedSegmentConnection: VideoMutedSegmentConnection }
  type VideoMutedSegmentConnection { nodes: [VideoMutedSegment] }
  type VideoMutedSegment { offset: Int, duration: Int }
  enum VideoMomentRequestType { VIDEO_CHAPTER_MARKERS }
  enum MomentType { GAME_CHANGE }
  enum MomentSort { ASC DESC }
  type MomentConnection { edges: [MomentEdge] }
  type MomentEdge { cursor: Cursor, node: Moment }
  type Moment { id: ID!, type: MomentType, positionMilliseconds: Int, durationMilliseconds: Int, description: String, subDescription: String, thumbnailURL: String, details: MomentDetails }
  union MomentDetails = GameChangeMomentDetails
  type GameChangeMomentDetails { game: Game }
  type VideoCommentConnection { edges: [VideoCommentEdge], pageInfo: PageInfo }
  type VideoCommentEdge { cursor: Cursor, node: VideoComment }
  type VideoComment { id: ID!, commenter: User, contentOffsetSeconds: Int, createdAt: Time, message: VideoCommentMessage }
  type VideoCommentMessage { fragments: [VideoCommentMessageFragment], userBadges: [DisplayBadge], userColor: String }
  type VideoCommentMessageFragment { text: String, emote: EmbeddedEmote }
  type EmbeddedEmote { id: ID, emoteID: ID, from: Int }
  type DisplayBadge { id: ID, setID: ID, version: ID }

  enum ClipsPeriod { LAST_DAY LAST_WEEK LAST_MONTH ALL_TIME }
  enum ClipsSort { VIEWS_DESC VIEWS_ASC CREATED_AT_DESC }
  input UserClipsInput { period: ClipsPeriod, sort: ClipsSort }
  type ClipConnection { edges: [ClipEdge], pageInfo: PageInfo }
  type ClipEdge { cursor: Cursor, node: Clip }
  type Clip {
    id: ID!, slug: ID!, title: String, url: String, embedURL: String, createdAt: Time, durationSeconds: Int, viewCount: Int, language: String, curator: User, broadcaster: User, game: Game, video: Video, videoOffsetSeconds: Int
    thumbnailURL(width: Int, height: Int): String, playbackAccessToken(params: PlaybackAccessTokenParams!): ClipToken, videoQualities: [ClipVideoQuality], assets: [ClipAsset]
  }
  type ClipToken { signature: String!, value: String! }
  type ClipVideoQuality { quality: String!, frameRate: Float, sourceURL: String! }
  type ClipAsset { id: ID, aspectRatio: Float, thumbnailURL: String, videoQualities: [ClipVideoQuality] }

  type Badge { id: ID!, setID: ID!, version: ID!, title: String!, description: String, imageURL(size: BadgeImageSize): String!, clickAction: String, clickURL: String }
  type GlobalCheerConfig { displayConfig: CheermoteDisplayConfig, groups: [CheermoteGroup] }
  type CheerInfo { id: ID!, cheerGroups: [CheermoteGroup] }
  type CheermoteDisplayConfig { backgrounds: [String], order: [String], scales: [String], colors: [CheermoteColor], types: [CheermoteAnimation] }
  type CheermoteColor { bits: Int!, color: String! }
  type CheermoteAnimation { animation: String!, extension: String! }
  type CheermoteGroup { id: ID, nodes: [Cheermote], templateURL: String }
  type Cheermote { id: ID!, prefix: String!, tiers: [CheermoteTier] }
  type CheermoteTier { id: ID, bits: Int!, color: String }
`);
