import { type Category, type ChannelProfile } from '#libs/providers';

/** What a site tells of a channel itself, as it is kept. `at`: when it was asked, ms since the Unix epoch. */
export interface ChannelSite extends ChannelProfile {
  readonly at: number;
}

/**
 * What a channel shows, as its site reported last; of a channel that is off, what it will start with. `at` in ms since the
 * Unix epoch.
 */
export interface ChannelStream {
  readonly title: string;
  readonly category: Category | null;
  readonly tags: readonly string[];
  readonly language: string;
  readonly isMature: boolean;
  readonly viewers: number | null;
  readonly at: number;
  /** When the site itself reported it, by its own clock, ms; its answers may lag behind that. */
  readonly toldAt?: number;
}

/** Two that differ in nothing that an operator or a rule would see; viewers change with every answer. */
export const isSameShow = (a: ChannelStream, b: ChannelStream): boolean =>
  a.title === b.title &&
  a.category?.id === b.category?.id &&
  a.isMature === b.isMature &&
  a.language === b.language &&
  a.tags.join('\n') === b.tags.join('\n');
