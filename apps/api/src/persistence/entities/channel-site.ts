import { type Category, type ChannelProfile } from '#libs/providers';

/** The stored profile of a channel at its site. `at`: when the site was requested, ms since the Unix epoch. */
export interface ChannelSite extends ChannelProfile {
  readonly at: number;
}

/**
 * The latest title, category and similar data that the site reported for a channel. If the channel is offline, these
 * are the values of its next stream. `at` in ms since the Unix epoch.
 */
export interface ChannelStream {
  readonly title: string;
  readonly category: Category | null;
  readonly tags: readonly string[];
  readonly language: string;
  readonly isMature: boolean;
  readonly viewers: number | null;
  readonly at: number;
  /** When the site pushed it, by the site's clock, ms. The answers of a poll may lag behind it. */
  readonly toldAt?: number;
}

/**
 * Whether two are equal in everything that matters to an operator or a rule. Ignores viewers, which change with every
 * poll.
 */
export const isSameShow = (a: ChannelStream, b: ChannelStream): boolean =>
  a.title === b.title &&
  a.category?.id === b.category?.id &&
  a.isMature === b.isMature &&
  a.language === b.language &&
  a.tags.join('\n') === b.tags.join('\n');
