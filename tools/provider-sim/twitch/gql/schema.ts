import { buildSchema } from 'graphql';

/** The part of Twitch's schema that the documents of protocols.md 3.1, 3.2 and 3.10 read. Names and nullability are Twitch's; lists that nobody asks for are left out. */
export const SCHEMA = buildSchema(`
  scalar Time

  type Query {
    streamPlaybackAccessToken(channelName: String!, params: PlaybackAccessTokenParams!): PlaybackAccessToken
    videoPlaybackAccessToken(id: ID!, params: PlaybackAccessTokenParams!): PlaybackAccessToken
    currentUser: User
    user(id: ID, login: String, lookupType: UserLookupType): User
    users(ids: [ID!], logins: [String!]): [User]
    userOrError(id: ID, login: String): UserOrError
    video(id: ID): Video
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
  }
  type UserRoles { isPartner: Boolean, isAffiliate: Boolean }
  type Stream { id: ID!, type: String, createdAt: Time, title: String, viewersCount: Int, averageFPS: Float, height: Int, width: Int, language: String, game: Game, broadcaster: User, previewImageURL(width: Int, height: Int): String, freeformTags: [FreeformTag!] }
  type FreeformTag { id: ID!, name: String! }
  type BroadcastSettings { id: ID!, title: String!, language: String, isMature: Boolean!, game: Game }
  type LastBroadcast { id: ID, title: String, startedAt: Time, game: Game }
  type Game { id: ID!, name: String!, displayName: String!, slug: String!, boxArtURL(width: Int, height: Int): String }
  type Video { id: ID!, title: String }

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
